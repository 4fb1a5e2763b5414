import type { Kysely } from 'kysely';
import { normaliseEmail } from '~/domain/email';
import type { Schema } from '~/server/store/schema';

/** Whether somebody with this e-mail has an account. An unfinished registration is none. */
export async function hasAccount(db: Kysely<Schema>, email: string | null | undefined): Promise<boolean> {
  if (email == null) return false;
  const account = await db
    .selectFrom('backend_accounts')
    .select('id')
    .where('email', '=', normaliseEmail(email))
    .limit(1)
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
