import type { AddressSuggestion, SuggestedAddress, SuggestedCountry } from '~/domain/address';

export interface AddressQuery {
  text: string;
  /** The form's country, whose addresses come first. */
  country: SuggestedCountry;
  /** A BCP 47 tag. */
  language: string;
  /** A random id for one search, from the first letter to the choice, because some providers bill by session. */
  search: string;
}

/** A provider of address suggestions. Queries are personal data: never put them into logs or errors. */
export interface AddressProvider {
  /** The source that the list must credit; null for none. */
  readonly credit: 'Google' | 'OpenStreetMap' | null;
  /** Addresses in the suggested countries, most likely first. @throws Error if the provider does not respond in time */
  suggest(query: AddressQuery): Promise<AddressSuggestion[]>;
  /** The address for an id of `suggest`; undefined if unknown. @throws Error as above */
  find(id: string, query: Pick<AddressQuery, 'search'>): Promise<SuggestedAddress | undefined>;
}
