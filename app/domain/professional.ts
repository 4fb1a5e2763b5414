/** What a professional tells of themselves on the first step (docs/rules.md, "Professional contact"). */
export interface ProfessionalContact {
  title?: string;
  firstName: string;
  lastName: string;
  /** Letters behind the name, such as `JD`. */
  credentials?: string;
  email: string;
  /** A calling code with its plus, out of the three on offer. */
  phoneCountryCode: string;
  /** Digits only, as the extension. */
  phoneNumber: string;
  phoneExtension?: string;
  /** One of `REFERRAL_SOURCES` (app/reference/professionals.ts); the answers below belong to some of them. */
  hearAboutUs: string;
  referralBenchOfficerName?: string;
  referralBenchOfficerPosition?: string;
  referralColleagueName?: string;
  referralColleagueRole?: string;
  referralOtherExplain?: string;
}

/** The second step: where a professional works, and as what. */
export interface Practice {
  practiceName: string;
  addressLine1: string;
  addressLine2?: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  city: string;
  /** ISO 3166-2 without the country; empty where the country has no regions. */
  region: string;
  /** Empty where the country has no postal codes. */
  postalCode: string;
  /** An IANA zone. */
  timezone: string;
  /** One or more of the country's roles. */
  roles: string[];
}

/** The third step. Of these only the question is ever shown again. */
export interface ProfessionalSecurity {
  securityQuestion: string;
  securityAnswer: string;
  /** Four digits. */
  securityCode: string;
  securityCodeConfirm: string;
}

/** The account as the backend made it: what the success page lists. */
export interface RegisteredProfessional extends Practice {
  userId: string;
  name: { title?: string; firstName: string; lastName: string; credentials?: string };
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
  phoneExtension?: string;
}
