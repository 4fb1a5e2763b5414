import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import type { Buyer } from './buyer';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { readInvitation } from '~/backend/embedded/people/invitation';
import { insertInvitedAccount } from '~/backend/embedded/people/invited-account.server';
import { INVITE_DAYS, inviteLinkOf } from '~/backend/embedded/mails/invite-link';
import { readAttempt, type PaymentAttempt } from './attempts/payment-attempt';
import { issueToken } from '~/backend/embedded/people/tokens.server';

/** Claims an invitation. The co-parent gets the account reserved for them, in the inviter's family. */
export async function claimInvitation(
  db: Kysely<Schema>,
  { clock, publicUrl }: EmbeddedContext,
  attempt: PaymentAttempt,
  now: string,
): Promise<Buyer> {
  // The update comes first to lock the row, so that nobody changes the details between this read and their use.
  const invitation = await db
    .updateTable('backend_invitations')
    .set({ updated_at: now })
    .where('id', '=', attempt.signup_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { parent, address } = readInvitation(invitation);
  if (!parent) throw new Error('Somebody paid who never told who they are');
  const { request } = readAttempt(attempt);
  return {
    userId: invitation.id,
    familyId: invitation.family_id,
    parent,
    address,
    coParent: null,
    isDuplicateConfirmed: invitation.parent_duplicate_confirmed === 1 || request.parentDuplicateConfirmed,
    makeAccount: (db) =>
      insertInvitedAccount(db, invitation, now, {
        isDuplicateConfirmed: request.parentDuplicateConfirmed,
        marketingOptIn: request.marketingOptIn,
      }),
    async wayBack(db) {
      const token = await issueToken(db, clock, 'invite', invitation.id);
      return { href: inviteLinkOf(publicUrl, token, invitation.id), days: INVITE_DAYS };
    },
  };
}
