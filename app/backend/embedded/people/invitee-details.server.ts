import type { Updateable } from 'kysely';
import type { InvitationTable } from '~/store/backend-tables';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Invitation } from './invitation';

/** The columns that an invited parent can fill in. */
export type InviteeDetails = Pick<
  Updateable<InvitationTable>,
  | 'parent'
  | 'address'
  | 'referral'
  | 'security_question'
  | 'security_answer_hash'
  | 'security_code_hash'
  | 'parent_duplicate_confirmed'
  | 'agreed_to_terms'
  | 'marketing_opt_in'
  | 'anonymous_id'
>;

/**
 * Stores the details in the invitation, and in the account if there is one.
 *
 * @returns false if the sign-up was paid or completed during the checks
 */
export function saveInviteeDetails(
  { db, clock }: EmbeddedContext,
  invitation: Invitation,
  told: InviteeDetails,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    const saved = await transaction
      .updateTable('backend_invitations')
      .set({ ...told, updated_at: clock.now().toISOString() })
      .where('id', '=', invitation.id)
      .where('completed_at', 'is', null)
      .where('account_made_at', invitation.account_made_at === null ? 'is' : '=', invitation.account_made_at)
      .returning('account_made_at')
      .executeTakeFirst();
    if (!saved) return false;
    const { parent, anonymous_id: _visitor, parent_duplicate_confirmed: _confirmed, ...same } = told;
    const ofAccount = { ...same, ...(typeof parent === 'string' && { profile: parent }) };
    if (saved.account_made_at !== null && Object.keys(ofAccount).length > 0) {
      await transaction.updateTable('backend_accounts').set(ofAccount).where('id', '=', invitation.id).execute();
    }
    return true;
  });
}
