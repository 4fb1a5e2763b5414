import { expect, it } from 'vitest';
import { bankAddressOf } from './bank';

const ADDRESS = {
  firstName: 'Ann',
  lastName: "O'Neil",
  phoneNumber: '+44 20 7946 0000',
  line1: '1 High Street',
  city: 'London',
  postalCode: 'SW1A 1AA',
  country: 'GB',
};

it('names address fields as Braintree does, with only digits in the phone number', () => {
  expect(bankAddressOf({ ...ADDRESS, line2: 'Flat 2' })).toEqual({
    givenName: 'Ann',
    surname: "O'Neil",
    phoneNumber: '442079460000',
    streetAddress: '1 High Street',
    extendedAddress: 'Flat 2',
    locality: 'London',
    postalCode: 'SW1A 1AA',
    countryCodeAlpha2: 'GB',
  });
});

it('omits missing and non-Latin fields, and truncates long ones', () => {
  const address = bankAddressOf({ ...ADDRESS, firstName: 'Żaneta', line2: '', region: '', line1: 'x'.repeat(60) });
  expect(Object.keys(address)).not.toEqual(expect.arrayContaining(['givenName']));
  expect(address).toMatchObject({ streetAddress: 'x'.repeat(50), surname: "O'Neil" });
  expect(Object.keys(address)).toHaveLength(6);
});
