import { z } from 'zod';
import { isSuggestedCountry, type SuggestedAddress } from '~/domain/address';
import { createProviderCaller } from './call-provider.server';
import { findPostalCode, findRegion } from './find-parts';
import type { AddressProvider } from './port';
import { suggestionsFor } from './suggestions-for';

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

/** More than the list shows, because places in other countries and incomplete addresses are filtered out. */
const RESULT_LIMIT = 20;

/**
 * A self-hosted Photon (https://github.com/komoot/photon, `GET /api`), which searches OpenStreetMap. Its search has no country parameter,
 * so the results are filtered here.
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
      return suggestionsFor(
        query,
        features.flatMap(({ properties }) => addressOf(properties) ?? []),
      );
    },
    find: () => Promise.resolve(undefined),
  };
}

function addressOf(place: Place): SuggestedAddress | undefined {
  const { countrycode: country = '', housenumber, city = place.district ?? '', state, postcode } = place;
  const street = place.street ?? place.name;
  if (!isSuggestedCountry(country) || street === undefined || city === '') return undefined;
  return {
    country,
    billingAddress: housenumber === undefined ? street : `${housenumber} ${street}`,
    city,
    region: findRegion(country, state),
    postalCode: findPostalCode(country, postcode),
  };
}
