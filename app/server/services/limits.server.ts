import type { SiteSecrets } from '~/lib/sealing.server';
import { hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '~/domain/clock';
import { networkOf } from './network-of';
import type { Db } from '~/store/open-store.server';
import { StoredLimiter } from './stored-limiter.server';

const HOUR = 60 * 60;

/** Points per browser (`visitor`) and per network (`address`); durations in seconds (docs/decisions/0020). */
export const LIMITS = {
  signUp: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  inviteRenewal: { visitor: { points: 5, duration: HOUR }, address: { points: 20, duration: HOUR } },
  /** Reveals whether an e-mail has an account (docs/decisions/0016), so a browser waits as long as a session can last. */
  emailCheck: { visitor: { points: 10, duration: 24 * HOUR }, address: { points: 60, duration: HOUR } },
  usernameCheck: { visitor: { points: 30, duration: HOUR }, address: { points: 200, duration: HOUR } },
  activationCode: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  cardAttempt: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  /** One lookup every few letters typed; an operator may pay for each. */
  addressLookup: { visitor: { points: 300, duration: HOUR }, address: { points: 1500, duration: HOUR } },
} as const;

export type RateLimitName = keyof typeof LIMITS;

export interface ConsumeOptions {
  /** Repeating the same one is free. */
  uniqueKey?: string;
  weight?: number;
}

export interface Limits {
  /** Returns the seconds until a retry is allowed; 0 when allowed, and when the store fails. A refusal consumes no points. */
  consume(
    what: RateLimitName,
    who: { visitorId: string; clientAddress: string },
    options?: ConsumeOptions,
  ): Promise<number>;
  purge(): Promise<number>;
}

interface Options {
  rateLimit: boolean;
  db: Db;
  clock: Clock;
  secrets: SiteSecrets;
  log: Pick<Logger, 'error'>;
  onRefused?: (what: RateLimitName) => void;
}

/** The key by which counters are named, so that the table reveals nobody. */
export function limitKeyOf(secret: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', 'joinery limits', 32));
}

export function createLimits({ rateLimit, db, clock, secrets, log, onRefused }: Options): Limits {
  const hashKey = limitKeyOf(secrets[0]);

  return {
    async consume(what, { visitorId, clientAddress }, options = {}) {
      if (!rateLimit) return 0;
      const { visitor, address } = LIMITS[what];
      try {
        // One transaction: neither is counted if either refuses.
        await db.transaction().execute(async (trx) => {
          const isKnown = await consumePoints(trx, { keyPrefix: `${what} visitor`, ...visitor }, visitorId, options);
          if (!isKnown)
            await consumePoints(trx, { keyPrefix: `${what} address`, ...address }, networkOf(clientAddress), options);
        });
        return 0;
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) {
          log.error({ err: rejection, limit: what }, 'a limit could not be counted');
          return 0;
        }
        onRefused?.(what);
        return Math.max(Math.ceil(rejection.msBeforeNext / 1000), 1);
      }
    },
    async purge() {
      const deleted = await db
        .deleteFrom('limits')
        .where('expires_at', '<=', clock.now().toISOString())
        .returning('key')
        .execute();
      return deleted.length;
    },
  };

  /** Returns whether `uniqueKey` was counted before; throws `RateLimiterRes` when over the limit. */
  async function consumePoints(
    trx: Db,
    limit: { keyPrefix: string; points: number; duration: number },
    who: string,
    { uniqueKey, weight = 1 }: ConsumeOptions,
  ): Promise<boolean> {
    const limiter = new StoredLimiter({ db: trx, clock, hashKey, ...limit });
    const known = `${who} with ${uniqueKey}`;
    if (uniqueKey !== undefined && (await limiter.get(known))) return true;
    await limiter.consume(who, weight);
    if (uniqueKey !== undefined) await limiter.set(known, 1, limit.duration);
    return false;
  }
}
