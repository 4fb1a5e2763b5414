/** What somebody agreed to when they paid. */
export interface TermsAgreement {
  /** Of the terms, as the operator names it (`TERMS_VERSION`). */
  version: string;
  /** ISO 8601. */
  agreedAt: string;
}
