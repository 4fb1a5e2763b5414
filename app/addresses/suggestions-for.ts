import { MAX_SUGGESTIONS, type AddressSuggestion, type SuggestedAddress } from '~/domain/address';
import { nameIn } from '~/domain/list-item';
import { countriesFor } from '~/reference/countries';
import type { AddressQuery } from './port';

/**
 * Suggests found addresses once each, those of the form's country first. Other labels name their country, because choosing such an address
 * changes the form's country.
 */
export function suggestionsFor(
  { country, language }: AddressQuery,
  found: readonly SuggestedAddress[],
): AddressSuggestion[] {
  const isNear = (address: SuggestedAddress) => address.country === country;
  const sorted = found.toSorted((one, other) => Number(isNear(other)) - Number(isNear(one)));
  const suggestions = sorted.map((address) => ({
    label: labelOf(address, isNear(address) ? '' : nameIn(countriesFor(language), address.country)),
    address,
  }));
  return [...new Map(suggestions.map((one) => [one.label, one])).values()].slice(0, MAX_SUGGESTIONS);
}

function labelOf({ billingAddress, city, region, postalCode }: SuggestedAddress, country: string): string {
  const area = [region, postalCode].filter(Boolean).join(' ');
  return [billingAddress, city, area, country].filter(Boolean).join(', ');
}
