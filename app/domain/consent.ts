/** docs/rules.md, "Terms and marketing" */
export function isConsentRequired(country: string): boolean {
  return country !== 'US';
}
