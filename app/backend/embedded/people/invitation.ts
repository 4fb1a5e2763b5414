import type { Selectable } from 'kysely';
import type { InvitationTable } from '~/store/backend-tables';
import { addressColumn, coParentColumn, inviterColumn, parentColumn } from './json-columns';

/** A row of the invitation table. */
export type Invitation = Selectable<InvitationTable>;

/** An invitation's JSON columns, read. */
export function readInvitation({ co_parent, parent, address, professional }: Invitation) {
  return {
    /** As whoever invited them told it. */
    coParent: coParentColumn.read(co_parent),
    /** As they told it themselves; null until then. */
    parent: parentColumn.readOrNull(parent),
    address: addressColumn.readOrNull(address),
    professional: inviterColumn.readOrNull(professional),
  };
}

/** Where a mail reaches them: at the address they gave themselves, or else where they were invited. */
export function mailboxOf(invitation: Invitation): string | null {
  const { parent, coParent } = readInvitation(invitation);
  return parent?.email ?? coParent.email;
}

/** Whether somebody else sees to the subscription: the other parent paid, or a professional made the account. */
export function skipsPayment({ is_subscription_paid, professional }: Invitation): boolean {
  return is_subscription_paid === 1 || professional !== null;
}
