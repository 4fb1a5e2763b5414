import type { Currency } from '~/domain/money';

/** Computes the price of an order in minor units from this price list, independently of the code under test. */

const PRICES: Readonly<Record<string, number>> = {
  '2011': 12000,
  '2012': 21600,
  '2021': 16800,
  '2022': 30000,
  '2031': 21600,
  '2032': 38400,
  '2061': 11988,
  '2063': 21588,
};
const BUILT: Readonly<Record<string, { base: number; years: number }>> = {
  SUB1YEAR: { base: 9600, years: 1 },
  SUB2YEAR: { base: 17400, years: 2 },
};
const OPTIONS: Readonly<Record<string, number>> = { TONEMETER: 1200, TONEMETERCOPARENT: 1200, UNLIMITEDPAYMENTS: 1800 };

const READY_MADE = ['2011', '2012', '2021', '2022', '2031', '2032'];
const IN_POUNDS = ['2061', '2063'];

/** Tax rates in thousandths of a percent. */
const TAXES: Readonly<Record<string, number>> = {
  'US MN': 6_875,
  'US TX': 8_250,
  'CA ON': 13_000,
};

export interface ChosenOrder {
  packageId: string;
  /** The options of a build-your-own package. */
  built?: { subscription: string; options: string[] };
}

export interface AcceptedCode {
  code: string;
  /** The maximum amount, or 0 after another buyer spent the code. */
  amount: number;
  /** The code has no effect in another currency. */
  currency: Currency;
}

export interface ExpectedPrice {
  currency: Currency;
  tax: number;
  total: number;
}

/** Returns the packages sold in a country. @param country ISO 3166-1 alpha-2 */
export function packagesSoldIn(country: string, { sellsInPounds }: { sellsInPounds: boolean }): string[] {
  if (country === 'GB') return sellsInPounds ? IN_POUNDS : READY_MADE;
  return country === 'US' || country === 'CA' ? [...READY_MADE, '2041'] : READY_MADE;
}

export function currencyOf({ packageId }: Pick<ChosenOrder, 'packageId'>): Currency {
  return IN_POUNDS.includes(packageId) ? 'GBP' : 'USD';
}

/** Returns whether a code reduces an order's price. */
export function pays({ amount, currency }: AcceptedCode, order: ChosenOrder): boolean {
  return amount > 0 && currency === currencyOf(order);
}

export function expectedPrice(
  order: ChosenOrder,
  place: { country: string; region?: string },
  { codes, paysForCoParent }: { codes: AcceptedCode[]; paysForCoParent: boolean },
): ExpectedPrice {
  const fullPrice = priceOf(order) * (paysForCoParent ? 2 : 1);
  const paid = codes.filter((code) => pays(code, order)).reduce((sum, { amount }) => sum + amount, 0);
  const payable = Math.max(0, fullPrice - paid);
  if (currencyOf(order) === 'GBP') return { currency: 'GBP', tax: roundHalfUp(payable, 6), total: payable };
  const tax = Math.floor((payable * (TAXES[`${place.country} ${place.region ?? ''}`] ?? 0) + 50_000) / 100_000);
  return { currency: 'USD', tax, total: payable + tax };
}

function priceOf({ packageId, built }: ChosenOrder): number {
  if (!built) return PRICES[packageId] ?? Number.NaN;
  const { base, years } = BUILT[built.subscription] ?? { base: Number.NaN, years: 0 };
  return built.options.reduce((sum, option) => sum + (OPTIONS[option] ?? 0) * years, base);
}

function roundHalfUp(amount: number, by: number): number {
  return Math.floor((2 * amount + by) / (2 * by));
}
