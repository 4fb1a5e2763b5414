import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '~/domain/clock';
import { deriveKey, type SiteSecrets } from '~/lib/sealing.server';
import type { Db } from '~/store/store';
import { deleteInSlices, SLICE } from '~/store/delete-in-slices.server';
import { exceptedNetworks, networksOf } from './network-of';
import { StoredLimiter, type CounterOptions } from './stored-limiter.server';

const HOUR = 60 * 60;

/**
 * Points per browser (`visitor`) and per network (`address`); durations in seconds (docs/decisions/0020). A browser over its limit waits
 * until the duration has passed; the waits of an address grow.
 */
export const LIMITS = {
  signUp: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  inviteRenewal: { visitor: { points: 5, duration: HOUR }, address: { points: 20, duration: HOUR } },
  /** Reveals whether an e-mail has an account (docs/decisions/0020), so a browser waits as long as a session can last. */
  emailCheck: { visitor: { points: 10, duration: 24 * HOUR }, address: { points: 60, duration: HOUR } },
  usernameCheck: { visitor: { points: 30, duration: HOUR }, address: { points: 200, duration: HOUR } },
  /** Retries after the credentials are set. Each may be a guess of the password. */
  signIn: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  /** A guessed code may pay for an order (docs/rules.md, "Activation codes"). */
  activationCode: { visitor: { points: 10, duration: 24 * HOUR }, address: { points: 60, duration: 24 * HOUR } },
  /** A guessed referrer may reduce the price. Once a sign-up has begun, no other limit counts links. */
  discountLink: { visitor: { points: 10, duration: 24 * HOUR }, address: { points: 60, duration: 24 * HOUR } },
  cardAttempt: { visitor: { points: 10, duration: HOUR }, address: { points: 60, duration: HOUR } },
  /** Sessions that begin with a draft, or with answers that no other limit counts. Each is a row in the store. */
  session: { visitor: { points: 20, duration: HOUR }, address: { points: 200, duration: HOUR } },
  /** One look-up per few typed letters. The provider may bill the operator for each. */
  addressLookup: { visitor: { points: 300, duration: HOUR }, address: { points: 1500, duration: HOUR } },
} as const;

export type RateLimitName = keyof typeof LIMITS;

export interface ConsumeOptions {
  /** Repeating the same key does not count. */
  uniqueKey?: string;
  /** Its weight for the browser. For the address every request counts once, because other visitors share it. */
  weight?: number;
}

export interface Limits {
  /** Returns the seconds until a retry is allowed; 0 if allowed, and if the store fails. A rejection consumes no points. */
  consume(
    what: RateLimitName,
    who: { visitorId: string; clientAddress: string },
    options?: ConsumeOptions,
  ): Promise<number>;
}

export interface LimitsOptions {
  rateLimit: boolean;
  /** Networks in CIDR notation without address limits. */
  except?: readonly string[];
  db: Db;
  clock: Clock;
  secrets: SiteSecrets;
  log: Pick<Logger, 'error'>;
  onRefused?: (what: RateLimitName) => void;
}

interface Counter {
  keyPrefix: string;
  points: number;
  duration: number;
}

/** The key that hashes counters' names, so that the table does not identify visitors. */
export function limitKeyOf(secret: string): KeyObject {
  return deriveKey(secret, 'limits');
}

/** Deletes expired counters, also those of mailboxes that the backend counts. @param now by the store's clock @returns their number */
export async function purgeLimits(db: Db, now: Date): Promise<number> {
  const before = now.toISOString();
  return deleteInSlices(async () => {
    const deleted = await db
      .deleteFrom('limits')
      .where('key', 'in', (from) =>
        from.selectFrom('limits').select('key').where('expires_at', '<=', before).limit(SLICE),
      )
      // The counter may have restarted meanwhile.
      .where('expires_at', '<=', before)
      .returning('key')
      .execute();
    return deleted.length;
  });
}

export function createLimits({ rateLimit, except = [], db, clock, secrets, log, onRefused }: LimitsOptions): Limits {
  const hashKey = limitKeyOf(secrets[0]);
  const isExcepted = exceptedNetworks(except);

  return {
    async consume(what, { visitorId, clientAddress }, options = {}) {
      if (!rateLimit) return 0;
      const { visitor, address } = LIMITS[what];
      try {
        // In one transaction, so that neither counter changes if either rejects.
        await db.transaction().execute(async (trx) => {
          const isKnown = await consumeOfBrowser(trx, { keyPrefix: `${what} visitor`, ...visitor }, visitorId, options);
          if (isKnown || isExcepted(clientAddress)) return;
          for (const { network, times } of networksOf(clientAddress)) {
            const counter = {
              keyPrefix: `${what} address`,
              points: address.points * times,
              duration: address.duration,
            };
            await consumeOnce(trx, counter, network, options);
          }
        });
        return 0;
      } catch (rejection) {
        if (!(rejection instanceof RateLimiterRes)) {
          log.error({ err: rejection, limit: what }, 'failed to count a limit');
          return 0;
        }
        onRefused?.(what);
        return Math.max(Math.ceil(rejection.msBeforeNext / 1000), 1);
      }
    },
  };

  /** Returns whether `uniqueKey` was counted before; throws `RateLimiterRes` when over the limit. */
  async function consumeOfBrowser(
    trx: Db,
    counter: Counter,
    visitorId: string,
    { uniqueKey, weight = 1 }: ConsumeOptions,
  ): Promise<boolean> {
    const limiter = new StoredLimiter({ db: trx, clock, hashKey, ...counter });
    const isKnown = await isCounted(limiter, visitorId, uniqueKey);
    if (!isKnown) {
      await limiter.consume(visitorId, weight);
      await remember(limiter, visitorId, uniqueKey);
    }
    return isKnown;
  }

  async function consumeOnce(trx: Db, counter: Counter, network: string, { uniqueKey }: ConsumeOptions): Promise<void> {
    const limiter = new StoredLimiter({ db: trx, clock, hashKey, ...counter });
    if (await isCounted(limiter, network, uniqueKey)) return;
    await consumeOfAddress(trx, { clock, hashKey, ...counter }, network);
    await remember(limiter, network, uniqueKey);
  }
}

async function isCounted(limiter: StoredLimiter, who: string, uniqueKey: string | undefined): Promise<boolean> {
  return uniqueKey !== undefined && (await limiter.get(knownKey(who, uniqueKey))) !== null;
}

async function remember(limiter: StoredLimiter, who: string, uniqueKey: string | undefined): Promise<void> {
  if (uniqueKey !== undefined) await limiter.set(knownKey(who, uniqueKey), 1, limiter.duration);
}

function knownKey(who: string, uniqueKey: string): string {
  return `${who} with ${uniqueKey}`;
}

const FIRST_WAIT_SECONDS = 10;
const MAX_WAIT_SECONDS = 10 * 60;

/** @param over attempts since the limit was reached @returns seconds until the next attempt of an address */
function waitAfter(over: number): number {
  return Math.min(FIRST_WAIT_SECONDS * 2 ** over, MAX_WAIT_SECONDS);
}

/** Stores the time until which an address must wait. Does not count requests. */
export function gateOf(options: CounterOptions): StoredLimiter {
  return new StoredLimiter({
    ...options,
    keyPrefix: `${options.keyPrefix} gate`,
    points: 1,
    duration: MAX_WAIT_SECONDS,
  });
}

/**
 * Counts one attempt of an address. Over the limit, it still allows single attempts, each after a longer wait than the last. Other visitors
 * behind the address are then slowed down, but not blocked.
 *
 * @param trx rolled back by the caller if this throws, so that nothing is counted
 * @throws RateLimiterRes with the time left of a wait
 */
async function consumeOfAddress(trx: Db, options: Omit<CounterOptions, 'db'>, network: string): Promise<void> {
  const counter = { ...options, db: trx };
  // Runs first to lock the counter's row, so that the second of two concurrent attempts sees the result of the first.
  const { consumedPoints } = await new StoredLimiter(counter).penalty(network, 1);
  const over = consumedPoints - options.points;
  if (over < 0) return;
  const gate = gateOf(counter);
  const wait = over > 0 ? await gate.get(network) : null;
  // The library also rejects with its result; `consume` distinguishes that from an error by its class.
  if (wait && wait.msBeforeNext > 0) throw wait;
  await gate.set(network, 1, waitAfter(over));
}
