import type { Clock } from '~/domain/clock';
import { gateOf, limitKeyOf, LIMITS, type RateLimitName } from './limits.server';
import { networksOf } from './network-of';
import type { Db } from '~/store/store';
import { StoredLimiter, type CounterOptions } from './stored-limiter.server';

/** The owner of the counters: the networks of an address, or a browser. */
export type Limited = { clientAddress: string } | { visitorId: string };

export interface LimitCount {
  limit: RateLimitName;
  /** The points used of `allowed`. */
  used: number;
  allowed: number;
}

interface CounterNeeds {
  db: Db;
  clock: Clock;
  /** All secrets, because a counter's name is derived from the secret that was the first one when it began. */
  secrets: readonly string[];
  /** Restricts to one limit. */
  limit?: RateLimitName;
}

/** The counters that have begun and not expired. */
export async function findLimitCounts(options: CounterNeeds, who: Limited): Promise<LimitCount[]> {
  const counts = await Promise.all(
    countersOf(options, who).map(async ({ limit, limiter, key }) => {
      const count = await limiter.get(key);
      return count ? [{ limit, used: count.consumedPoints, allowed: limiter.points }] : [];
    }),
  );
  return counts.flat();
}

/** @returns the number of reset counters */
export async function clearLimitCounts(options: CounterNeeds, who: Limited): Promise<number> {
  const cleared = await Promise.all(
    countersOf(options, who).map(async ({ counter, limiter, key }) => {
      await gateOf(counter).delete(key);
      return limiter.delete(key);
    }),
  );
  return cleared.filter(Boolean).length;
}

function countersOf({ db, clock, secrets, limit: only }: CounterNeeds, who: Limited) {
  const names = only === undefined ? (Object.keys(LIMITS) as RateLimitName[]) : [only];
  return names.flatMap((limit) =>
    keysOf(limit, who).flatMap(({ key, ...allowed }) =>
      secrets.map((secret) => {
        const counter: CounterOptions = { db, clock, hashKey: limitKeyOf(secret), ...allowed };
        return { limit, key, counter, limiter: new StoredLimiter(counter) };
      }),
    ),
  );
}

function keysOf(limit: RateLimitName, who: Limited) {
  const { visitor, address } = LIMITS[limit];
  if ('visitorId' in who) return [{ key: who.visitorId, keyPrefix: `${limit} visitor`, ...visitor }];
  return networksOf(who.clientAddress).map(({ network, times }) => ({
    key: network,
    keyPrefix: `${limit} address`,
    points: address.points * times,
    duration: address.duration,
  }));
}
