import { expect, test } from 'vitest';
import { LANGUAGES } from '~/domain/languages';
import { countriesFor } from './countries';
import { regionsOf } from './regions';
import { soleTimezoneOf, timezoneChoicesFor, timezoneName, timezonesOf } from './timezones';
import { ZONES_BY_REGION } from './timezones-by-region';

const places = countriesFor('en').flatMap(({ value: country }) => [
  [country, undefined] as const,
  ...regionsOf(country).map(({ value }) => [country, value] as const),
]);

test('has distinct zones for every place, each with a distinct name in every language', () => {
  for (const [country, region] of places) {
    const zones = timezonesOf(country, region);
    expect(zones, country).not.toEqual([]);
    expect(new Set(zones).size, country).toBe(zones.length);
    for (const language of Object.keys(LANGUAGES)) {
      const names = zones.map((zone) => timezoneName(zone, language));
      expect(new Set(names).size, `${country} ${language}`).toBe(zones.length);
    }
  }
});

test.each(['US', 'CA'])('lists zones for every region of %s', (country) => {
  expect(Object.keys(ZONES_BY_REGION[country] ?? {}).sort()).toEqual(
    regionsOf(country)
      .map(({ value }) => value)
      .sort(),
  );
});

test('lists the most populous zone first', () => {
  const first = (country: string, region?: string) => timezonesOf(country, region)[0];
  expect(first('US')).toBe('America/New_York');
  expect(first('US', 'AZ')).toBe('America/Phoenix');
  expect(first('CA', 'ON')).toBe('America/Toronto');
  expect(first('AU')).toBe('Australia/Sydney');
  expect(first('MX')).toBe('America/Mexico_City');
  expect(first('ES')).toBe('Europe/Madrid');
  expect(first('MY')).toBe('Asia/Kuala_Lumpur');
});

test('returns the zones of the country for an unknown region', () => {
  expect(timezonesOf('US', 'ZZ')).toEqual(timezonesOf('US'));
  expect(timezonesOf('US', '')).toEqual(timezonesOf('US'));
  expect(timezonesOf('US', 'constructor')).toEqual(timezonesOf('US'));
});

test('lists an Australian state’s zones first, then the others', () => {
  const zones = timezonesOf('AU');
  for (const { value } of regionsOf('AU')) expect(timezonesOf('AU', value).sort()).toEqual(zones.sort());
  expect(timezonesOf('AU', 'QLD').slice(0, 2)).toEqual(['Australia/Brisbane', 'Australia/Lindeman']);
  expect(timezonesOf('AU', 'WA')[0]).toBe('Australia/Perth');
});

test('lists no zones of neighbouring countries', () => {
  expect(timezonesOf('GB')).toEqual(['Europe/London']);
  expect(timezonesOf('NO')).toEqual(['Europe/Oslo']);
  expect(timezonesOf('DE')).toEqual(['Europe/Berlin']);
  expect(timezonesOf('IS')).toEqual(['Atlantic/Reykjavik']);
  expect(timezonesOf('AU')).not.toContain('Asia/Tokyo');
  expect(timezonesOf('CA')).not.toContain('America/Panama');
  expect(timezonesOf('US')).not.toContain('US/Eastern');
});

test('returns one zone for an unknown country', () => {
  expect(timezonesOf('BV')).toEqual(['Etc/UTC']);
  expect(timezonesOf('constructor')).toEqual(['Etc/UTC']);
});

test('names a zone by its time and its city', () => {
  expect(timezoneName('America/New_York', 'en')).toBe('Eastern Time (New York)');
  expect(timezoneName('America/Indiana/Tell_City', 'en')).toBe('Central Time (Tell City, Indiana)');
  expect(timezoneName('Europe/London', 'en-GB')).toBe('United Kingdom Time (London)');
  expect(timezoneName('America/New_York', 'es')).toBe('Hora oriental (Nueva York)');
  expect(timezoneName('America/Mexico_City', 'es')).toBe('Hora estándar central (Ciudad de México)');
  expect(timezoneName('America/Los_Angeles', 'es')).toBe('Hora del Pacífico (Los Ángeles)');
  expect(timezoneName('Europe/London', 'es')).toBe('Hora de Reino Unido');
  expect(() => timezoneName('Nowhere', 'en')).toThrow(RangeError);
});

test.each([
  ['US', 'MN', 'America/Chicago'],
  ['US', 'TN', undefined],
  ['CA', 'AB', 'America/Edmonton'],
  ['AU', 'VIC', 'Australia/Melbourne'],
  ['AU', 'NSW', undefined],
  ['AU', undefined, undefined],
  ['GB', undefined, 'Europe/London'],
])('preselects in %s %s the zone %s', (country, region, zone) => {
  expect(soleTimezoneOf(country, region)).toBe(zone);
  expect(timezoneChoicesFor('en', country, region).filter(({ isChosen }) => isChosen)).toEqual(
    zone ? [{ value: zone, name: timezoneName(zone, 'en'), isChosen: true }] : [],
  );
});
