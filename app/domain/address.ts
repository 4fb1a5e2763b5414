export const SUGGESTED_COUNTRIES = ['US', 'GB', 'AU', 'CA', 'NZ'] as const;

export type SuggestedCountry = (typeof SUGGESTED_COUNTRIES)[number];

export function isSuggestedCountry(country: string): country is SuggestedCountry {
  return SUGGESTED_COUNTRIES.some((known) => known === country);
}

/** Shorter queries are not looked up, because too many addresses begin the same way. */
export const MIN_QUERY_LENGTH = 3;
export const MAX_SUGGESTIONS = 6;

/** The billing form's address fields; unknown ones are empty. */
export interface SuggestedAddress {
  country: SuggestedCountry;
  billingAddress: string;
  city: string;
  region: string;
  postalCode: string;
}

/** A provider that needs a second call for the chosen suggestion returns an id instead of the address. */
export type AddressSuggestion = { label: string } & ({ address: SuggestedAddress } | { id: string });
