import { readInvitation, type Invitation } from '~/backend/embedded/people/invitation';
import type { AddressBody, ParentBody } from '~/backend/embedded/people/json-columns';
import { readRegistration, type Registration } from '~/backend/embedded/people/registration.server';
import type { PaymentAttempt } from './payment-attempt';

/** Who pays: a sign-up, or an invited co-parent. What taking their money has to know of them. */
export interface Payer {
  kind: PaymentAttempt['payer'];
  /** The signup id, or the invited user's id. */
  id: string;
  parent: ParentBody | null;
  address: AddressBody | null;
  /** They want an account beside one with the same e-mail. */
  isDuplicateConfirmed: boolean;
  /** The id of the browser they signed up in; null where it was not told. */
  anonymousId: string | null;
}

export function payerOfRegistration(registration: Registration): Payer {
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

export function payerOfInvitation(invitation: Invitation): Payer {
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
