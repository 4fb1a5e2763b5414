/** Whether the terms have to be agreed to before paying (docs/rules.md, "Terms and marketing"). */
export function isConsentRequired(country: string): boolean {
  return country !== 'US';
}
