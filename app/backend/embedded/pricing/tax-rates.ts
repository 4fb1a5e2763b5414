import { percent, type Rate } from '~/domain/money';

/** Included in the price of the UK packages. */
export const UK_VAT = percent(20);

/** Sample rates by country and region. `*` is any other region. A real backend asks a tax service. */
const RATES: Readonly<Record<string, Readonly<Record<string, Rate>>>> = {
  US: { MN: percent(6.875), TX: percent(8.25), NY: percent(8.875), WA: percent(10.1) },
  CA: { ON: percent(13), QC: percent(14.975), '*': percent(5) },
};

/**
 * The tax that is added to a price.
 *
 * @param country ISO 3166-1 alpha-2
 * @param region ISO 3166-2 without the country; may be empty
 * @returns the rate and its name; the rate is 0 if nothing is added
 */
export function findTax(country: string, region: string): { rate: Rate; taxId: string | null } {
  const regions = Object.hasOwn(RATES, country) ? RATES[country] : undefined;
  const key = regions && Object.hasOwn(regions, region) ? region : '*';
  const rate = regions?.[key] ?? 0;
  return rate === 0 ? { rate, taxId: null } : { rate, taxId: `sample-${country}-${key === '*' ? 'other' : key}` };
}
