import type { Order } from '~/domain/order';
import type { InviteContext } from './schemas/invites';
import type { InvitedParentUpdate, RegistrationUpdate } from './schemas/sections';
import { ADDRESS, type BillingDetails } from '~/steps/billing';
import { CHILDREN, CO_PARENT, type Family } from '~/steps/family';
import { REFERRAL } from '~/steps/referral';
import { CONTACT, type ContactRecord, type ParentContact } from '~/steps/contact';
import {
  PRACTICE,
  PROFESSIONAL_CONTACT,
  PROFESSIONAL_SECURITY,
  type Practice,
  type ProfessionalContact,
  type ProfessionalSecurity,
  type RegisteredProfessional,
} from '~/steps/professional';
import type { ProfessionalAnswer, ProfessionalUserBody } from './schemas/professional';

/** The bodies of the backend's calls (docs/rules.md, "Registration calls"). */

/** All known contact data of a parent. */
export function parentBodyOf(parent: ContactRecord) {
  return { ...CONTACT.toBody(parent), ...(parent.timezone && { timeZone: parent.timezone }) };
}

/** Prefills the first step's form. Unknown required fields are empty. */
export function contactOf(known: InviteContext['parent']): ParentContact {
  return { firstName: '', lastName: '', email: '', countryCode: '', phoneNumber: '', ...CONTACT.fromBody(known) };
}

export function familyBodyOf({ coParent, children }: Family, coParentDuplicateConfirmed: boolean) {
  const { phoneCountryCode, phoneNumber, ...known } = CO_PARENT.toBody({ ...coParent, knowsCoParentEmail: undefined });
  return {
    coParent: { ...known, ...(phoneNumber !== null && { phoneCountryCode, phoneNumber }) },
    coParentDuplicateConfirmed,
    ...CHILDREN.toBody({ children }),
    sections: ['FAMILY'],
  } satisfies RegistrationUpdate;
}

export function billingBodyOf(parent: ContactRecord, billing: BillingDetails, parentDuplicateConfirmed: boolean) {
  return {
    parent: parentBodyOf(parent),
    address: ADDRESS.toBody(billing),
    sections: ['PARENT', 'ADDRESS'],
    referral: REFERRAL.toBody(billing),
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
    address: { type: 'PRIMARY' as const, ...ADDRESS.toBody(billing) },
    limboId: signupId,
    orderDetail: order,
    payForCoparent: extras.paysForCoParent,
    paymentCodes: extras.codes,
    phoneCountryCode: parent.countryCode,
    phoneNumber: parent.phoneNumber,
  };
}

/** The first step's update of an invited parent (docs/rules.md, "Registration calls"). The other updates add their parts and sections. */
export function invitedUpdateOf(userId: string, parent: ContactRecord, anonymousId: string | null) {
  return {
    parent: { ...parentBodyOf(parent), userId },
    address: { line1: null, line2: null, city: null, region: null, postalCode: null, country: null },
    sections: ['PARENT'],
    segmentAnonymousId: anonymousId,
    segmentIdentify: anonymousId !== null,
  } satisfies InvitedParentUpdate;
}

/** Registers a professional. Empty optional fields are sent as null. */
export function professionalBodyOf(
  contact: ProfessionalContact,
  practice: Practice,
  security: ProfessionalSecurity,
): ProfessionalUserBody {
  return {
    ...PROFESSIONAL_CONTACT.toBody(contact),
    ...PRACTICE.toBody(practice),
    ...PROFESSIONAL_SECURITY.toBody(security),
  };
}

/** The professional's account as the backend returned it. Fields that the response omits are taken from the request. */
export function registeredProfessionalOf(
  answer: ProfessionalAnswer,
  sent: ProfessionalUserBody,
): RegisteredProfessional {
  const { name } = answer;
  return {
    userId: answer.userId ?? undefined,
    name: {
      title: (name ? name.title : sent.title) ?? undefined,
      firstName: name?.firstName ?? sent.firstName,
      lastName: name?.lastName ?? sent.lastName,
      credentials: (name ? name.credentials : sent.credentials) ?? undefined,
    },
    email: answer.email ?? sent.email,
    phoneCountryCode: answer.phoneCountryCode ?? sent.phoneCountryCode,
    phoneNumber: answer.phoneNumber ?? sent.phoneNumber,
    phoneExtension: answer.phoneExtension ?? sent.phoneExtension ?? undefined,
    practiceName: answer.practiceName ?? sent.practiceName,
    addressLine1: answer.addressLine1 ?? sent.addressLine1,
    addressLine2: answer.addressLine2 ?? sent.addressLine2 ?? undefined,
    country: answer.country ?? sent.country,
    city: answer.city ?? sent.city,
    region: answer.region ?? sent.region,
    postalCode: answer.postalCode ?? sent.postalCode,
    timezone: answer.timezone ?? sent.timezone,
    roles: answer.roles ?? sent.roles,
    passwordUrl: answer.passwordUrl ?? undefined,
  };
}
