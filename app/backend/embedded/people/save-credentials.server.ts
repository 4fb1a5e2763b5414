import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import { usernameKey } from './accounts.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { AccountHolder } from './account-holder.server';
import { insertInvitedAccount } from './invited-account.server';

/** Undoes the transaction. */
class NotSaved extends Error {
  constructor(readonly result: 'done-already' | 'duplicate') {
    super('The credentials were not saved');
  }
}

/**
 * Keeps username and password, ends every token that could set them, and closes the invitation there was.
 *
 * @returns `done-already` when somebody was faster, `duplicate` when the e-mail of an account to be made has one by now
 * @throws Error that is a unique violation when the username was taken in this instant
 */
export async function saveCredentials(
  { db, clock }: EmbeddedContext,
  { userId, invitation }: AccountHolder,
  username: string,
  passwordHash: string,
): Promise<'saved' | 'done-already' | 'duplicate'> {
  const now = clock.now().toISOString();
  try {
    return await db.transaction().execute(async (transaction) => {
      // Written first: whoever comes at the same time waits here, and then finds it done.
      await closeInvitation(transaction, userId, now, invitation !== undefined);
      const account = await transaction
        .updateTable('backend_accounts')
        .set({ username, username_key: usernameKey(username), password_hash: passwordHash })
        .where('id', '=', userId)
        .where('password_hash', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!account) throw new NotSaved('done-already');
      await transaction
        .updateTable('backend_tokens')
        .set({ used_at: now })
        .where('account_id', '=', userId)
        .where('purpose', '=', 'credentials')
        .where('used_at', 'is', null)
        .execute();
      return 'saved' as const;
    });
  } catch (error) {
    if (error instanceof NotSaved) return error.result;
    throw error;
  }
}

/** Marks the invitation of a user as done; where they have no account yet, and came by it, makes that first. */
async function closeInvitation(db: Kysely<Schema>, userId: string, now: string, isNeeded: boolean): Promise<void> {
  const invitation = await db
    .updateTable('backend_invitations')
    .set({ completed_at: now, updated_at: now })
    .where('id', '=', userId)
    .where('completed_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!invitation) {
    if (isNeeded) throw new NotSaved('done-already');
    return;
  }
  if (invitation.account_made_at === null && !(await insertInvitedAccount(db, invitation, now))) {
    throw new NotSaved('duplicate');
  }
}
