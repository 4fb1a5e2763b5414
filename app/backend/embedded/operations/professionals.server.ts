import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { ProfessionalAnswer } from '~/backend/schemas/professional';
import { normaliseEmail } from '~/domain/email';
import { findLanguage, type Language } from '~/i18n/languages';
import { translate, type Translate } from '~/i18n/translator';
import type { Schema } from '~/store/schema';
import { hasAccount } from '~/backend/embedded/people/accounts.server';
import { os, type EmbeddedContext } from '~/backend/embedded/context';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { addressColumn, parentColumn } from '~/backend/embedded/people/json-columns';
import { hashPassword } from '~/backend/embedded/people/passwords.server';
import { insertClientCodes } from '~/backend/embedded/pricing/professional-codes.server';
import { makeProfessionalMail } from '~/backend/embedded/mails/professional-mail';
import { professionalColumn, type ProfessionalRow } from '~/backend/embedded/people/professional-record.server';
import { checkPractice, checkProfessionalContact, checkSecurity } from '~/backend/embedded/people/professional-rules';
import { hashSecret } from '~/backend/embedded/people/tokens.server';

/** Checks a step. An e-mail that has an account is refused, whoever's account it is: a parent's or a professional's. */
export const validate = os.professional.validate.handler(async ({ input, context, errors }) => {
  const { body, headers } = input;
  const t = translate(findLanguage(headers['accept-language']));
  let validationErrors: ValidationErrors;
  if ('practiceName' in body) validationErrors = checkPractice(t, body);
  else if ('securityQuestion' in body) validationErrors = checkSecurity(t, body);
  else {
    validationErrors = checkProfessionalContact(t, body);
    if (await hasAccount(context.db, body.email)) validationErrors.push(taken(t));
  }
  if (validationErrors.length > 0) throw errors.CONFLICT({ data: { validationErrors } });
  return { valid: true as const };
});

/** Registers, once for each idempotency key. Security answer and code are kept as passwords are. */
export const create = os.professional.create.handler(async ({ input, context, errors }) => {
  const { body, headers } = input;
  const language = findLanguage(headers['accept-language']);
  const t = translate(language);
  const validationErrors = [...checkProfessionalContact(t, body), ...checkPractice(t, body), ...checkSecurity(t, body)];
  if (validationErrors.length > 0) throw errors.CONFLICT({ data: { validationErrors } });
  const { securityQuestion, securityAnswer, securityCode, securityCodeConfirm: _confirm, ...registration } = body;
  // Before the transaction: hashing takes its time, and the store waits for nobody.
  const professional: ProfessionalRow = {
    account_id: randomUUID(),
    key_hash: hashSecret(headers['idempotency-key']),
    registration: professionalColumn.write(registration),
    security_question: securityQuestion,
    security_answer_hash: await hashPassword(securityAnswer),
    security_code_hash: await hashPassword(securityCode),
    created_at: context.clock.now().toISOString(),
  };
  const registered = await context.db
    .transaction()
    .execute((transaction) => register(transaction, context, professional, language));
  if (!registered) throw errors.CONFLICT({ data: { validationErrors: [taken(t)] } });
  return answerOf(registered);
});

/** @returns undefined when the e-mail has an account that was not made with this key */
async function register(
  db: Transaction<Schema>,
  context: EmbeddedContext,
  professional: ProfessionalRow,
  language: Language,
): Promise<ProfessionalRow | undefined> {
  const { account_id, key_hash } = professional;
  const isNew = (await findByKey(db, key_hash)) === undefined && (await insertAccount(db, professional));
  // Also where the same key was pressed twice and the other press came first.
  if (!isNew) return findByKey(db, key_hash);
  await db.insertInto('backend_professionals').values(professional).execute();
  const registration = professionalColumn.read(professional.registration);
  // Nobody has paid for codes where this is no demo.
  if (context.demo) await insertClientCodes(db, account_id, registration.country);
  await queueMail(db, context.clock, context.sealing, makeProfessionalMail(context, registration, language));
  return professional;
}

/** The account of a professional is one like a parent's, so that no e-mail ever has both. @returns false when the e-mail is taken */
async function insertAccount(db: Transaction<Schema>, professional: ProfessionalRow): Promise<boolean> {
  const { firstName, lastName, email, phoneCountryCode, phoneNumber, timezone, ...registration } =
    professionalColumn.read(professional.registration);
  if (await hasAccount(db, email)) return false;
  const { addressLine1: line1, addressLine2: line2, city, region, postalCode, country } = registration;
  const account = await db
    .insertInto('backend_accounts')
    .values({
      id: professional.account_id,
      family_id: null,
      email: normaliseEmail(email),
      email_key: normaliseEmail(email),
      profile: parentColumn.write({ firstName, lastName, email, phoneCountryCode, phoneNumber, timeZone: timezone }),
      address: addressColumn.write({ line1, line2, city, region, postalCode, country }),
      referral: null,
      marketing_opt_in: 0,
      username: null,
      username_key: null,
      password_hash: null,
      created_at: professional.created_at,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return account !== undefined;
}

function findByKey(db: Kysely<Schema>, keyHash: string): Promise<ProfessionalRow | undefined> {
  return db.selectFrom('backend_professionals').selectAll().where('key_hash', '=', keyHash).executeTakeFirst();
}

function answerOf(row: ProfessionalRow): ProfessionalAnswer {
  const { title, firstName, lastName, credentials, ...registration } = professionalColumn.read(row.registration);
  return { userId: row.account_id, name: { title, firstName, lastName, credentials }, ...registration };
}

function taken(t: Translate): ValidationErrors[number] {
  return { field: 'email', text: t('backend:duplicate.professional') };
}
