/**
 * What a parent tells of themselves on the first step (docs/rules.md, "Parent contact"). Everything that is made of it follows from this
 * list (docs/adding-a-field.md). `countryCode` is a calling code with its plus, `phoneNumber` digits only.
 */
export const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'countryCode', 'phoneNumber'] as const;

export type ContactField = (typeof CONTACT_FIELDS)[number];

/** Empty where a field may be left out, and was. */
export type ParentContact = Record<ContactField, string>;

/**
 * All that is known of a parent's contact. Several screens ask for parts of it; the answer that was accepted last counts on all of them
 * (docs/rules.md, "One contact record").
 */
export type ContactRecord = ParentContact & {
  /** IANA. Asked with the billing address. */
  timezone?: string;
};

interface CoParent {
  firstName: string;
  lastName: string;
  email?: string;
  countryCode: string;
  phoneNumber?: string;
  knowsCoParentEmail: boolean;
}

interface Child {
  firstName: string;
  lastName: string;
  email?: string;
}

export interface Family {
  coParent: CoParent;
  children: Child[];
}

/** What the billing form asks beside the contact record. */
export interface BillingDetails {
  billingAddress: string;
  billingAddress2?: string;
  city: string;
  /** ISO 3166-2 without the country; empty where the country has no regions. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Empty where the country has no postal codes. */
  postalCode: string;
  referral: string;
  referralOther?: string;
}

/** The contact record's fields that the billing form asks for again. The e-mail is shown there, and read-only. */
const BILLING_CONTACT_FIELDS = ['firstName', 'lastName', 'countryCode', 'phoneNumber', 'timezone'] as const;

/** The billing form's answers. */
export type BillingAnswers = BillingDetails & Required<Pick<ContactRecord, (typeof BILLING_CONTACT_FIELDS)[number]>>;

/** The contact record after the billing form was accepted. */
export function withBillingContact(known: ContactRecord, answers: BillingAnswers): ContactRecord {
  const told = BILLING_CONTACT_FIELDS.map((field) => [field, answers[field]]);
  return { ...known, ...Object.fromEntries(told) };
}

/** `current` where somebody has paid for this person already (docs/rules.md, "Current subscription"). */
export const SUBSCRIPTION_STATUSES = ['none', 'current'] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];
