import { expect, it } from 'vitest';
import { addressLines } from './address-lines';

const street = { line1: '1 High Street', line2: null };

it('writes an address from the street to the country, in the reader’s language', () => {
  const stPaul = { ...street, line2: 'Apt 4', city: 'Saint Paul', region: 'MN', postalCode: '55101', country: 'US' };
  expect(addressLines('en', stPaul)).toEqual(['1 High Street', 'Apt 4', 'Saint Paul, MN 55101', 'United States']);
  expect(addressLines('es', stPaul).at(-1)).toBe('Estados Unidos');
  const london = { ...street, city: 'London', region: '', postalCode: 'SW1A 1AA', country: 'GB' };
  expect(addressLines('en', london)).toEqual(['1 High Street', 'London', 'SW1A 1AA', 'United Kingdom']);
});

it('names the region unless addresses contain its code, and not twice', () => {
  const mexico = { ...street, region: 'CMX', postalCode: '06000', country: 'MX' };
  expect(addressLines('en', { ...mexico, city: 'Centro' })[1]).toBe('06000 Centro, Ciudad de México');
  expect(addressLines('en', { ...mexico, city: 'Ciudad de México' })[1]).toBe('06000 Ciudad de México');
});

it('prefers a backend’s names, and shows the value of an unknown one', () => {
  const somewhere = { ...street, city: 'Swords', region: 'CO', postalCode: '', country: 'IE' };
  const names = { regions: [{ value: 'CO', name: 'Co. Dublin' }], countries: [] };
  expect(addressLines('en', somewhere, names)).toEqual(['1 High Street', 'Swords', 'Co. Dublin', 'IE']);
});
