import { RateLimiterMemory } from 'rate-limiter-flexible';

/** What is limited, each with how often in how many seconds a browser and an address may do it. */
const LIMITS = {
  inviteRenewal: { perVisitor: 5, perAddress: 20, seconds: 60 * 60 },
} as const;

export type Limited = keyof typeof LIMITS;

export interface Limits {
  /** Counts one more time. @returns whether it may be done */
  take(what: Limited, who: { visitorId: string; clientAddress: string }): Promise<boolean>;
}

/** Limits that this process counts by itself. */
export function createLimits({ rateLimit }: { rateLimit: boolean }): Limits {
  const counters = new Map(
    Object.entries(LIMITS).map(([name, { perVisitor, perAddress, seconds }]) => [
      name,
      {
        visitor: new RateLimiterMemory({ points: perVisitor, duration: seconds, keyPrefix: `${name}-visitor` }),
        address: new RateLimiterMemory({ points: perAddress, duration: seconds, keyPrefix: `${name}-address` }),
      },
    ]),
  );
  return {
    async take(what, { visitorId, clientAddress }) {
      if (!rateLimit) return true;
      const { visitor, address } = counters.get(what)!;
      try {
        await visitor.consume(visitorId);
        await address.consume(clientAddress);
        return true;
      } catch (refused) {
        if (refused instanceof Error) throw refused;
        return false;
      }
    },
  };
}
