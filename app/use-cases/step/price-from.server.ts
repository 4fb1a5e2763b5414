import type { OfferedPackage } from '~/backend/schemas/offers';
import type { Currency } from '~/domain/money';
import type { JoinState } from '~/journeys/join-state';
import { withTimeout } from '~/lib/with-timeout';
import { listPackages, pricingLocaleOf } from '~/use-cases/checkout/offered-packages.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** The maximum wait, because the page works without this price. */
const TIMEOUT_MS = 1_500;
const CACHED_MS = 10 * 60_000;
/** Prevents every page from waiting for a backend that has failed. */
const FAILURE_CACHED_MS = 30_000;

export interface PriceFrom {
  /** Minor units, for the whole term. */
  amount: number;
  years: 1 | 2;
  currency: Currency;
}

interface CachedPackages {
  until: number;
  packages: Promise<OfferedPackage[]>;
}

/** The sold packages, cached per process, because an id has the same price for every visitor (`packages.list` of the contract). */
const cache = new WeakMap<object, Map<string, CachedPackages>>();

/**
 * The cheapest of the packages available to this visitor, who has only answered step 1. Calls the backend once in ten minutes per
 * language, pricing locale and available packages.
 *
 * @returns null if the available packages are unknown, or the backend does not respond in time
 */
export async function findPriceFrom(context: RequestContext, state: JoinState): Promise<PriceFrom | null> {
  const ids = state.pricing?.packageIds;
  if (!ids) return null;
  return lowestPriceOf(await listSold(context, pricingLocaleOf(state), ids)) ?? null;
}

export function lowestPriceOf(packages: readonly OfferedPackage[]): PriceFrom | undefined {
  const priced = packages.flatMap(({ price, subDurationInYears: years, currencyCode: currency }) =>
    price === null ? [] : [{ amount: price, years, currency }],
  );
  return priced.sort((a, b) => a.amount - b.amount)[0];
}

/** Never rejects. */
function listSold(context: RequestContext, locale: 'US' | 'UK', ids: string[]): Promise<OfferedPackage[]> {
  const { backend } = context.services;
  const lists = cache.get(backend) ?? new Map<string, CachedPackages>();
  cache.set(backend, lists);
  // Without the ids, the backend would list only the packages in the locale's own currency.
  const key = [context.language, locale, ...ids.toSorted()].join(' ');
  const now = context.services.clock.now().getTime();
  const found = lists.get(key);
  if (found && now < found.until) return found.packages;
  const fresh: CachedPackages = { until: now + CACHED_MS, packages: Promise.resolve([]) };
  fresh.packages = withTimeout(TIMEOUT_MS, (signal) => listPackages(context, locale, ids, signal)).catch(
    (error: unknown) => {
      fresh.until = now + FAILURE_CACHED_MS;
      context.log.warn({ err: error }, 'failed to list the packages for the lowest price');
      return [];
    },
  );
  for (const [old, { until }] of lists) if (until <= now) lists.delete(old);
  lists.set(key, fresh);
  return fresh.packages;
}
