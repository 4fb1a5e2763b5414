import type { Order } from './order';

export const SUBSCRIPTION_YEARS = { SUB1YEAR: 1, SUB2YEAR: 2 } as const;

export type SubscriptionId = keyof typeof SUBSCRIPTION_YEARS;

export function isSubscriptionId(value: unknown): value is SubscriptionId {
  return typeof value === 'string' && Object.hasOwn(SUBSCRIPTION_YEARS, value);
}

/** The term of a build-your-own order, in years. Undefined for a ready-made package. */
export function ownTermOf({ productId }: Pick<Order, 'productId'>): 1 | 2 | undefined {
  return isSubscriptionId(productId) ? SUBSCRIPTION_YEARS[productId] : undefined;
}

/** Always part of a build-your-own order, and free. */
export const ALWAYS_INCLUDED = 'CALLSBASIC';

/** Free unless GROW805 prices it (docs/decisions). */
export const STORAGE_OPTION = 'MYFILES';

export const UNLIMITED_PAYMENTS = 'UNLIMITEDPAYMENTS';

/** The tone meter for the parent, and for the co-parent too. */
export const TONEMETERS = ['TONEMETER', 'TONEMETERCOPARENT'] as const;

export interface ChosenOptions {
  myfiles: boolean;
  tonemeter: readonly string[];
  unlimitedPayments: boolean;
}

/** Whether storage is part of every order, because it is offered for free. */
export function isStorageIncluded({
  options,
}: {
  options: readonly { code: string; pricePerYear: number | null }[];
}): boolean {
  return options.some(({ code, pricePerYear }) => code === STORAGE_OPTION && pricePerYear === 0);
}

export function serviceCodesOf({ myfiles, tonemeter, unlimitedPayments }: ChosenOptions): string[] {
  return [
    ALWAYS_INCLUDED,
    ...(myfiles ? [STORAGE_OPTION] : []),
    ...tonemeter,
    ...(unlimitedPayments ? [UNLIMITED_PAYMENTS] : []),
  ];
}

export function chosenOptionsOf(services: readonly string[]): Pick<ChosenOptions, 'myfiles' | 'unlimitedPayments'> {
  return { myfiles: services.includes(STORAGE_OPTION), unlimitedPayments: services.includes(UNLIMITED_PAYMENTS) };
}

/** Minor units. `subscriptions` are for the whole term, `optionsPerYear` for one year by option code. */
export interface BuildYourOwnPrices {
  subscriptions: Record<SubscriptionId, number>;
  optionsPerYear: Readonly<Record<string, number>>;
}

/** @param isStoragePriced whether GROW805 is in treatment @returns minor units for one year; undefined for an option that is not sold */
export function findOptionPrice(
  prices: BuildYourOwnPrices,
  code: string,
  isStoragePriced: boolean,
): number | undefined {
  if (!Object.hasOwn(prices.optionsPerYear, code)) return undefined;
  const isFree = code === ALWAYS_INCLUDED || (code === STORAGE_OPTION && !isStoragePriced);
  return isFree ? 0 : prices.optionsPerYear[code];
}

/**
 * The price for the whole term, with each option charged for every year of it.
 *
 * @returns minor units; undefined if the subscription or an option is not sold, or an option appears twice
 */
export function findBuildYourOwnPrice(
  prices: BuildYourOwnPrices,
  order: Pick<Order, 'productId' | 'services'>,
  isStoragePriced: boolean,
): number | undefined {
  if (!isSubscriptionId(order.productId)) return undefined;
  if (new Set(order.services).size !== order.services.length) return undefined;
  let total = prices.subscriptions[order.productId];
  for (const code of order.services) {
    const pricePerYear = findOptionPrice(prices, code, isStoragePriced);
    if (pricePerYear === undefined) return undefined;
    total += pricePerYear * SUBSCRIPTION_YEARS[order.productId];
  }
  return total;
}
