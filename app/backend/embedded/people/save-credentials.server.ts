import { normaliseEmail } from '~/domain/email';
import { hasAccount, lockUnconfirmed, removeUnconfirmed, usernameKey } from './accounts.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { AccountHolder } from './account-holder.server';
import { insertInvitedAccount } from './invited-account.server';
import type { Tx } from '~/store/store';

/** Rolls the transaction back. */
class NotSaved extends Error {
  constructor(readonly result: 'done-already' | 'duplicate') {
    super('Failed to save the credentials');
  }
}

/**
 * Stores username and password, ends every token that could set them, and closes the invitation. This confirms the
 * account and removes unconfirmed ones with its e-mail.
 *
 * @returns `done-already` if another request, or another account with the e-mail, came first; `duplicate` if the new account's
 * e-mail is now taken
 * @throws Error a unique violation, if the username was taken at the same moment
 */
export async function saveCredentials(
  context: EmbeddedContext,
  { userId, invitation, account: known }: AccountHolder,
  username: string,
  passwordHash: string,
): Promise<'saved' | 'done-already' | 'duplicate'> {
  const { db, clock } = context;
  const now = clock.now().toISOString();
  try {
    return await db.transaction().execute(async (transaction) => {
      // The write comes first, so that a concurrent request waits here and then finds the credentials set.
      await closeInvitation(transaction, context, { userId, now, isNeeded: invitation !== undefined });
      const unconfirmed = known ? await lockUnconfirmed(transaction, known.email) : [];
      const isConfirming = unconfirmed.includes(userId);
      if (isConfirming && (await hasAccount(transaction, known?.email))) throw new NotSaved('done-already');
      const account = await transaction
        .updateTable('backend_accounts')
        .set({
          username,
          username_key: usernameKey(username),
          password_hash: passwordHash,
          ...(isConfirming && known && { email_key: normaliseEmail(known.email) }),
        })
        .where('id', '=', userId)
        .where('password_hash', 'is', null)
        .returning('id')
        .executeTakeFirst();
      if (!account) throw new NotSaved('done-already');
      await removeUnconfirmed(
        transaction,
        unconfirmed.filter((id) => id !== userId),
      );
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

/** Marks the user's invitation as done. Makes the account first if an invited user has none yet. */
async function closeInvitation(
  db: Tx,
  context: EmbeddedContext,
  { userId, now, isNeeded }: { userId: string; now: string; isNeeded: boolean },
): Promise<void> {
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
  if (invitation.account_made_at !== null) return;
  const given = { now, isDuplicateConfirmed: false, marketingOptIn: false };
  if (!(await insertInvitedAccount(db, context, invitation, given))) throw new NotSaved('duplicate');
}
