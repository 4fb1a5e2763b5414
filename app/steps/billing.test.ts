import { expect, test } from 'vitest';
import { submitForm, type Typed } from '~tests/browser/submit-form';
import { BILLING, INVITED_BILLING, type BillingDetails } from './billing';

const complete = {
  billingAddress: '1 Main Street',
  billingAddress2: '',
  city: 'Austin',
  country: 'US',
  region: 'TX',
  timezone: 'America/Chicago',
  postalCode: '78701',
  referral: 'NEWS',
  referralOther: '',
};
const british = { country: 'GB', region: '', timezone: 'Europe/London', postalCode: 'SW1A 1AA' };
const submit = (typed: Typed) => submitForm(BILLING.schema, { ...complete, ...typed });

test('accepts a complete form', () => {
  expect(submit({}).value satisfies BillingDetails | undefined).toEqual({
    ...complete,
    billingAddress2: undefined,
    referralOther: undefined,
  });
});

test('ignores posted contact fields', () => {
  const forged = { firstName: 'Eve', lastName: '', email: 'eve@example.com', countryCode: '+44', phoneNumber: '1' };
  expect(submit(forged)).toEqual(submit({}));
});

test('reports every country-independent error of an empty form', () => {
  expect(submitForm(BILLING.schema, {}).errors).toEqual({
    billingAddress: ['errors:addressMissing'],
    city: ['errors:cityMissing'],
    country: ['errors:country'],
    referral: ['errors:referralMissing'],
  });
});

test('requires fields by country', () => {
  expect(submit({ region: '', timezone: '', postalCode: ' ' }).errors).toEqual({
    region: ['errors:stateMissing'],
    timezone: ['errors:timezoneMissing'],
    postalCode: ['errors:zipCodeMissing'],
  });
  expect(submit({ country: 'CA', region: '' }).errors).toMatchObject({ region: ['errors:provinceMissing'] });
  expect(submit({ ...british, postalCode: '' }).errors).toEqual({ postalCode: ['errors:postalCodeMissing'] });
  expect(submit({ country: 'HK', region: 'Kowloon', timezone: 'Asia/Hong_Kong', postalCode: '' }).value).toMatchObject({
    postalCode: '',
  });
});

test.each([
  ['billingAddress', 'ab', 'errors:addressLength'],
  ['billingAddress', 'x'.repeat(51), 'errors:addressLength'],
  ['billingAddress2', 'x'.repeat(51), 'errors:address2Length'],
  ['city', 'ab', 'errors:cityLength'],
  ['city', 'x'.repeat(31), 'errors:cityLength'],
  ['country', 'UK', 'errors:country'],
  ['country', 'us', 'errors:country'],
  ['region', 'ON', 'errors:region'],
  ['timezone', 'Europe/London', 'errors:timezone'],
  ['timezone', 'America/New_York', 'errors:timezone'],
  ['postalCode', '1', 'errors:postalCodeLength'],
  ['postalCode', '1'.repeat(31), 'errors:postalCodeLength'],
  ['postalCode', 'SW1A 1AA', 'errors:postalCode'],
  ['referral', 'TV', 'errors:referral'],
])('rejects %s %j: %s', (field, typed, message) => {
  expect(submit({ [field]: typed }).errors).toEqual({ [field]: [message] });
});

test.each([
  ['billingAddress', 'abc'],
  ['billingAddress', 'x'.repeat(50)],
  ['billingAddress2', 'x'.repeat(50)],
  ['city', 'abc'],
  ['city', 'x'.repeat(30)],
  ['timezone', 'America/Denver'],
  ['postalCode', '78701-1234'],
])('accepts %s %j', (field, typed) => {
  expect(submit({ [field]: typed }).value).toMatchObject({ [field]: typed });
});

test('rejects a region of another country, or drops it if the new country has no regions', () => {
  expect(submit({ country: 'CA', timezone: 'America/Toronto', postalCode: 'K1A 0B1' }).errors).toEqual({
    region: ['errors:region'],
  });
  expect(submit({ ...british, region: 'TX' }).value).toMatchObject({ country: 'GB', region: '' });
});

test('preselects a single time zone', () => {
  expect(submit({ ...british, timezone: '' }).value).toMatchObject({ timezone: 'Europe/London' });
  expect(submit({ region: 'MN', timezone: '', postalCode: '55401' }).value).toMatchObject({
    timezone: 'America/Chicago',
  });
  expect(submit({ country: 'NZ', region: '', timezone: '', postalCode: '6011' }).errors).toEqual({
    timezone: ['errors:timezoneMissing'],
  });
});

test('formats a postal code as the postal service does', () => {
  expect(submit({ ...british, postalCode: ' sw1a  1aa ' }).value).toMatchObject({ postalCode: 'SW1A 1AA' });
});

test.each(['OTHER', 'COURT_ORDERED', 'REFERRED_FL'])('requires a text for %s', (referral) => {
  expect(submit({ referral }).errors).toEqual({ referralOther: ['errors:referralOtherMissing'] });
  expect(submit({ referral, referralOther: 'x'.repeat(201) }).errors).toEqual({
    referralOther: ['errors:referralOtherLength'],
  });
  expect(submit({ referral, referralOther: ' A judge ' }).value).toMatchObject({ referral, referralOther: 'A judge' });
});

test('drops the text of a choice that requires none', () => {
  expect(submit({ referral: 'NEWS', referralOther: 'x'.repeat(300) }).value).toMatchObject({
    referralOther: undefined,
  });
});

test('ignores the referral of an invited parent, who enters it on another step', () => {
  const invited = INVITED_BILLING.schema;
  expect(submitForm(invited, { ...complete, referral: '' }).value).toMatchObject({ referral: '' });
  expect(submitForm(invited, { ...complete, referral: 'OTHER' }).value).toMatchObject({ referral: '' });
});

test('selects the only zone of an Australian state, and keeps another zone of the country', () => {
  const victorian = { country: 'AU', region: 'VIC', timezone: '', postalCode: '3000' };
  expect(submit(victorian).value).toMatchObject({ timezone: 'Australia/Melbourne' });
  expect(submit({ ...victorian, timezone: 'Australia/Adelaide' }).value).toMatchObject({
    timezone: 'Australia/Adelaide',
  });
  expect(submit({ ...victorian, region: 'NSW' }).errors).toEqual({ timezone: ['errors:timezoneMissing'] });
});

test('clears only the zone that the previous region selected', () => {
  const reset = (posted: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(posted)) form.append(name, value);
    return BILLING.clean(form).get('timezone');
  };
  const shown = { shownZone: 'VIC Australia/Melbourne', region: 'VIC', timezone: 'Australia/Melbourne' };
  expect(reset(shown)).toBe('Australia/Melbourne');
  expect(reset({ ...shown, region: 'QLD' })).toBeNull();
  expect(reset({ ...shown, region: 'QLD', timezone: 'Australia/Brisbane' })).toBe('Australia/Brisbane');
  expect(reset({ region: 'QLD', timezone: 'Australia/Melbourne' })).toBe('Australia/Melbourne');
});
