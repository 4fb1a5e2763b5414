import { PostgresAdapter, sql, type ExpressionBuilder, type Insertable } from 'kysely';
import type { ValidationErrors } from '~/backend/schemas/answers';
import { normaliseEmail } from '~/domain/email';
import type { Translate } from '~/i18n/translator';
import type { Db, Tx } from '~/store/store';
import type { AccountTable } from '~/store/backend-tables';
import type { Schema } from '~/store/schema';

/**
 * Whether an account blocks this e-mail (docs/rules.md, "Accounts that block"). Unfinished registrations, invitations and unconfirmed
 * accounts do not.
 *
 * @param except the id of an account to leave out
 */
export async function hasAccount(db: Db, email: string | null | undefined, except = ''): Promise<boolean> {
  if (email == null) return false;
  const accounts = await db
    .selectFrom('backend_accounts')
    .select(['id', 'password_hash'])
    .where('email', '=', normaliseEmail(email))
    .where('id', '!=', except)
    .execute();
  if (accounts.length === 0) return false;
  if (accounts.some(({ password_hash }) => password_hash !== null)) return true;
  const ids = accounts.map(({ id }) => id);
  const unconfirmed = await db
    .selectFrom('backend_professionals')
    .select('account_id')
    .where('account_id', 'in', ids)
    .execute();
  return unconfirmed.length < accounts.length;
}

/** The fault whose field name ends in `.duplicate`, by which the front end recognises a duplicate account. */
export function duplicateFault(t: Translate, who: 'parent' | 'coParent', isDuplicate: boolean): ValidationErrors {
  return isDuplicate ? [{ field: `${who}.duplicate`, text: t(`backend:duplicate.${who}`) }] : [];
}

/**
 * Lets only one transaction at a time check and register these e-mails, until its end. On Postgres two could otherwise both check before
 * either has written. SQLite runs one transaction at a time.
 */
export async function lockEmails(db: Tx, emails: readonly string[]): Promise<void> {
  if (!(db.getExecutor().adapter instanceof PostgresAdapter)) return;
  // In one sequence, so that two transactions with the same e-mails cannot deadlock.
  for (const email of [...new Set(emails.map(normaliseEmail))].toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 0))`.execute(db); // cspell:ignore xact hashtextextended
}

/**
 * A payment or an invite link creates a parent's account. Only a professional's account exists before its owner proves that the mailbox is
 * theirs.
 */
function isUnconfirmed({ eb, and, exists, selectFrom }: ExpressionBuilder<Schema, 'backend_accounts'>) {
  return and([
    eb('password_hash', 'is', null),
    exists(selectFrom('backend_professionals').select('account_id').whereRef('account_id', '=', 'backend_accounts.id')),
  ]);
}

/** Username and password are added later. */
type NewAccount = Omit<
  Insertable<AccountTable>,
  'email' | 'email_key' | 'username' | 'username_key' | 'password_hash'
> & {
  email: string;
};

const WITHOUT_CREDENTIALS = { username: null, username_key: null, password_hash: null };

/**
 * Creates a parent's account, and removes unconfirmed ones with its e-mail.
 *
 * @param account.isDuplicateConfirmed the parent confirmed a second account with the same e-mail
 * @returns false if the e-mail already has an account and no second one was confirmed
 */
export async function insertAccount(
  db: Tx,
  { isDuplicateConfirmed, ...account }: NewAccount & { isDuplicateConfirmed: boolean },
): Promise<boolean> {
  const email = normaliseEmail(account.email);
  // Before the insert, so that a concurrent confirmation locks in the same order.
  await removeUnconfirmed(db, await lockUnconfirmed(db, email));
  const inserted = await db
    .insertInto('backend_accounts')
    .values({ ...account, ...WITHOUT_CREDENTIALS, email, email_key: isDuplicateConfirmed ? null : email })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Creates an account that does not block its e-mail until `saveCredentials` confirms it. */
export async function insertUnconfirmedAccount(db: Db, account: NewAccount): Promise<void> {
  const email = normaliseEmail(account.email);
  await db
    .insertInto('backend_accounts')
    .values({ ...account, ...WITHOUT_CREDENTIALS, email, email_key: null })
    .execute();
}

/**
 * Locks an e-mail, so that an order for the same person waits until this account is committed, and its unconfirmed accounts, so that only
 * one of several concurrent confirmations finds its own.
 *
 * @returns the ids of the unconfirmed accounts
 */
export async function lockUnconfirmed(db: Tx, email: string): Promise<string[]> {
  await lockEmails(db, [email]);
  const rows = await db
    .updateTable('backend_accounts')
    .set({ email_key: null })
    .where('email', '=', normaliseEmail(email))
    .where(isUnconfirmed)
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Removes the given accounts that are unconfirmed, with their links. */
export async function removeUnconfirmed(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await db
    .deleteFrom('backend_accounts')
    .where('id', 'in', ids)
    .where(isUnconfirmed)
    .returning('id')
    .execute();
  const removed = rows.map(({ id }) => id);
  if (removed.length === 0) return;
  await db.deleteFrom('backend_professional_codes').where('professional_id', 'in', removed).execute();
  await db.deleteFrom('backend_professionals').where('account_id', 'in', removed).execute();
  await db.deleteFrom('backend_tokens').where('account_id', 'in', removed).execute();
}

/** @returns the id of the account with this username, ignoring case */
export async function findUsernameOwner(db: Db, username: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  return account?.id;
}

/** Normalises usernames for comparison, so that two lookalikes count as the same. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
