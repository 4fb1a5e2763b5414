import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  ESSENTIALS,
  openTestBackend,
  PLUS,
  refusalOf,
  type SignUp,
  type TestBackend,
} from '~tests/servers/embedded-backend';

let backend: TestBackend;
let signup: SignUp;
beforeEach(async () => {
  backend = await openTestBackend();
  signup = await backend.create();
});
afterEach(() => backend.close());

const withCoupon = (): SignUp => ({ ...signup, headers: { ...signup.headers, 'x-referrer-key': 'spring' } });

describe('price', () => {
  it.each([
    ['MN', 1155],
    ['TX', 1386],
    ['NY', 1491],
    ['WA', 1697],
    ['CO', 0],
  ])('adds the tax of %s', async (region, taxes) => {
    expect(await backend.priceOf(signup, PLUS, { region })).toMatchObject({ taxes, finalPrice: 16800 + taxes });
  });

  it('deducts the referrer’s coupon, then the codes, then adds tax', async () => {
    const pricing = await backend.priceOf(withCoupon(), PLUS, { payForCoparent: true, codes: ['PREPAID-40'] });
    expect(pricing).toMatchObject({
      couponDetail: { couponCode: 'SPRING20', description: '20% off', discount: 6720, discountFormatted: '$67.20' },
      paymentCodeDetails: [{ code: 'PREPAID-40', amount: 4000, amountFormatted: '$40.00' }],
      taxesCalculated: true,
      taxes: 1573,
      finalPrice: 24453,
      totals: { subTotal: 33600, subTotalAfterDiscount: 26880, totalFormatted: '$244.53', selectedPackageTotal: 16800 },
    });
    expect(pricing.request!.limboId).toBe(signup.signupId);
  });

  it('ignores unknown and used codes, and accepts the others in any case', async () => {
    const { paymentCodeDetails } = await backend.priceOf(signup, PLUS, {
      codes: ['PREPAID-USED', 'NONSENSE', ' prepaid-40 ', 'PREPAID-40'],
    });
    expect(paymentCodeDetails.map(({ code }) => code)).toEqual(['PREPAID-40']);
  });

  it('is zero with a code for the whole package', async () => {
    expect(await backend.priceOf(signup, ESSENTIALS, { codes: ['PREPAID-FULL'] })).toMatchObject({
      finalPrice: 0,
      taxes: 0,
    });
  });

  it('includes VAT in UK packages, and rejects dollar codes for pounds', async () => {
    const order = { packageId: '2061', productId: null, services: [] };
    const pricing = await backend.priceOf(signup, order, { codes: ['PREPAID-40'], country: 'GB', region: '' });
    expect(pricing).toMatchObject({ taxes: 1998, finalPrice: 11988, totals: { currencyCode: 'GBP' } });
    expect(pricing.paymentCodeDetails).toEqual([]);
  });

  it.each([
    ['2061', 'US', 'MN'],
    ['2021', 'GB', ''],
    ['2041', 'DE', ''],
  ])('refuses package %s at an address in %s', async (packageId, country, region) => {
    const productId = packageId === '2041' ? 'SUB1YEAR' : null;
    const price = backend.priceOf(signup, { packageId, productId, services: [] }, { country, region });
    await expect(price).rejects.toMatchObject({
      data: {
        validationErrors: [{ field: 'orderDetail.packageId', text: expect.stringContaining('not sold in') as string }],
      },
    });
  });

  it('prices build-your-own orders', async () => {
    const order = { packageId: '2041', productId: 'SUB2YEAR', services: ['TONEMETER', 'UNLIMITEDPAYMENTS'] };
    expect(await backend.priceOf(signup, order, { region: 'CO' })).toMatchObject({ finalPrice: 23400 });
  });

  it.each([
    [{ packageId: '9999', productId: null, services: [] }],
    [{ packageId: '2011', productId: 'SUB1YEAR', services: [] }],
    [{ packageId: '2011', productId: null, services: ['TONEMETER'] }],
    [{ packageId: '2041', productId: null, services: [] }],
    [{ packageId: '2041', productId: 'SUB1YEAR', services: ['NONSENSE'] }],
  ])('refuses the order %j', async (order) => {
    expect(refusalOf(await safe(backend.priceOf(signup, order))).code).toBe('INVALID');
  });

  it('requires the key of the sign-up', async () => {
    const other = await backend.create();
    const mixed = { signupId: signup.signupId, headers: other.headers };
    expect(refusalOf(await safe(backend.priceOf(mixed, PLUS))).code).toBe('FORBIDDEN');
  });
});

describe('coupons', () => {
  const list = (headers: SignUp['headers']) =>
    backend.client.registrations.coupons({ params: { signupId: signup.signupId }, headers });

  it('come from the referrer', async () => {
    expect(await list(withCoupon().headers)).toEqual({
      coupons: [{ couponCode: 'SPRING20', description: '20% off', percentage: 20 }],
    });
    expect(await list(signup.headers)).toEqual({ coupons: [] });
    expect(await list({ ...signup.headers, 'x-referrer-key': 'autumn' })).toEqual({ coupons: [] });
  });
});

it('creates no fixtures outside demo mode', async () => {
  const plain = await openTestBackend({ demo: false });
  expect(plain.demo).toBeUndefined();
  await expect(plain.create({ email: 'taken@example.com' })).resolves.toBeTruthy();
  await plain.close();
});
