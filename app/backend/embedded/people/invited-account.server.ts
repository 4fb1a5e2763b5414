import type { EmbeddedContext } from '~/backend/embedded/context';
import { insertAccount } from './accounts.server';
import { readInvitation, type Invitation } from './invitation';
import type { Tx } from '~/store/store';

/**
 * Makes the account of an invitation. The caller must have locked the invitation's row.
 *
 * @param extra the time, and details that were given at the payment
 * @returns false if the e-mail already has an account
 * @throws Error if the invited person has not given their details
 */
export async function insertInvitedAccount(
  db: Tx,
  { storeClock }: Pick<EmbeddedContext, 'storeClock'>,
  invitation: Invitation,
  { now, ...extra }: { now: string; isDuplicateConfirmed: boolean; marketingOptIn: boolean },
): Promise<boolean> {
  const { parent } = readInvitation(invitation);
  if (!parent) throw new Error('An account needs contact details');
  const isMade = await insertAccount(db, {
    id: invitation.id,
    family_id: invitation.family_id,
    email: parent.email,
    isDuplicateConfirmed: invitation.parent_duplicate_confirmed === 1 || extra.isDuplicateConfirmed,
    answers: invitation.answers,
    answers_sealed_by: invitation.answers_sealed_by,
    marketing_opt_in: Number(invitation.marketing_opt_in === 1 || extra.marketingOptIn),
    agreed_to_terms: invitation.agreed_to_terms,
    created_at: now,
  });
  if (!isMade) return false;
  // The store's time, because links that other processes made are compared with it.
  const madeAt = (await storeClock.read(db)).now.toISOString();
  await db
    .updateTable('backend_invitations')
    .set({ account_made_at: madeAt })
    .where('id', '=', invitation.id)
    .execute();
  return true;
}
