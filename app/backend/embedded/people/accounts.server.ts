import type { Insertable, Kysely } from 'kysely';
import { normaliseEmail } from '~/domain/email';
import type { AccountTable } from '~/store/backend-tables';
import type { Schema } from '~/store/schema';

/**
 * Whether somebody with this e-mail has an account. An unfinished registration is none, and an invitation neither.
 *
 * @param except the id of the account that is asked for itself
 */
export async function hasAccount(db: Kysely<Schema>, email: string | null | undefined, except = ''): Promise<boolean> {
  if (email == null) return false;
  const account = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .where('id', '!=', except)
    .limit(1)
    .executeTakeFirst();
  return account !== undefined;
}

/** What an account is made of; username and password come later. */
export type NewAccount = Omit<
  Insertable<AccountTable>,
  'email' | 'email_key' | 'username' | 'username_key' | 'password_hash'
> & {
  email: string;
  /** Wanted beside an account with the same e-mail. */
  isDuplicateConfirmed: boolean;
};

/** Makes an account. @returns false when the e-mail has one by now, and a second was not asked for */
export async function insertAccount(
  db: Kysely<Schema>,
  { isDuplicateConfirmed, ...made }: NewAccount,
): Promise<boolean> {
  const email = normaliseEmail(made.email);
  const account = await db
    .insertInto('backend_accounts')
    .values({
      ...made,
      email,
      email_key: isDuplicateConfirmed ? null : email,
      username: null,
      username_key: null,
      password_hash: null,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  return account !== undefined;
}

/** Whether an account has this username, in whatever case. */
export async function isUsernameTaken(db: Kysely<Schema>, username: string): Promise<boolean> {
  const account = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  return account !== undefined;
}

/** The username as it is compared: two that look alike are one. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
