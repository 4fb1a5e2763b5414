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

test('every place has zones, each once, each with a name of its own in every language', () => {
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

test.each(['US', 'CA'])('every region of %s has a row of its own', (country) => {
  expect(Object.keys(ZONES_BY_REGION[country] ?? {}).sort()).toEqual(
    regionsOf(country)
      .map(({ value }) => value)
      .sort(),
  );
});

test('the first is the zone of most people', () => {
  const first = (country: string, region?: string) => timezonesOf(country, region)[0];
  expect(first('US')).toBe('America/New_York');
  expect(first('US', 'AZ')).toBe('America/Phoenix');
  expect(first('CA', 'ON')).toBe('America/Toronto');
  expect(first('AU')).toBe('Australia/Sydney');
  expect(first('MX')).toBe('America/Mexico_City');
  expect(first('ES')).toBe('Europe/Madrid');
  expect(first('MY')).toBe('Asia/Kuala_Lumpur');
});

test('a region that is not known leaves the zones of the country', () => {
  expect(timezonesOf('US', 'ZZ')).toEqual(timezonesOf('US'));
  expect(timezonesOf('US', '')).toEqual(timezonesOf('US'));
  expect(timezonesOf('US', 'constructor')).toEqual(timezonesOf('US'));
});

test('an Australian state has its own zones first, and the others after them', () => {
  const zones = timezonesOf('AU');
  for (const { value } of regionsOf('AU')) expect(timezonesOf('AU', value).sort()).toEqual(zones.sort());
  expect(timezonesOf('AU', 'QLD').slice(0, 2)).toEqual(['Australia/Brisbane', 'Australia/Lindeman']);
  expect(timezonesOf('AU', 'WA')[0]).toBe('Australia/Perth');
});

test('a country keeps its own city and is not offered its neighbours', () => {
  expect(timezonesOf('GB')).toEqual(['Europe/London']);
  expect(timezonesOf('NO')).toEqual(['Europe/Oslo']);
  expect(timezonesOf('DE')).toEqual(['Europe/Berlin']);
  expect(timezonesOf('IS')).toEqual(['Atlantic/Reykjavik']);
  expect(timezonesOf('AU')).not.toContain('Asia/Tokyo');
  expect(timezonesOf('CA')).not.toContain('America/Panama');
  expect(timezonesOf('US')).not.toContain('US/Eastern');
});

test('what is no country has one zone all the same', () => {
  expect(timezonesOf('BV')).toEqual(['Etc/UTC']);
  expect(timezonesOf('constructor')).toEqual(['Etc/UTC']);
});

test('a zone is named by its time and its city', () => {
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
])('in %s %s the zone that comes by itself is %s', (country, region, zone) => {
  expect(soleTimezoneOf(country, region)).toBe(zone);
  expect(timezoneChoicesFor('en', country, region).filter(({ isChosen }) => isChosen)).toEqual(
    zone ? [{ value: zone, name: timezoneName(zone, 'en'), isChosen: true }] : [],
  );
});
