import { readInvitation, type Invitation } from '~/backend/embedded/people/invitation';
import type { AddressBody, ParentBody } from '~/backend/schemas/people';
import { readRegistration, type Registration } from '~/backend/embedded/people/registration.server';
import type { PaymentAttempt } from './attempts/payment-attempt';

/** The data of a sign-up or an invited co-parent that a payment needs. */
export interface SignUpPayer {
  kind: PaymentAttempt['payer'];
  /** The signup id, or the invited user's id. */
  id: string;
  parent: ParentBody | null;
  address: AddressBody | null;
  /** The visitor confirmed a second account with the same e-mail. */
  isDuplicateConfirmed: boolean;
  /** The visitor's id at the sign-up. Null if it was not sent. */
  anonymousId: string | null;
}

export function payerOfRegistration(registration: Registration): SignUpPayer {
  const { parent, address } = readRegistration(registration);
  return {
    kind: 'registration',
    id: registration.id,
    parent,
    address,
    isDuplicateConfirmed: registration.parent_duplicate_confirmed === 1,
    anonymousId: registration.anonymous_id,
  };
}

export function payerOfInvitation(invitation: Invitation): SignUpPayer {
  const { parent, address } = readInvitation(invitation);
  const isDuplicateConfirmed = invitation.parent_duplicate_confirmed === 1;
  return {
    kind: 'invitation',
    id: invitation.id,
    parent,
    address,
    isDuplicateConfirmed,
    anonymousId: invitation.anonymous_id,
  };
}
