import { randomUUID } from 'node:crypto';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { countMailTo } from '~/backend/embedded/mails/mailbox-limit.server';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { makeProfessionalMail } from '~/backend/embedded/mails/professional-mail';
import { insertClientCodes } from '~/backend/embedded/pricing/activation-codes.server';
import type { Language } from '~/i18n/languages';
import { hasAccount, insertUnconfirmedAccount } from './accounts.server';
import { professionalColumn, selectProfessionals, type ProfessionalAccount } from './professional-record.server';
import { answersOf, type HashedSections } from './sections.server';
import { makeCredentialsWayBack, type LinkSender } from './tokens.server';
import type { Db, Tx } from '~/store/store';

interface NewProfessional {
  /** SHA-256 of the registration's idempotency key. */
  keyHash: string;
  answers: HashedSections;
  language: Language;
}

/**
 * Makes a professional's account once per key.
 *
 * @returns `taken` if another account blocks the e-mail, `too-many-mails` if its mailbox reached the daily limit
 */
export function registerProfessional(
  context: EmbeddedContext,
  professional: NewProfessional,
): Promise<ProfessionalAccount | 'taken' | 'too-many-mails'> {
  return context.db
    .transaction()
    .execute((transaction) => registerIn(transaction, context, professional))
    .finally(() => context.mailsQueued())
    .catch((error: unknown) => {
      if (error instanceof TooManyMails) return 'too-many-mails' as const;
      throw error;
    });
}

class TooManyMails extends Error {}

async function registerIn(
  db: Tx,
  context: EmbeddedContext,
  { keyHash, answers, language }: NewProfessional,
): Promise<ProfessionalAccount | 'taken' | 'too-many-mails'> {
  const known = await findByKey(db, keyHash);
  if (known) return known;
  const columns = answersOf(answers);
  const registration = professionalColumn.read(columns.answers);
  if (await hasAccount(db, registration.email)) return 'taken';
  const accountId = randomUUID();
  const created_at = context.clock.now().toISOString();
  const isNew = await db
    .insertInto('backend_professionals')
    .values({ account_id: accountId, key_hash: keyHash, created_at })
    .onConflict((conflict) => conflict.column('key_hash').doNothing())
    .returning('account_id')
    .executeTakeFirst();
  // A concurrent request with the same key came first.
  if (!isNew) return (await findByKey(db, keyHash)) ?? 'taken';
  // Thrown to roll the transaction back.
  if ((await countMailTo(db, context, 'professional', registration.email)) > 0) throw new TooManyMails();
  // Professionals share the account table with parents, so that an e-mail has only one account.
  await insertUnconfirmedAccount(db, {
    id: accountId,
    family_id: null,
    email: registration.email,
    ...columns,
    marketing_opt_in: 0,
    created_at,
  });
  // Only the demo creates codes, because they are unpaid.
  if (context.demo) await insertClientCodes(db, context, accountId, registration.country);
  const account = { accountId, answers: columns.answers };
  await mailProfessional(db, context, account, language);
  return account;
}

/** Queues a mail with a new link for confirming a professional's account. Earlier links stay valid. */
export async function mailProfessional(
  db: Db,
  context: LinkSender,
  { accountId, answers }: ProfessionalAccount,
  language: Language,
): Promise<void> {
  const wayBack = await makeCredentialsWayBack(db, context, accountId);
  const mail = makeProfessionalMail(context, professionalColumn.read(answers), { language, wayBack });
  await queueMail(db, context.sealing, mail, { now: wayBack.issuedAt });
}

function findByKey(db: Db, keyHash: string): Promise<ProfessionalAccount | undefined> {
  return selectProfessionals(db).where('key_hash', '=', keyHash).executeTakeFirst();
}
