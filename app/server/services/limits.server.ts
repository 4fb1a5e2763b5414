import type { KeyObject } from 'node:crypto';
import type { Logger } from 'pino';
import { RateLimiterRes } from 'rate-limiter-flexible';
import type { Clock } from '~/domain/clock';
import { deriveKey, type SiteSecrets } from '~/lib/sealing.server';
import type { Db } from '~/store/store';
import { deleteExpired } from '~/store/delete-in-slices.server';
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

/** The owner of the counters: the networks of an address, or a browser. */
type Limited = { clientAddress: string } | { visitorId: string };

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

/** Deletes expired counters, also those of mailboxes that the backend counts. @param now by the store's clock @returns their number */
export function purgeLimits(db: Db, now: Date): Promise<number> {
  return deleteExpired(db, 'limits', { key: 'key', time: 'expires_at', before: now.toISOString() });
}

export function createLimits({ rateLimit, except = [], db, clock, secrets, log, onRefused }: LimitsOptions): Limits {
  const hashKey = hashKeyOf(secrets[0]);
  const isExcepted = exceptedNetworks(except);

  return {
    async consume(what, { visitorId, clientAddress }, options = {}) {
      if (!rateLimit) return 0;
      try {
        // In one transaction, so that neither counter changes if either rejects.
        await db.transaction().execute(async (trx) => {
          const isKnown = await consumeOfBrowser(trx, browserCounter(what, visitorId), options);
          if (isKnown || isExcepted(clientAddress)) return;
          for (const counter of addressCounters(what, clientAddress)) await consumeOnce(trx, counter, options);
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
    { owner, ...counter }: Counter,
    { uniqueKey, weight = 1 }: ConsumeOptions,
  ): Promise<boolean> {
    const limiter = new StoredLimiter({ db: trx, clock, hashKey, ...counter });
    const isKnown = await isCounted(limiter, owner, uniqueKey);
    if (!isKnown) {
      await limiter.consume(owner, weight);
      await remember(limiter, owner, uniqueKey);
    }
    return isKnown;
  }

  async function consumeOnce(trx: Db, { owner, ...counter }: Counter, { uniqueKey }: ConsumeOptions): Promise<void> {
    const options = { db: trx, clock, hashKey, ...counter };
    const limiter = new StoredLimiter(options);
    if (await isCounted(limiter, owner, uniqueKey)) return;
    await consumeOfAddress(options, owner);
    await remember(limiter, owner, uniqueKey);
  }
}

interface LimitCount {
  limit: RateLimitName;
  /** The points used of `allowed`. */
  used: number;
  allowed: number;
}

interface StoredCounts {
  db: Db;
  clock: Clock;
  /** All secrets, because a counter's name is derived from the secret that was the first one when it began. */
  secrets: readonly string[];
  /** Restricts to one limit. */
  limit?: RateLimitName;
}

/** The counters that have begun and not expired. */
export async function findLimitCounts(stored: StoredCounts, who: Limited): Promise<LimitCount[]> {
  const counts = await Promise.all(
    storedCounters(stored, who).map(async ({ limit, limiter, owner }) => {
      const count = await limiter.get(owner);
      return count ? [{ limit, used: count.consumedPoints, allowed: limiter.points }] : [];
    }),
  );
  return counts.flat();
}

/** @returns the number of reset counters */
export async function clearLimitCounts(stored: StoredCounts, who: Limited): Promise<number> {
  const cleared = await Promise.all(
    storedCounters(stored, who).map(async ({ options, limiter, owner }) => {
      await gateOf(options).delete(owner);
      return limiter.delete(owner);
    }),
  );
  return cleared.filter(Boolean).length;
}

function storedCounters({ db, clock, secrets, limit: only }: StoredCounts, who: Limited) {
  const names = only === undefined ? (Object.keys(LIMITS) as RateLimitName[]) : [only];
  return names.flatMap((limit) =>
    countersOf(limit, who).flatMap(({ owner, ...counter }) =>
      secrets.map((secret) => {
        const options: CounterOptions = { db, clock, hashKey: hashKeyOf(secret), ...counter };
        return { limit, owner, options, limiter: new StoredLimiter(options) };
      }),
    ),
  );
}

interface Counter extends Pick<CounterOptions, 'keyPrefix' | 'points' | 'duration'> {
  /** A browser or a network. */
  owner: string;
}

function countersOf(limit: RateLimitName, who: Limited): Counter[] {
  return 'visitorId' in who ? [browserCounter(limit, who.visitorId)] : addressCounters(limit, who.clientAddress);
}

function browserCounter(limit: RateLimitName, visitorId: string): Counter {
  return { owner: visitorId, keyPrefix: `${limit} visitor`, ...LIMITS[limit].visitor };
}

function addressCounters(limit: RateLimitName, clientAddress: string): Counter[] {
  const { points, duration } = LIMITS[limit].address;
  return networksOf(clientAddress).map(({ network, times }) => ({
    owner: network,
    keyPrefix: `${limit} address`,
    points: points * times,
    duration,
  }));
}

/** The key that hashes counters' names, so that the table does not identify visitors. */
function hashKeyOf(secret: string): KeyObject {
  return deriveKey(secret, 'limits');
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
function gateOf(options: CounterOptions): StoredLimiter {
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
 * @param options.db rolled back by the caller if this throws, so that nothing is counted
 * @throws RateLimiterRes with the time left of a wait
 */
async function consumeOfAddress(options: CounterOptions, network: string): Promise<void> {
  // Runs first to lock the counter's row, so that the second of two concurrent attempts sees the result of the first.
  const { consumedPoints } = await new StoredLimiter(options).penalty(network, 1);
  const over = consumedPoints - options.points;
  if (over < 0) return;
  const gate = gateOf(options);
  const wait = over > 0 ? await gate.get(network) : null;
  // The library also rejects with its result; `consume` distinguishes that from an error by its class.
  if (wait && wait.msBeforeNext > 0) throw wait;
  await gate.set(network, 1, waitAfter(over));
}
