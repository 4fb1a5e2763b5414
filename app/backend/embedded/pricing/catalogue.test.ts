import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { findPackage } from './catalogue';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const find = (countryCode: string) =>
  backend.client.pricingGroups.find({ headers: {}, body: { country: null, countryCode, phoneNumber: '6125550100' } });
const list = (ids: string, language = 'en') =>
  backend.client.packages.list({ headers: { 'accept-language': language }, query: { ids, pricingLocale: 'US' } });

describe('pricing groups', () => {
  it('go by the calling code', async () => {
    const readyMade = ['2011', '2012', '2021', '2022', '2031', '2032'];
    expect(await find('1')).toEqual({ pricingGroupName: 'P3', packageIds: [...readyMade, '2041'] });
    expect(await find('+44')).toEqual({ pricingGroupName: 'P2', packageIds: ['2061', '2063'] });
    expect(await find('52')).toEqual({ pricingGroupName: 'P1', packageIds: readyMade });
    backend.treatments.clear();
    expect(await find('44')).toEqual({ pricingGroupName: 'P2', packageIds: readyMade });
  });

  it('can be one for everybody', async () => {
    const { client } = await backend.openReplica({ pricingGroup: 'P0' });
    expect(
      await client.pricingGroups.find({ headers: {}, body: { country: null, countryCode: '1', phoneNumber: '1' } }),
    ).toEqual({ pricingGroupName: 'P0', packageIds: ['2011', '2012'] });
  });
});

describe('packages', () => {
  it('are presented with price, features and term, unknown ones left out', async () => {
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

  it('say how much VAT a UK price includes', async () => {
    const [package2061] = await list('2061', 'en-GB');
    expect(package2061).toMatchObject({ priceFormatted: '£119.88', vatAmount: 1998, vatAmountFormatted: '£19.98' });
  });

  it('price storage in a build-your-own package only under GROW805', async () => {
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

  it('lack nothing that a cheaper one of the same kind has', () => {
    const featuresOf = (id: string) => findPackage(id)!.features;
    expect(featuresOf('2021')).toEqual(expect.arrayContaining([...featuresOf('2011')]));
    expect(featuresOf('2031')).toEqual(expect.arrayContaining([...featuresOf('2011'), 'tone']));
  });
});

describe('look-ups', () => {
  const check = async (country: string, countryCode: string) =>
    (
      await backend.client.countryCriteria.check({
        body: { packageId: '2011', countryCriteria: { country, countryCode, phoneNumber: '6125550100' } },
      })
    ).result;

  it('let the phone agree with the billing country', async () => {
    expect(await check('US', '1')).toBe('success');
    expect(await check('CA', '+1')).toBe('success');
    expect(await check('GB', '1')).toBe('failure');
    expect(await check('ZZ', '1')).toBe('failure');
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
