export interface ProfessionalContact {
  title?: string;
  firstName: string;
  lastName: string;
  /** Letters behind the name, such as `JD`. */
  credentials?: string;
  email: string;
  /** With its plus. */
  phoneCountryCode: string;
  /** Digits only, like the extension. */
  phoneNumber: string;
  phoneExtension?: string;
  /** One of `REFERRAL_SOURCES` (app/reference/professionals.ts); each field below belongs to one of them. */
  hearAboutUs: string;
  referralBenchOfficerName?: string;
  referralBenchOfficerPosition?: string;
  referralColleagueName?: string;
  referralColleagueRole?: string;
  referralOtherExplain?: string;
}

/** Country, region, postal code and time zone are as in `BillingDetails`. */
export interface Practice {
  practiceName: string;
  addressLine1: string;
  addressLine2?: string;
  country: string;
  city: string;
  region: string;
  postalCode: string;
  timezone: string;
  roles: string[];
}

/** Only the question is ever shown again. */
export interface ProfessionalSecurity {
  securityQuestion: string;
  securityAnswer: string;
  securityCode: string;
  securityCodeConfirm: string;
}

/** The account as the backend created it. */
export interface RegisteredProfessional extends Practice {
  /** Undefined where the backend did not say. */
  userId?: string;
  name: { title?: string; firstName: string; lastName: string; credentials?: string };
  email: string;
  phoneCountryCode: string;
  phoneNumber: string;
  phoneExtension?: string;
  /** An address that lets its holder choose the password. Undefined where the mail has it alone. */
  passwordUrl?: string;
}
