import { z } from 'zod';
import {
  isSuggestedCountry,
  MAX_SUGGESTIONS,
  SUGGESTED_COUNTRIES,
  type AddressSuggestion,
  type SuggestedAddress,
} from '~/domain/address';
import { createProviderCaller } from './call-provider.server';
import { findPostalCode, findRegion } from './find-parts';
import type { AddressProvider } from './port';

const predictions = z.object({
  suggestions: z
    .array(
      z.object({ placePrediction: z.object({ placeId: z.string(), text: z.object({ text: z.string() }) }).optional() }),
    )
    .default([]),
});

const place = z.object({
  addressComponents: z
    .array(
      z.object({ longText: z.string().default(''), shortText: z.string().default(''), types: z.array(z.string()) }),
    )
    .default([]),
});

type Components = z.output<typeof place>['addressComponents'];

/** The components that can contain the town, most likely first: in Britain the post town, in New York the borough. */
const CITY = ['postal_town', 'locality', 'sublocality_level_1', 'administrative_area_level_3'];

interface Options {
  key: string;
  /** Replaces Google's origin in tests; no setting sets it. */
  origin?: string;
}

/** Google's Places API (New): `places:autocomplete`, then `places/{id}` for the choice, which ends the billed session. */
export function createGooglePlaces({ key, origin = 'https://places.googleapis.com' }: Options): AddressProvider {
  const call = createProviderCaller('Google Places');
  return {
    credit: 'Google',
    async suggest({ text, country, language, search }) {
      const { suggestions } = await call(predictions, new URL('/v1/places:autocomplete', origin), {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Goog-Api-Key': key },
        body: JSON.stringify({
          input: text,
          includedRegionCodes: SUGGESTED_COUNTRIES.map((code) => code.toLowerCase()),
          // Ranks the form's country first, and omits it from the labels.
          regionCode: country.toLowerCase(),
          // No `subpremise`: flats belong in the second line, which suggestions leave to the visitor.
          includedPrimaryTypes: ['street_address', 'premise', 'route'],
          languageCode: language,
          sessionToken: search,
        }),
      });
      return suggestions
        .flatMap(({ placePrediction: found }): AddressSuggestion[] =>
          found ? [{ label: found.text.text, id: found.placeId }] : [],
        )
        .slice(0, MAX_SUGGESTIONS);
    },
    async find(id, { search }) {
      const address = new URL(`/v1/places/${encodeURIComponent(id)}`, origin);
      // The town's own name: in Spanish, New York would be `Nueva York`.
      address.search = new URLSearchParams({ sessionToken: search, languageCode: 'en' }).toString();
      const headers = { 'X-Goog-Api-Key': key, 'X-Goog-FieldMask': 'addressComponents' };
      const { addressComponents } = await call(place, address, { headers });
      return addressOf(addressComponents);
    },
  };
}

function addressOf(components: Components): SuggestedAddress | undefined {
  const component = (type: string) => components.find(({ types }) => types.includes(type));
  const text = (type: string) => component(type)?.longText ?? '';
  const country = component('country')?.shortText ?? '';
  const number = text('street_number');
  const route = text('route');
  // Many British houses have a name instead of a number.
  const billingAddress = number && route ? `${number} ${route}` : [text('premise'), route].filter(Boolean).join(', ');
  if (billingAddress === '' || !isSuggestedCountry(country)) return undefined;
  return {
    country,
    billingAddress,
    city: CITY.map(text).find(Boolean) ?? '',
    region: findRegion(country, component('administrative_area_level_1')?.shortText),
    postalCode: findPostalCode(country, text('postal_code')),
  };
}
