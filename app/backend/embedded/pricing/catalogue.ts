import type { BuildYourOwnPrices } from '~/domain/build-your-own';
import type { Currency } from '~/domain/money';
import type backendTexts from '../../../../locales/en/backend.json';

type PackageId = keyof (typeof backendTexts)['packages'];
type Feature = keyof (typeof backendTexts)['features'];

export interface CataloguePackage {
  id: PackageId;
  code: string;
  currency: Currency;
  /** Minor units, for one parent. For a build-your-own package, the one-year subscription without options. */
  price: number;
  buildYourOwn: boolean;
  features: readonly Feature[];
  /** The backend's sort order (GROW621), lowest first. */
  priority: number;
}

const ESSENTIALS: Feature[] = ['calendar', 'messaging', 'expenses'];
const PLUS: Feature[] = [...ESSENTIALS, 'tone', 'payments'];
const PREMIUM: Feature[] = [...PLUS, 'unlimitedPayments', 'storage'];
const BUILD: Feature[] = ['calendar', 'messaging', 'calls', 'options'];

/** Every package that the embedded backend sells. */
export const PACKAGES: readonly CataloguePackage[] = [
  entry('2011', 'ESSENTIALS1', 'USD', 12000, ESSENTIALS, 5),
  entry('2012', 'ESSENTIALS2', 'USD', 21600, ESSENTIALS, 6),
  entry('2021', 'PLUS1', 'USD', 16800, PLUS, 3),
  entry('2022', 'PLUS2', 'USD', 30000, PLUS, 4),
  entry('2031', 'PREMIUM1', 'USD', 21600, PREMIUM, 1),
  entry('2032', 'PREMIUM2', 'USD', 38400, PREMIUM, 2),
  { ...entry('2041', 'BUILD1', 'USD', 9600, BUILD, 7), buildYourOwn: true },
  entry('2061', 'UKESSENTIALS1', 'GBP', 11988, ESSENTIALS, 2),
  entry('2063', 'UKPREMIUM1', 'GBP', 21588, PREMIUM, 1),
];

export const BUILD_YOUR_OWN_PRICES = {
  subscriptions: { SUB1YEAR: 9600, SUB2YEAR: 17400 },
  optionsPerYear: { MYFILES: 2400, TONEMETER: 1200, TONEMETERCOPARENT: 1200, UNLIMITEDPAYMENTS: 1800, CALLSBASIC: 0 },
} as const satisfies BuildYourOwnPrices;

export function findPackage(id: string): CataloguePackage | undefined {
  return PACKAGES.find((candidate) => candidate.id === id);
}

export function packagesOf(pricingLocale: 'US' | 'UK'): CataloguePackage[] {
  return PACKAGES.filter(({ currency }) => (currency === 'GBP') === (pricingLocale === 'UK'));
}

function entry(
  id: PackageId,
  code: string,
  currency: Currency,
  price: number,
  features: readonly Feature[],
  priority: number,
): CataloguePackage {
  return { id, code, currency, price, buildYourOwn: false, features, priority };
}
