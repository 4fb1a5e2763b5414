import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';
import { insertAccount } from '~/backend/embedded/people/accounts.server';
import type { Buyer } from './buyer';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { readInvitation, type Invitation } from '~/backend/embedded/people/invitation';
import { inviteLinkOf } from '~/backend/embedded/mails/invite-link';
import { readAttempt } from './payment-answer';
import type { PaymentAttempt } from './payment-attempt';
import { INVITE_DAYS, issueToken } from '~/backend/embedded/people/tokens.server';

/** The invited co-parent: they get the account their invitation was kept for, in the family of who invited them. */
export async function claimInvitation(
  db: Kysely<Schema>,
  { clock, publicUrl }: EmbeddedContext,
  attempt: PaymentAttempt,
  now: string,
): Promise<Buyer> {
  // Written first, so that nobody changes what they told between what is read here and what is made of it.
  const invitation = await db
    .updateTable('backend_invitations')
    .set({ updated_at: now })
    .where('id', '=', attempt.signup_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { parent } = readInvitation(invitation);
  if (!parent) throw new Error('Somebody paid who never told who they are');
  const { request } = readAttempt(attempt);
  return {
    userId: invitation.id,
    familyId: invitation.family_id,
    parent,
    coParent: null,
    isDuplicateConfirmed: invitation.parent_duplicate_confirmed === 1 || request.parentDuplicateConfirmed,
    makeAccount: (db) =>
      makeAccountOf(db, invitation, now, {
        isDuplicateConfirmed: request.parentDuplicateConfirmed,
        marketingOptIn: request.marketingOptIn,
      }),
    async wayBack(db) {
      const token = await issueToken(db, clock, 'invite', invitation.id);
      return { href: inviteLinkOf(publicUrl, token, invitation.id), days: INVITE_DAYS };
    },
  };
}

/**
 * Makes the account of an invitation out of what the invited person told. The caller holds the invitation's row.
 *
 * @param extra what was said besides, at the payment
 * @returns false when the e-mail has an account by now
 * @throws Error when they have not told who they are
 */
export async function makeAccountOf(
  db: Kysely<Schema>,
  invitation: Invitation,
  now: string,
  extra: { isDuplicateConfirmed: boolean; marketingOptIn: boolean } = {
    isDuplicateConfirmed: false,
    marketingOptIn: false,
  },
): Promise<boolean> {
  const { parent } = readInvitation(invitation);
  if (!parent || invitation.parent === null) throw new Error('An account needs to know whose it is');
  const isMade = await insertAccount(db, {
    id: invitation.id,
    family_id: invitation.family_id,
    email: parent.email,
    isDuplicateConfirmed: invitation.parent_duplicate_confirmed === 1 || extra.isDuplicateConfirmed,
    profile: invitation.parent,
    address: invitation.address,
    referral: invitation.referral,
    marketing_opt_in: Number(invitation.marketing_opt_in === 1 || extra.marketingOptIn),
    agreed_to_terms: invitation.agreed_to_terms,
    security_question: invitation.security_question,
    security_answer_hash: invitation.security_answer_hash,
    security_code_hash: invitation.security_code_hash,
    created_at: now,
  });
  if (isMade) {
    await db.updateTable('backend_invitations').set({ account_made_at: now }).where('id', '=', invitation.id).execute();
  }
  return isMade;
}
