import type { Selectable } from 'kysely';
import type { z } from 'zod';
import type { addressBody, coParentBody, parentBody } from '~/backend/schemas/people';
import type { InvitationTable } from '~/store/backend-tables';

/** A row of the invitation table. */
export type Invitation = Selectable<InvitationTable>;

/** An invitation's JSON columns, read. */
export function readInvitation({ co_parent, parent, address, professional }: Invitation) {
  return {
    /** As whoever invited them told it. */
    coParent: JSON.parse(co_parent) as z.infer<typeof coParentBody>,
    /** As they told it themselves; null until then. */
    parent: JSON.parse(parent ?? 'null') as z.infer<typeof parentBody> | null,
    address: JSON.parse(address ?? 'null') as z.infer<typeof addressBody> | null,
    professional: JSON.parse(professional ?? 'null') as { firstName: string; lastName: string } | null,
  };
}

/** Where a mail reaches them: at the address they gave themselves, or else where they were invited. */
export function mailboxOf(invitation: Invitation): string | null {
  return readInvitation(invitation).parent?.email ?? readInvitation(invitation).coParent.email;
}

/** Whether somebody else sees to the subscription: the other parent paid, or a professional made the account. */
export function skipsPayment({ is_subscription_paid, professional }: Invitation): boolean {
  return is_subscription_paid === 1 || professional !== null;
}
