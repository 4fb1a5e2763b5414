import type { Client } from 'braintree-web/client/index.js';
import type { ThreeDSecure } from 'braintree-web/three-d-secure/index.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { bankAddressOf, openBank } from './bank';

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

it('keeps the component of a later card when the abandoned one fails to load', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const component = {
    on: () => undefined,
    verifyCard: () => Promise.resolve({ nonce: 'confirmed', threeDSecureInfo: { liabilityShifted: true } }),
  } as unknown as ThreeDSecure;
  let failFirst: (error: Error) => void = () => undefined;
  const first = new Promise<ThreeDSecure>((_resolve, reject) => (failFirst = reject));
  const load = vi.fn<() => Promise<ThreeDSecure>>().mockReturnValueOnce(first).mockResolvedValue(component);
  const bank = openBank({} as Client, load);
  const confirm = () =>
    bank.confirm(
      { nonce: 'entered', bin: '411111' },
      { amount: '119.88', email: 'ann@example.com', billingAddress: ADDRESS },
    );
  const late = confirm();
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await late).toEqual({ outcome: 'authenticationUnavailable' });
  expect(await confirm()).toEqual({ nonce: 'confirmed' });
  failFirst(new Error('no script'));
  await vi.advanceTimersByTimeAsync(0);
  expect(await confirm()).toEqual({ nonce: 'confirmed' });
  expect(load).toHaveBeenCalledTimes(2);
});
