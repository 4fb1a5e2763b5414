import { z } from 'zod';
import { MAX_SUGGESTIONS, type AddressSuggestion } from '~/domain/address';
import { createProviderCaller } from './call-provider.server';
import { findRegion } from './find-region';
import type { AddressProvider, AddressQuery } from './port';

const responseSchema = z.object({
  features: z.array(
    z.object({
      properties: z.object({
        countrycode: z.string().optional(),
        housenumber: z.string().optional(),
        street: z.string().optional(),
        name: z.string().optional(),
        district: z.string().optional(),
        city: z.string().optional(),
        state: z.string().optional(),
        postcode: z.string().optional(),
      }),
    }),
  ),
});

type Place = z.output<typeof responseSchema>['features'][number]['properties'];

/** More than the list shows, because other countries and incomplete addresses are filtered out. */
const RESULT_LIMIT = 20;

/**
 * A self-hosted Photon (https://github.com/komoot/photon, `GET /api`), which searches OpenStreetMap. Its search has no country parameter,
 * so the results are filtered by country.
 *
 * @param url its origin
 */
export function createPhoton({ url }: { url: string }): AddressProvider {
  const call = createProviderCaller('Photon');
  return {
    credit: 'OpenStreetMap',
    async suggest(query) {
      const address = new URL('/api', url);
      address.search = new URLSearchParams({ q: query.text, limit: String(RESULT_LIMIT), lang: 'en' }).toString();
      const { features } = await call(responseSchema, address);
      const found = features.flatMap(({ properties }) => suggestionOf(properties, query));
      return [...new Map(found.map((suggestion) => [suggestion.label, suggestion])).values()].slice(0, MAX_SUGGESTIONS);
    },
    find: () => Promise.resolve(undefined),
  };
}

function suggestionOf(place: Place, { country }: AddressQuery): AddressSuggestion[] {
  const { housenumber, city = place.district ?? '', state, postcode: postalCode = '' } = place;
  const street = place.street ?? place.name;
  if (place.countrycode !== country || street === undefined || city === '') return [];
  const billingAddress = housenumber === undefined ? street : `${housenumber} ${street}`;
  const region = findRegion(country, state);
  const label = [billingAddress, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return [{ label, address: { billingAddress, city, region, postalCode } }];
}
