import { expect, it } from 'vitest';
import { regionsFor } from './regions';

const namesIn = (language: 'en' | 'es', country = 'US') =>
  Object.fromEntries(regionsFor(country, language).map(({ value, name }) => [value, name]));

it('names regions in the visitor’s language, or else as the postal service does', () => {
  expect(namesIn('en')).toMatchObject({ AE: 'Armed Forces (AE)', VI: 'U.S. Virgin Islands', NY: 'New York' });
  expect(namesIn('es')).toMatchObject({
    AE: 'Fuerzas Armadas (AE)',
    VI: 'Islas Vírgenes de EE. UU.',
    MP: 'Islas Marianas del Norte',
    PR: 'Puerto Rico',
    NY: 'Nueva York',
    NC: 'Carolina del Norte',
    DC: 'Distrito de Columbia',
    TX: 'Texas',
  });
  expect(namesIn('es', 'CA')).toMatchObject({ BC: 'Columbia Británica', NS: 'Nueva Escocia', ON: 'Ontario' });
  expect(namesIn('es', 'AU')).toMatchObject({ NSW: 'Nueva Gales del Sur', VIC: 'Victoria' });
  expect(namesIn('en', 'CA')).toMatchObject({ BC: 'British Columbia' });
});

const ENGLISH_ONLY = /\b(?:New|North|South|West|Western|British|Territor(?:y|ies)|District|Island)\b/;

it.each(['US', 'CA', 'AU', 'MX'])('leaves no English word in the Spanish names of %s', (country) => {
  const english = Object.values(namesIn('es', country)).filter((name) => ENGLISH_ONLY.test(name));
  expect(english).toEqual(country === 'US' ? ['Rhode Island'] : []);
});

it('lists every region, sorted for the language', () => {
  const spanish = regionsFor('US', 'es').map(({ name }) => name);
  expect(spanish).toHaveLength(regionsFor('US', 'en').length);
  expect(spanish.indexOf('Fuerzas Armadas (AA)')).toBe(spanish.indexOf('Florida') + 1);
  expect(regionsFor('CA', 'es').map(({ name }) => name)).toEqual(
    Object.values(namesIn('es', 'CA')).sort(new Intl.Collator('es-MX').compare),
  );
  expect(namesIn('es', 'MX')).toHaveProperty('CMX', 'Ciudad de México');
});
