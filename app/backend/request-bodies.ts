import type { Order } from '~/domain/order';
import type { InvitedParentUpdate } from './schemas/invites';
import type { BillingDetails, Family, ParentContact } from '~/domain/people';

/** Bodies of the backend's calls, made from what a person entered (docs/rules.md, "Registration calls"). */

/** The first registration call: the parent alone. */
export function parentBodyOf(parent: ParentContact) {
  return {
    firstName: parent.firstName,
    lastName: parent.lastName,
    email: parent.email,
    phoneCountryCode: parent.countryCode,
    phoneNumber: parent.phoneNumber,
  };
}

/** The step-two request. */
export function familyBodyOf({ coParent, children }: Family, coParentDuplicateConfirmed: boolean) {
  return {
    coParent: {
      firstName: coParent.firstName,
      lastName: coParent.lastName,
      email: coParent.email ?? null,
      ...(coParent.phoneNumber ? { phoneCountryCode: coParent.countryCode, phoneNumber: coParent.phoneNumber } : {}),
    },
    coParentDuplicateConfirmed,
    children: children.map(({ firstName, lastName, email }) => ({ firstName, lastName, email: email ?? null })),
    sections: ['FAMILY' as const],
  };
}

/** The registration request of the billing form. */
export function billingBodyOf(email: string, billing: BillingDetails, parentDuplicateConfirmed: boolean) {
  return {
    parent: {
      firstName: billing.firstName,
      lastName: billing.lastName,
      email,
      phoneCountryCode: billing.countryCode,
      phoneNumber: billing.phoneNumber,
      timeZone: billing.timezone,
    },
    address: addressOf(billing),
    sections: ['PARENT' as const, 'ADDRESS' as const],
    referral: { selection: billing.referral, other: billing.referralOther ?? null },
    parentDuplicateConfirmed,
  };
}

/** The pricing call: an order for somebody at an address. */
export function pricingBodyOf(
  signupId: string,
  order: Order,
  billing: BillingDetails,
  extras: { codes: string[]; paysForCoParent: boolean },
) {
  return {
    address: { ...addressOf(billing), type: 'PRIMARY' as const },
    limboId: signupId,
    orderDetail: order,
    payForCoparent: extras.paysForCoParent,
    paymentCodes: extras.codes,
    phoneCountryCode: billing.countryCode,
    phoneNumber: billing.phoneNumber,
  };
}

/** The invited parent update (docs/rules.md, "Registration calls"), without an address; the sections say what of it counts. */
export function invitedUpdateOf(
  userId: string,
  parent: ParentContact & { timezone?: string },
  anonymousId: string | null,
): InvitedParentUpdate {
  return {
    parent: { ...parentBodyOf(parent), userId, ...(parent.timezone && { timeZone: parent.timezone }) },
    address: { line1: null, line2: null, city: null, region: null, postalCode: null, country: null },
    sections: ['PARENT'],
    segmentAnonymousId: anonymousId,
    segmentIdentify: anonymousId !== null,
  };
}

export function addressOf(billing: BillingDetails) {
  return {
    line1: billing.billingAddress,
    line2: billing.billingAddress2 ?? null,
    city: billing.city,
    region: billing.region,
    postalCode: billing.postalCode,
    country: billing.country,
  };
}
