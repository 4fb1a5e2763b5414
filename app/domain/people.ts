export interface ParentContact {
  firstName: string;
  lastName: string;
  email: string;
  /** With its plus, such as `+1`. */
  countryCode: string;
  /** Digits only. */
  phoneNumber: string;
}

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

/** The billing form's answers, without the read-only e-mail. */
export interface BillingDetails {
  firstName: string;
  lastName: string;
  billingAddress: string;
  billingAddress2?: string;
  city: string;
  /** ISO 3166-2 without the country; empty where the country has no regions. */
  region: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  /** Empty where the country has no postal codes. */
  postalCode: string;
  timezone: string;
  countryCode: string;
  phoneNumber: string;
  referral: string;
  referralOther?: string;
}
