import type { Kysely, Transaction } from 'kysely';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { credentialsLinkOf } from '~/backend/embedded/mails/credentials-link';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { makeProfessionalMail } from '~/backend/embedded/mails/professional-mail';
import { insertClientCodes } from '~/backend/embedded/pricing/professional-codes.server';
import type { Language } from '~/i18n/languages';
import type { Schema } from '~/store/schema';
import { hasAccount, insertAccount } from './accounts.server';
import { addressColumn, parentColumn } from './json-columns';
import { professionalColumn, type ProfessionalRow } from './professional-record.server';
import { issueToken } from './tokens.server';

/**
 * Makes a professional's account once per key.
 *
 * @returns undefined if the e-mail has an account that was not made with this key
 */
export function registerProfessional(
  context: EmbeddedContext,
  professional: ProfessionalRow,
  language: Language,
): Promise<ProfessionalRow | undefined> {
  return context.db.transaction().execute((transaction) => registerIn(transaction, context, professional, language));
}

async function registerIn(
  db: Transaction<Schema>,
  context: EmbeddedContext,
  professional: ProfessionalRow,
  language: Language,
): Promise<ProfessionalRow | undefined> {
  const { account_id, key_hash } = professional;
  const isNew = (await findByKey(db, key_hash)) === undefined && (await insertProfessionalAccount(db, professional));
  // Also covers a concurrent request with the same key that came first.
  if (!isNew) return findByKey(db, key_hash);
  await db.insertInto('backend_professionals').values(professional).execute();
  const registration = professionalColumn.read(professional.registration);
  // Only the demo gives codes away, because nobody has paid for them.
  if (context.demo) await insertClientCodes(db, context, account_id, registration.country);
  const token = await issueToken(db, context.clock, 'credentials', account_id);
  const wayBack = credentialsLinkOf(context.publicUrl, token, account_id);
  const mail = makeProfessionalMail(context, registration, { language, wayBack });
  await queueMail(db, context.clock, context.sealing, mail);
  return professional;
}

/** Professionals share the account table with parents, so that an e-mail has only one account. @returns false if the e-mail is taken */
async function insertProfessionalAccount(db: Transaction<Schema>, professional: ProfessionalRow): Promise<boolean> {
  const { firstName, lastName, email, phoneCountryCode, phoneNumber, timezone, ...registration } =
    professionalColumn.read(professional.registration);
  if (await hasAccount(db, email)) return false;
  const { addressLine1: line1, addressLine2: line2, city, region, postalCode, country } = registration;
  return insertAccount(db, {
    id: professional.account_id,
    family_id: null,
    email,
    isDuplicateConfirmed: false,
    profile: parentColumn.write({ firstName, lastName, email, phoneCountryCode, phoneNumber, timeZone: timezone }),
    address: addressColumn.write({ line1, line2, city, region, postalCode, country }),
    referral: null,
    marketing_opt_in: 0,
    created_at: professional.created_at,
  });
}

function findByKey(db: Kysely<Schema>, keyHash: string): Promise<ProfessionalRow | undefined> {
  return db.selectFrom('backend_professionals').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
}
