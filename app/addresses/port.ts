import type { AddressSuggestion, SuggestedAddress, SuggestedCountry } from '~/domain/address';

export interface AddressQuery {
  /** What was typed so far. */
  text: string;
  country: SuggestedCountry;
  /** A BCP 47 tag. */
  language: string;
  /** A random id of one search, from its first letter to its choice: some providers charge by it. */
  search: string;
}

/** Who knows addresses. What is typed is personal: it goes into no log and no error. */
export interface AddressProvider {
  /** Who has to be named beside the list; null for nobody. */
  readonly credit: 'Google' | 'OpenStreetMap' | null;
  /** The likeliest first. @throws Error when the provider does not answer in time, or at all */
  suggest(query: AddressQuery): Promise<AddressSuggestion[]>;
  /** The address behind an id of `suggest`; undefined where there is none. @throws Error as above */
  find(id: string, query: Omit<AddressQuery, 'text'>): Promise<SuggestedAddress | undefined>;
}
