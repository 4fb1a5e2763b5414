import { createHash } from 'node:crypto';
import { RateLimiterMemory } from 'rate-limiter-flexible';

const HOUR = 60 * 60;

/** What is limited, each with how often in how many seconds a browser and an address may do it. */
const LIMITS = {
  inviteRenewal: { visitor: { points: 5, duration: HOUR }, address: { points: 20, duration: HOUR } },
  /** Whether an e-mail has an account (docs/decisions/0016). A browser's hours are those of the longest session. */
  emailCheck: { visitor: { points: 10, duration: 24 * HOUR }, address: { points: 60, duration: HOUR } },
  usernameCheck: { visitor: { points: 60, duration: HOUR }, address: { points: 300, duration: HOUR } },
} as const;

export type Limited = keyof typeof LIMITS;

export interface Limits {
  /**
   * Counts one more time.
   *
   * @param thing what it is done with, where only different things count: the same one again is free
   * @returns whether it may be done
   */
  take(what: Limited, who: { visitorId: string; clientAddress: string }, thing?: string): Promise<boolean>;
}

/** Limits that this process counts by itself. */
export function createLimits({ rateLimit }: { rateLimit: boolean }): Limits {
  const counters = new Map(
    Object.entries(LIMITS).map(([name, { visitor, address }]) => [
      name,
      { visitor: createCounter(`${name}-visitor`, visitor), address: createCounter(`${name}-address`, address) },
    ]),
  );
  return {
    async take(what, { visitorId, clientAddress }, thing) {
      if (!rateLimit) return true;
      const { visitor, address } = counters.get(what)!;
      return (await visitor.take(visitorId, thing)) && (await address.take(clientAddress, thing));
    },
  };
}

/** Counts for each of many how often they did something, or with how many different things. */
function createCounter(keyPrefix: string, options: { points: number; duration: number }) {
  const counted = new RateLimiterMemory({ ...options, keyPrefix });
  const known = new RateLimiterMemory({ ...options, keyPrefix: `${keyPrefix}-known` });
  return {
    async take(who: string, thing: string | undefined): Promise<boolean> {
      // Only a hash is kept: nobody needs to know which things they were.
      const key = thing && `${who} ${createHash('sha256').update(thing).digest('base64url')}`;
      if (key && (await known.get(key))) return true;
      try {
        await counted.consume(who);
      } catch (refused) {
        if (refused instanceof Error) throw refused;
        return false;
      }
      if (key) await known.set(key, 1, options.duration);
      return true;
    },
  };
}
