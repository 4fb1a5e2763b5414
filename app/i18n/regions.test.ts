import { expect, it } from 'vitest';
import { regionsFor } from './regions';

const namesIn = (language: 'en' | 'es', country = 'US') =>
  Object.fromEntries(regionsFor(country, language).map(({ value, name }) => [value, name]));

it('says the words among the regions in the visitor’s language, and leaves the names to the post', () => {
  expect(namesIn('en')).toMatchObject({ AE: 'Armed Forces (AE)', VI: 'U.S. Virgin Islands', NY: 'New York' });
  expect(namesIn('es')).toMatchObject({
    AE: 'Fuerzas Armadas (AE)',
    VI: 'Islas Vírgenes de EE. UU.',
    MP: 'Islas Marianas del Norte',
    PR: 'Puerto Rico',
    NY: 'New York',
  });
});

it('keeps every region, in the order of its language', () => {
  const spanish = regionsFor('US', 'es').map(({ name }) => name);
  expect(spanish).toHaveLength(regionsFor('US', 'en').length);
  expect(spanish.indexOf('Fuerzas Armadas (AA)')).toBe(spanish.indexOf('Florida') + 1);
  expect(namesIn('es', 'MX')).toHaveProperty('CMX', 'Ciudad de México');
});
