import express, { type Express } from 'express';
import { expect, it } from 'vitest';
import { serveApp } from '~tests/servers/serve-app';
import { z } from 'zod';
import { createProviderCaller, type CallProvider } from './call-provider.server';
import { createGooglePlaces } from './google.server';
import { createPhoton } from './photon.server';
import type { AddressQuery } from './port';
import { sampleAddresses } from './sample';

const QUERY: AddressQuery = { text: '90 west', country: 'US', language: 'en', search: 'a-search' };

const labels = async (query: Partial<AddressQuery>) =>
  (await sampleAddresses.suggest({ ...QUERY, ...query })).map(({ label }) => label);

it('suggests sample addresses by the beginnings of words, first in the given country', async () => {
  expect(await labels({ text: '90 west' })).toEqual(['90 West 4th Street, Saint Paul, MN 55102']);
  expect(await labels({ text: 'WEST, saint' })).toHaveLength(2);
  expect(await labels({ text: 'euston', country: 'GB' })).toEqual(['96 Euston Road, London, NW1 2DB']);
  expect(await labels({ text: 'high' })).toEqual(['253 High Street, Edinburgh, EH1 1YJ, United Kingdom']);
  expect(await labels({ text: '1 V', language: 'es', country: 'CA' })).toEqual([
    '453 West 12th Avenue, Vancouver, BC V5Y 1V4',
    '1 Victoria Square, Birmingham, B1 1BD, Reino Unido',
  ]);
});

/** Serves a local provider on a real port and records its requests. */
async function serveProvider(routes: (app: Express, requests: unknown[]) => void) {
  const requests: unknown[] = [];
  const app = express().use(express.json());
  routes(app, requests);
  return { ...(await serveApp(app)), requests };
}

it('converts Photon places to addresses, without duplicates, those of the given country first', async () => {
  const place = { countrycode: 'US', housenumber: '90', street: 'West 4th Street', city: 'Saint Paul' };
  const here = { ...place, state: 'Minnesota', postcode: '55102' };
  const { origin, requests } = await serveProvider((app, queries) =>
    app.get('/api', (req, res) => {
      queries.push(req.query);
      const abroad = { ...here, countrycode: 'DE' };
      const town = { countrycode: 'US', name: 'Elsewhere', state: 'Nowhere' };
      const street = {
        countrycode: 'US',
        name: 'West Street',
        district: 'Frogtown',
        state: 'MN',
        postcode: '55103;55104',
      };
      const london = {
        countrycode: 'GB',
        housenumber: '96',
        street: 'Euston Road',
        city: 'London',
        postcode: 'NW1 2DB',
      };
      res.json({ features: [london, here, here, abroad, town, street].map((properties) => ({ properties })) });
    }),
  );
  expect(await createPhoton({ url: origin }).suggest(QUERY)).toEqual([
    {
      label: '90 West 4th Street, Saint Paul, MN 55102',
      address: {
        country: 'US',
        billingAddress: '90 West 4th Street',
        city: 'Saint Paul',
        region: 'MN',
        postalCode: '55102',
      },
    },
    {
      label: 'West Street, Frogtown, MN',
      address: { country: 'US', billingAddress: 'West Street', city: 'Frogtown', region: 'MN', postalCode: '' },
    },
    {
      label: '96 Euston Road, London, NW1 2DB, United Kingdom',
      address: { country: 'GB', billingAddress: '96 Euston Road', city: 'London', region: '', postalCode: 'NW1 2DB' },
    },
  ]);
  expect(requests).toEqual([{ q: '90 west', limit: '20', lang: 'en' }]);
});

it('uses one Google session for the suggestions and the chosen address', async () => {
  const part = (longText: string, shortText: string, ...types: string[]) => ({ longText, shortText, types });
  const britain = part('United Kingdom', 'GB', 'country', 'political');
  const PLACES: Record<string, unknown> = {
    'an-id': [
      part('90', '90', 'street_number'),
      part('4th Street West', '4th St W', 'route'),
      part('Saint Paul', 'St Paul', 'locality', 'political'),
      part('Minnesota', 'MN', 'administrative_area_level_1', 'political'),
      part('United States', 'US', 'country', 'political'),
      part('55102', '55102', 'postal_code'),
    ],
    'a-named-house': [
      part('Rose Cottage', 'Rose Cottage', 'premise'),
      part('Church Lane', 'Church Ln', 'route'),
      part('Aldbury', 'Aldbury', 'locality', 'political'),
      part('Tring', 'Tring', 'postal_town'),
      part('England', 'England', 'administrative_area_level_1', 'political'),
      part('HP23 5RS', 'HP23 5RS', 'postal_code'),
      britain,
    ],
    'a-street': [
      part('Euston Road', 'Euston Rd', 'route'),
      part('London', 'London', 'postal_town'),
      part('NW1', 'NW1', 'postal_code', 'postal_code_prefix'),
      britain,
    ],
    'in-jersey': [part('Broad Street', 'Broad St', 'route'), part('Jersey', 'JE', 'country', 'political')],
  };
  const { origin, requests } = await serveProvider((app, calls) => {
    app.post('/v1/places\\:autocomplete', (req, res) => {
      calls.push([req.get('x-goog-api-key'), req.body]);
      res.json({
        suggestions: [
          { placePrediction: { placeId: 'an-id', text: { text: '90 4th St W, St Paul, MN, USA' } } },
          { queryPrediction: { text: { text: 'town halls' } } },
        ],
      });
    });
    app.get('/v1/places/:id', (req, res) => {
      calls.push([req.get('x-goog-fieldmask'), req.params.id, req.query]);
      res.json({ addressComponents: PLACES[req.params.id] });
    });
  });
  const google = createGooglePlaces({ key: 'a key', origin });
  const query = { ...QUERY, language: 'es' };
  expect(await google.suggest(query)).toEqual([{ label: '90 4th St W, St Paul, MN, USA', id: 'an-id' }]);
  expect(await google.find('an-id', query)).toEqual({
    country: 'US',
    billingAddress: '90 4th Street West',
    city: 'Saint Paul',
    region: 'MN',
    postalCode: '55102',
  });
  expect(requests).toEqual([
    [
      'a key',
      expect.objectContaining({
        input: '90 west',
        includedRegionCodes: ['us', 'gb', 'au', 'ca', 'nz'],
        regionCode: 'us',
        languageCode: 'es',
        sessionToken: 'a-search',
      }),
    ],
    ['addressComponents', 'an-id', { sessionToken: 'a-search', languageCode: 'en' }],
  ]);
  expect(await google.find('a-named-house', QUERY)).toEqual({
    country: 'GB',
    billingAddress: 'Rose Cottage, Church Lane',
    city: 'Tring',
    region: '',
    postalCode: 'HP23 5RS',
  });
  const street = { country: 'GB', billingAddress: 'Euston Road', city: 'London', region: '', postalCode: '' };
  expect(await google.find('a-street', QUERY)).toEqual(street);
  expect(await google.find('in-jersey', QUERY)).toBeUndefined();
});

it('pauses calls to a slow, broken or unreachable provider, and keeps the query out of errors', async () => {
  const { origin, requests } = await serveProvider((app, calls) => {
    app.get('/slow', () => void calls.push('slow'));
    app.get('/broken', (_req, res) => void res.status(500).send('90 west'));
    app.get('/odd', (_req, res) => void res.send('90 west'));
  });
  const ask = (call: CallProvider, path: string) =>
    call(z.object({}), new URL(`${path}?q=90+west`, origin)).catch((error: unknown) => String(error));
  const errors = [await ask(createProviderCaller('The provider', 50), '/slow')];
  const call = createProviderCaller('The provider');
  for (const path of ['/broken', '/odd', '/broken', '/odd', '/broken']) errors.push(await ask(call, path));
  expect(errors.slice(0, 3)).toEqual([
    'Error: The provider request failed: TimeoutError',
    'Error: The provider request failed: HTTP 500',
    'Error: The provider sent an unreadable response',
  ]);
  expect(await ask(call, '/slow')).toContain('circuit');
  expect(requests).toEqual(['slow']);
});
