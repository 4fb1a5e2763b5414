import type { Order } from '~/domain/order';
import type { InvitedParentUpdate } from './schemas/invited-updates';
import type { InviteContext } from './schemas/invites';
import { contactBody } from './schemas/people';
import type { RegistrationUpdate } from './schemas/registration-updates';
import {
  CONTACT_FIELDS,
  type BillingDetails,
  type ContactField,
  type ContactRecord,
  type Family,
  type ParentContact,
} from '~/domain/people';

/** The bodies of the backend's calls (docs/rules.md, "Registration calls"). */

/** `parse` drops everything that is not part of the contact. */
export function contactBodyOf(parent: ParentContact) {
  return contactBody.parse({ ...parent, phoneCountryCode: parent.countryCode });
}

/** All that is known of a parent's contact. */
export function parentBodyOf(parent: ContactRecord) {
  return { ...contactBodyOf(parent), ...(parent.timezone && { timeZone: parent.timezone }) };
}

/** Fills the first step's form from what is known. Unknown fields are empty. */
export function contactOf({ phoneCountryCode, ...known }: InviteContext['parent']): ParentContact {
  const told: Partial<Record<ContactField, string | null>> = { ...known, countryCode: phoneCountryCode };
  return Object.fromEntries(CONTACT_FIELDS.map((field) => [field, told[field] ?? ''])) as ParentContact;
}

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
    sections: ['FAMILY'],
  } satisfies RegistrationUpdate;
}

export function billingBodyOf(parent: ContactRecord, billing: BillingDetails, parentDuplicateConfirmed: boolean) {
  return {
    parent: parentBodyOf(parent),
    address: addressOf(billing),
    sections: ['PARENT', 'ADDRESS'],
    referral: { selection: billing.referral, other: billing.referralOther ?? null },
    parentDuplicateConfirmed,
  } satisfies RegistrationUpdate;
}

export function pricingBodyOf(
  signupId: string,
  order: Order,
  { parent, billing }: { parent: ParentContact; billing: BillingDetails },
  extras: { codes: string[]; paysForCoParent: boolean },
) {
  return {
    address: { ...addressOf(billing), type: 'PRIMARY' as const },
    limboId: signupId,
    orderDetail: order,
    payForCoparent: extras.paysForCoParent,
    paymentCodes: extras.codes,
    phoneCountryCode: parent.countryCode,
    phoneNumber: parent.phoneNumber,
  };
}

/** What an invited parent tells on the first step (docs/rules.md, "Registration calls"). The other updates add their parts and sections. */
export function invitedUpdateOf(userId: string, parent: ContactRecord, anonymousId: string | null) {
  return {
    parent: { ...parentBodyOf(parent), userId },
    address: { line1: null, line2: null, city: null, region: null, postalCode: null, country: null },
    sections: ['PARENT'],
    segmentAnonymousId: anonymousId,
    segmentIdentify: anonymousId !== null,
  } satisfies InvitedParentUpdate;
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
