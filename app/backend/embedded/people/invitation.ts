import type { Selectable } from 'kysely';
import type { InvitationTable } from '~/store/backend-tables';
import { addressColumn, coParentColumn, inviterColumn, parentColumn } from './json-columns';

export type Invitation = Selectable<InvitationTable>;

export function readInvitation({ co_parent, parent, address, professional }: Invitation) {
  return {
    /** As the inviter gave it. */
    coParent: coParentColumn.read(co_parent),
    /** As the co-parent gave it. Null until then. */
    parent: parentColumn.readOrNull(parent),
    address: addressColumn.readOrNull(address),
    professional: inviterColumn.readOrNull(professional),
  };
}

/** The e-mail that the co-parent gave, or else the invited one. */
export function mailboxOf(invitation: Invitation): string | null {
  const { parent, coParent } = readInvitation(invitation);
  return parent?.email ?? coParent.email;
}

/** Whether somebody else pays for the subscription: the other parent paid, or a professional made the account. */
export function skipsPayment({ is_subscription_paid, professional }: Invitation): boolean {
  return is_subscription_paid === 1 || professional !== null;
}
