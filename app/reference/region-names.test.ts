import { expect, it } from 'vitest';
import { findRegionName, REGION_NAMES } from './region-names';
import { regionsOf } from './regions';

it.each(
  Object.entries(REGION_NAMES).flatMap(([language, countries]) => Object.keys(countries).map((of) => [language, of])),
)('has names in %s only for regions of %s whose local name differs', (language, country) => {
  const local = new Map(regionsOf(country).map(({ value, name }) => [value, name]));
  for (const code of Object.keys(REGION_NAMES[language]?.[country] ?? {})) {
    expect(local.get(code), code).toBeDefined();
    expect(findRegionName(language, country, code), code).not.toBe(local.get(code));
  }
});

it.each([
  ['es', 'US', 'constructor'],
  ['constructor', 'US', 'NY'],
  ['en', 'US', 'NY'],
])('has no name in %s for %s %s', (language, country, region) => {
  expect(findRegionName(language, country, region)).toBeUndefined();
});
