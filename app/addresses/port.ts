import type { AddressSuggestion, SuggestedAddress, SuggestedCountry } from '~/domain/address';

export interface AddressQuery {
  text: string;
  country: SuggestedCountry;
  /** A BCP 47 tag. */
  language: string;
  /** A random id for one search, from the first letter to the choice, because some providers bill by session. */
  search: string;
}

/** A provider of address suggestions. Queries are personal data: they go into no log and no error. */
export interface AddressProvider {
  /** The source that has to be credited beside the list; null for none. */
  readonly credit: 'Google' | 'OpenStreetMap' | null;
  /** The likeliest first. @throws Error when the provider does not answer in time */
  suggest(query: AddressQuery): Promise<AddressSuggestion[]>;
  /** The address for an id of `suggest`; undefined where there is none. @throws Error as above */
  find(id: string, query: Omit<AddressQuery, 'text'>): Promise<SuggestedAddress | undefined>;
}
