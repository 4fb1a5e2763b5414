import type { Updateable } from 'kysely';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { ValidationErrors } from '~/backend/schemas/answers';
import type { InvitedParentUpdate } from '~/backend/schemas/sections';
import type { Translate } from '~/i18n/translator';
import type { InvitationTable } from '~/store/backend-tables';
import { duplicateFault, hasAccount } from './accounts.server';
import { readInvitation, type Invitation } from './invitation';
import { findFaults, hashSecrets, mergeAnswers, sectionsIn, type HashedSections } from './sections.server';

/** The details that an invited parent can enter. */
interface InviteeDetails {
  answers?: HashedSections;
  columns?: Pick<Updateable<InvitationTable>, 'parent_duplicate_confirmed' | 'agreed_to_terms' | 'marketing_opt_in'>;
}

/** The faults of an invited parent's update, for the sections it names. */
export async function findInviteeFaults(
  { db }: EmbeddedContext,
  invitation: Invitation,
  body: InvitedParentUpdate,
  t: Translate,
): Promise<ValidationErrors> {
  const sections = sectionsIn(body, body.sections);
  const isConfirmed = body.parentDuplicateConfirmed ?? invitation.parent_duplicate_confirmed === 1;
  const isDuplicate = !isConfirmed && (await hasAccount(db, sections.PARENT?.parent.email, invitation.id));
  return [...findFaults(t, sections), ...duplicateFault(t, 'parent', isDuplicate)];
}

export async function inviteeDetailsIn(
  { pepper }: EmbeddedContext,
  invitation: Invitation,
  body: InvitedParentUpdate,
): Promise<InviteeDetails> {
  const { PARENT, ...otherSections } = sectionsIn(body, body.sections);
  return {
    answers: await hashSecrets(pepper, {
      ...(PARENT && { PARENT: { parent: { ...PARENT.parent, userId: invitation.id } } }),
      ...otherSections,
    }),
    columns: {
      ...(body.parentDuplicateConfirmed !== undefined && {
        parent_duplicate_confirmed: Number(body.parentDuplicateConfirmed),
      }),
    },
  };
}

/**
 * Whether an update keeps the details that the payment was made with. They must stay as the Review page showed them, even if another
 * browser with the invite sends different ones.
 */
export function keepsPaidDetails(invitation: Invitation, body: InvitedParentUpdate): boolean {
  const { PARENT, ADDRESS } = sectionsIn(body, body.sections);
  const known = readInvitation(invitation);
  return (
    (!PARENT || isIncluded({ ...PARENT.parent, userId: undefined }, known.parent)) &&
    (!ADDRESS || isIncluded(ADDRESS.address, known.address))
  );
}

/** Whether the stored contact is only what the inviter entered. The billing form, which any person with the link can send, adds a time zone. */
export function isAsInvited(invitation: Invitation): boolean {
  const { parent, coParent } = readInvitation(invitation);
  return isIncluded({ ...parent, userId: undefined }, coParent);
}

function isIncluded(reported: object, stored: object | null): boolean {
  const known = new Map<string, unknown>(Object.entries(stored ?? {}));
  return Object.entries(reported).every(([name, value]) => value === undefined || value === known.get(name));
}

/**
 * Stores the details in the invitation, and in the account if there is one.
 *
 * @returns false if the sign-up was paid or completed during the checks
 */
export function saveInviteeDetails(
  { db, clock }: EmbeddedContext,
  { id, account_made_at }: Invitation,
  { answers, columns = {} }: InviteeDetails,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    // The update comes first to lock the row.
    const saved = await transaction
      .updateTable('backend_invitations')
      .set({ ...columns, updated_at: clock.now().toISOString() })
      .where('id', '=', id)
      .where('completed_at', 'is', null)
      .where('account_made_at', account_made_at === null ? 'is' : '=', account_made_at)
      .returning('answers')
      .executeTakeFirst();
    if (!saved) return false;
    if (answers) {
      const merged = mergeAnswers(saved.answers, answers);
      await transaction.updateTable('backend_invitations').set(merged).where('id', '=', id).execute();
    }
    if (account_made_at === null) return true;
    const { answers: known } = await transaction
      .selectFrom('backend_accounts')
      .select('answers')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const { parent_duplicate_confirmed: _confirmed, ...same } = columns;
    await transaction
      .updateTable('backend_accounts')
      .set({ ...same, ...mergeAnswers(known, answers ?? {}) })
      .where('id', '=', id)
      .execute();
    return true;
  });
}
