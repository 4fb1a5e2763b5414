import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { findPackage } from './catalogue';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const find = (countryCode: string, country: string | null = null) =>
  backend.client.pricingGroups.find({ headers: {}, body: { country, countryCode, phoneNumber: '6125550100' } });
const list = (ids: string, language = 'en') =>
  backend.client.packages.list({ headers: { 'accept-language': language }, query: { ids, pricingLocale: 'US' } });

describe('pricing groups', () => {
  it('follow the calling code', async () => {
    const readyMade = ['2011', '2012', '2021', '2022', '2031', '2032'];
    expect(await find('1')).toEqual({ pricingGroupName: 'P3', packageIds: [...readyMade, '2041'] });
    expect(await find('+44')).toEqual({ pricingGroupName: 'P2', packageIds: ['2061', '2063'] });
    expect(await find('52')).toEqual({ pricingGroupName: 'P1', packageIds: readyMade });
    backend.treatments.clear();
    expect(await find('44')).toEqual({ pricingGroupName: 'P2', packageIds: readyMade });
  });

  it('follow the billing country once it is known', async () => {
    expect((await find('1', 'GB')).pricingGroupName).toBe('P2');
    expect((await find('44', 'US')).pricingGroupName).toBe('P3');
    expect((await find('1', 'MX')).pricingGroupName).toBe('P1');
  });

  it('can be set to one group for all visitors', async () => {
    const { client } = await backend.openReplica({ pricingGroup: 'P0' });
    expect(
      await client.pricingGroups.find({ headers: {}, body: { country: null, countryCode: '1', phoneNumber: '1' } }),
    ).toEqual({ pricingGroupName: 'P0', packageIds: ['2011', '2012'] });
  });
});

describe('packages', () => {
  it('have price, features and term, and omit unknown ids', async () => {
    const [plus, ...others] = await list('2022,9999');
    expect(others).toEqual([]);
    expect(plus).toMatchObject({
      code: 'PLUS2',
      displayName: 'Plus',
      subDurationInYears: 2,
      price: 30000,
      priceFormatted: '$300.00',
      currencySymbol: '$',
      vatAmount: null,
      buildYourOwn: false,
      options: [],
    });
    expect(plus!.features).toContain('Secure messaging');
  });

  it('show how much VAT a UK price includes', async () => {
    const [package2061] = await list('2061', 'en-GB');
    expect(package2061).toMatchObject({ priceFormatted: '£119.88', vatAmount: 1998, vatAmountFormatted: '£19.98' });
  });

  it('charge for storage in a build-your-own package only under GROW805', async () => {
    const storage = async () => (await list('2041'))[0]!.options.find(({ code }) => code === 'MYFILES');
    expect(await storage()).toMatchObject({ pricePerYear: 0 });
    backend.treatments.add('GROW805');
    expect(await storage()).toMatchObject({ pricePerYear: 2400, pricePerYearFormatted: '$24.00' });
    expect((await list('2041'))[0]).toMatchObject({
      buildYourOwn: true,
      subscriptions: [
        { productId: 'SUB1YEAR', price: 9600 },
        { productId: 'SUB2YEAR', price: 17400 },
      ],
    });
  });

  it('have every feature of a cheaper package of the same kind', () => {
    const featuresOf = (id: string) => findPackage(id)!.features;
    expect(featuresOf('2021')).toEqual(expect.arrayContaining([...featuresOf('2011')]));
    expect(featuresOf('2031')).toEqual(expect.arrayContaining([...featuresOf('2011'), 'tone']));
  });
});

describe('look-ups', () => {
  const check = async (packageId: string, country: string, countryCode = '+1') =>
    (
      await backend.client.countryCriteria.check({
        headers: {},
        body: { packageId, countryCriteria: { country, countryCode, phoneNumber: '6125550100' } },
      })
    ).result;

  it('list where a package is available, whatever the phone', async () => {
    for (const countryCode of ['+1', '+44', '52']) {
      expect(await check('2041', 'US', countryCode)).toBe('success');
      expect(await check('2041', 'DE', countryCode)).toBe('failure');
      expect(await check('2011', 'DE', countryCode)).toBe('success');
      expect(await check('2011', 'GB', countryCode)).toBe('failure');
      expect(await check('2061', 'GB', countryCode)).toBe('success');
    }
    expect(await check('2011', 'ZZ')).toBe('failure');
    backend.treatments.clear();
    expect([await check('2011', 'GB'), await check('2061', 'GB')]).toEqual(['success', 'failure']);
  });

  it('list regions and time zones', async () => {
    const { reference, paymentClientToken } = backend.client;
    const regions = await reference.regions({ params: { countryId: 'US' }, headers: {} });
    expect(regions).toContainEqual({ value: 'MN', name: 'Minnesota' });
    const zones = await reference.timezones({ params: { countryId: 'US' }, query: { region: 'MN' }, headers: {} });
    expect(zones.map(({ value }) => value)).toEqual(['America/Chicago']);
    expect((await paymentClientToken.get({ query: { country: 'GB' } })).hiddenCardBrands).toHaveLength(2);
  });
});
