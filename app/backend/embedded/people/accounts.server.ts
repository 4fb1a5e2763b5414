import type { Insertable, Kysely } from 'kysely';
import { normaliseEmail } from '~/domain/email';
import type { AccountTable } from '~/store/backend-tables';
import type { Schema } from '~/store/schema';

/**
 * Whether an account has this e-mail. Unfinished registrations and invitations do not count.
 *
 * @param except the id of an account to leave out
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

/** Username and password are added later. */
export type NewAccount = Omit<
  Insertable<AccountTable>,
  'email' | 'email_key' | 'username' | 'username_key' | 'password_hash'
> & {
  email: string;
  /** The person confirmed a second account with the same e-mail. */
  isDuplicateConfirmed: boolean;
};

/** Makes an account. @returns false if the e-mail now has one and no second account was confirmed */
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

/** @returns the id of the account that has it, in whatever case */
export async function findUsernameOwner(db: Kysely<Schema>, username: string): Promise<string | undefined> {
  const account = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where('username_key', '=', usernameKey(username))
    .executeTakeFirst();
  return account?.id;
}

/** The form in which usernames are compared, so that two that look alike count as the same. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').toLowerCase();
}
