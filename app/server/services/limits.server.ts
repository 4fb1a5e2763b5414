import type { SiteSecrets } from '~/lib/sealing.server';
import { hkdfSync } from 'node:crypto';
import type { Logger } from 'pino';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '~/domain/clock';
import { networkOf } from './network-of';
import type { Db } from '~/store/open-store.server';
import { StoredLimiter } from './stored-limiter.server';

const HOUR = 60 * 60;

/** What is limited, each with how often in how many seconds a browser and an address may do it (docs/decisions/0020). */
const LIMITS = {
  signUp: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  inviteRenewal: { visitor: { points: 5, duration: HOUR }, address: { points: 20, duration: HOUR } },
  /** Whether an e-mail has an account (docs/decisions/0016). A browser's hours are those of the longest session. */
  emailCheck: { visitor: { points: 10, duration: 24 * HOUR }, address: { points: 60, duration: HOUR } },
  usernameCheck: { visitor: { points: 30, duration: HOUR }, address: { points: 200, duration: HOUR } },
  activationCode: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  cardAttempt: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  /** An ask for every few letters; an operator may pay for each. */
  addressLookup: { visitor: { points: 300, duration: HOUR }, address: { points: 1500, duration: HOUR } },
} as const;

export type RateLimitName = keyof typeof LIMITS;

export interface ConsumeOptions {
  /** What it is done with, where only different things count: the same one again is free. */
  thing?: string;
  /** How much it counts; 1 unless something about it is suspicious. */
  weight?: number;
}

export interface Limits {
  /**
   * Counts one more time, unless that would be too many: what is refused counts nothing.
   *
   * @returns for how many seconds it may not be done; 0 where it may. A store that does not answer limits nobody.
   */
  consume(
    what: RateLimitName,
    who: { visitorId: string; clientAddress: string },
    taking?: ConsumeOptions,
  ): Promise<number>;
  /** Deletes the counts whose time is over. @returns how many */
  purge(): Promise<number>;
}

interface Options {
  rateLimit: boolean;
  db: Db;
  clock: Clock;
  /** The first one hashes what is kept. */
  secrets: SiteSecrets;
  log: Pick<Logger, 'error'>;
  /** Hears of each refusal. */
  onRefused?: (what: RateLimitName) => void;
}

/** Limits that all processes on one store count together. */
export function createLimits({ rateLimit, db, clock, secrets, log, onRefused }: Options): Limits {
  const hashKey = Buffer.from(hkdfSync('sha256', secrets[0], '', 'joinery limits', 32));

  return {
    async consume(what, { visitorId, clientAddress }, taking = {}) {
      if (!rateLimit) return 0;
      const { visitor, address } = LIMITS[what];
      try {
        // One commit for both, and none where either refuses.
        await db.transaction().execute(async (trx) => {
          const isKnown = await take(trx, { keyPrefix: `${what} visitor`, ...visitor }, visitorId, taking);
          if (!isKnown) await take(trx, { keyPrefix: `${what} address`, ...address }, networkOf(clientAddress), taking);
        });
        return 0;
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) {
          log.error({ err: refused, limit: what }, 'a limit could not be counted');
          return 0;
        }
        onRefused?.(what);
        return Math.max(Math.ceil(refused.msBeforeNext / 1000), 1);
      }
    },
    async purge() {
      const gone = await db
        .deleteFrom('limits')
        .where('expires_at', '<=', clock.now().toISOString())
        .returning('key')
        .execute();
      return gone.length;
    },
  };

  /** @returns whether it was done with this thing before @throws RateLimiterRes where it is too much */
  async function take(
    trx: Db,
    limit: { keyPrefix: string; points: number; duration: number },
    who: string,
    { thing, weight = 1 }: ConsumeOptions,
  ): Promise<boolean> {
    const limiter = new StoredLimiter({ db: trx, clock, hashKey, ...limit });
    const known = `${who} with ${thing}`;
    if (thing !== undefined && (await limiter.get(known))) return true;
    await limiter.consume(who, weight);
    if (thing !== undefined) await limiter.set(known, 1, limit.duration);
    return false;
  }
}
