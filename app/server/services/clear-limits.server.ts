import type { Clock } from '~/domain/clock';
import type { Db } from '~/store/open-store.server';
import { limitKeyOf, LIMITS, type RateLimitName } from './limits.server';
import { networkOf } from './network-of';
import { StoredLimiter } from './stored-limiter.server';

/** Whose counters: those of an address, which are its network's, or those of a browser. */
export type Limited = { clientAddress: string } | { visitorId: string };

export interface LimitCount {
  limit: RateLimitName;
  /** How much of `allowed` was used up. */
  used: number;
  allowed: number;
}

interface Options {
  db: Db;
  clock: Clock;
  /** All of them, because a counter is named by the secret that was the first when it began. */
  secrets: readonly string[];
}

/** The counters that have begun and are not over. */
export async function findLimitCounts(options: Options, who: Limited): Promise<LimitCount[]> {
  const counts = await Promise.all(
    countersOf(options, who).map(async ({ limit, limiter, key }) => {
      const count = await limiter.get(key);
      return count ? [{ limit, used: count.consumedPoints, allowed: limiter.points }] : [];
    }),
  );
  return counts.flat();
}

/** @returns how many counters were set back */
export async function clearLimitCounts(options: Options, who: Limited): Promise<number> {
  const cleared = await Promise.all(countersOf(options, who).map(({ limiter, key }) => limiter.delete(key)));
  return cleared.filter(Boolean).length;
}

function countersOf({ db, clock, secrets }: Options, who: Limited) {
  const [whose, key] =
    'visitorId' in who ? (['visitor', who.visitorId] as const) : (['address', networkOf(who.clientAddress)] as const);
  return (Object.keys(LIMITS) as RateLimitName[]).flatMap((limit) =>
    secrets.map((secret) => ({
      limit,
      key,
      limiter: new StoredLimiter({
        db,
        clock,
        hashKey: limitKeyOf(secret),
        keyPrefix: `${limit} ${whose}`,
        ...LIMITS[limit][whose],
      }),
    })),
  );
}
