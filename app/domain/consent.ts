/** Outside the US the terms have to be agreed to before paying (spec, section 5, "Card, codes, consent"). */
export function isConsentRequired(country: string): boolean {
  return country !== 'US';
}
