import type { Selectable } from 'kysely';
import { z } from 'zod';
import { coParentBody } from '~/backend/schemas/people';
import type { InvitationTable } from '~/store/backend-tables';
import { jsonColumn } from '~/store/json-column';
import { readAnswers } from './sections.server';

export type Invitation = Selectable<InvitationTable>;

export const coParentColumn = jsonColumn('co_parent', coParentBody);
/** The professional who made an invitation. */
export const inviterColumn = jsonColumn('professional', z.object({ firstName: z.string(), lastName: z.string() }));

export function readInvitation({
  co_parent,
  answers,
  professional,
}: Pick<Invitation, 'co_parent' | 'answers' | 'professional'>) {
  const { parent = null, address = null } = readAnswers(answers);
  return {
    /** As entered by the inviter. */
    coParent: coParentColumn.read(co_parent),
    /** As entered by the co-parent. Null until then. */
    parent,
    address,
    professional: inviterColumn.readOrNull(professional),
  };
}

/** The e-mail that the co-parent entered, or else the invited one. */
export function mailboxOf(invitation: Invitation): string | null {
  const { parent, coParent } = readInvitation(invitation);
  return parent?.email ?? coParent.email;
}

/** Whether another person pays for the subscription: the other parent paid, or a professional made the account. */
export function skipsPayment({ is_subscription_paid, professional }: Invitation): boolean {
  return is_subscription_paid === 1 || professional !== null;
}
