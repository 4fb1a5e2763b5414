import { readInvitation, type Invitation } from '~/backend/embedded/people/invitation';
import { mergeAnswers } from '~/backend/embedded/people/sections.server';
import type { PaidDetails, PaidFamily } from '~/backend/schemas/payments';
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
  /** All answers at the payment, as their column stores them. Later changes do not affect the order. */
  answers: string;
  /** The visitor confirmed a second account with the same e-mail. */
  isDuplicateConfirmed: boolean;
  /** The co-parent whom a registration names. */
  coParent: { email: string | null | undefined; isDuplicateConfirmed: boolean } | null;
  /** The visitor's id, for the experiments that decide a price. Null if it was not sent. */
  anonymousId: string | null;
}

/** @param shown the answers that the payment request contains, which take precedence over the stored ones */
export function payerOfRegistration(stored: Registration, shown?: PaidFamily): SignUpPayer {
  const registration = shown ? { ...stored, ...mergeAnswers(stored.answers, sectionsOf(shown)) } : stored;
  const { parent, address, coParent } = readRegistration(registration);
  return {
    kind: 'registration',
    id: registration.id,
    parent,
    address,
    answers: registration.answers,
    isDuplicateConfirmed: registration.parent_duplicate_confirmed === 1,
    coParent: coParent && {
      email: coParent.email,
      isDuplicateConfirmed: registration.co_parent_duplicate_confirmed === 1,
    },
    anonymousId: registration.anonymous_id,
  };
}

/** The sections of a payment request's `payer`. */
export function sectionsOf({ parent, address, coParent, children }: PaidFamily) {
  return { PARENT: { parent }, ADDRESS: { address }, FAMILY: { coParent, children } };
}

/**
 * @param anonymousId of the request, because another browser with the invite may have stored another one
 * @param shown contact and address that the payment request contains, which take precedence over the stored ones
 */
export function payerOfInvitation(
  stored: Invitation,
  anonymousId: string | undefined,
  shown?: PaidDetails,
): SignUpPayer {
  const sections = shown && {
    PARENT: { parent: { ...shown.parent, userId: stored.id } },
    ADDRESS: { address: shown.address },
  };
  const invitation = sections ? { ...stored, ...mergeAnswers(stored.answers, sections) } : stored;
  const { parent, address } = readInvitation(invitation);
  const isDuplicateConfirmed = invitation.parent_duplicate_confirmed === 1;
  return {
    kind: 'invitation',
    id: invitation.id,
    parent,
    address,
    answers: invitation.answers,
    isDuplicateConfirmed,
    coParent: null,
    anonymousId: anonymousId ?? null,
  };
}
