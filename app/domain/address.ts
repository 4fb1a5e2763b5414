/** The countries in which addresses are suggested (docs/rules.md, "Address suggestions"). */
export const SUGGESTED_COUNTRIES = ['US', 'GB', 'AU', 'CA', 'NZ'] as const;

export type SuggestedCountry = (typeof SUGGESTED_COUNTRIES)[number];

export function isSuggestedCountry(country: string): country is SuggestedCountry {
  return SUGGESTED_COUNTRIES.some((known) => known === country);
}

/** Shorter than this nothing is asked: every address begins so. */
export const LEAST_TYPED = 3;
export const MOST_SUGGESTIONS = 6;

/** An address as the billing form's controls take it; what is not known is empty. */
export interface SuggestedAddress {
  billingAddress: string;
  city: string;
  /** ISO 3166-2 without the country. */
  region: string;
  postalCode: string;
}

/** One line of the list. A provider that is asked again once it is chosen gives an id in the place of the address. */
export type AddressSuggestion = { label: string } & ({ address: SuggestedAddress } | { id: string });
