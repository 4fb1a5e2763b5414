/** docs/rules.md, "Terms and marketing" */
export function isConsentRequired(country: string): boolean {
  return country !== 'US';
}

/** 3-D Secure is required in the United Kingdom (Payment Services Regulations 2017, regulation 100). */
export function isAuthenticationRequired(country: string): boolean {
  return country === 'GB';
}
