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

const IN_DOLLARS = { currency: 'USD', buildYourOwn: false } as const;
const IN_POUNDS = { currency: 'GBP', buildYourOwn: false } as const;

/** Every package that the embedded backend sells. */
export const PACKAGES: readonly CataloguePackage[] = [
  { ...IN_DOLLARS, id: '2011', code: 'ESSENTIALS1', price: 12000, features: ESSENTIALS, priority: 5 },
  { ...IN_DOLLARS, id: '2012', code: 'ESSENTIALS2', price: 21600, features: ESSENTIALS, priority: 6 },
  { ...IN_DOLLARS, id: '2021', code: 'PLUS1', price: 16800, features: PLUS, priority: 3 },
  { ...IN_DOLLARS, id: '2022', code: 'PLUS2', price: 30000, features: PLUS, priority: 4 },
  { ...IN_DOLLARS, id: '2031', code: 'PREMIUM1', price: 21600, features: PREMIUM, priority: 1 },
  { ...IN_DOLLARS, id: '2032', code: 'PREMIUM2', price: 38400, features: PREMIUM, priority: 2 },
  { ...IN_DOLLARS, id: '2041', code: 'BUILD1', price: 9600, features: BUILD, priority: 7, buildYourOwn: true },
  { ...IN_POUNDS, id: '2061', code: 'UKESSENTIALS1', price: 11988, features: ESSENTIALS, priority: 2 },
  { ...IN_POUNDS, id: '2063', code: 'UKPREMIUM1', price: 21588, features: PREMIUM, priority: 1 },
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
