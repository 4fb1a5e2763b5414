import type { Db } from '~/store/open-store.server';
import { StoredLimiter, type CounterOptions } from './stored-limiter.server';

const FIRST_SECONDS = 10;
const LONGEST_SECONDS = 10 * 60;

/** Seconds until the next try of an address that has come to its limit. @param over how many came after the limit was reached */
function waitAfter(over: number): number {
  return Math.min(FIRST_SECONDS * 2 ** over, LONGEST_SECONDS);
}

/** What remembers until when an address has to wait. It is no counter. */
export function gateOf(options: CounterOptions): StoredLimiter {
  return new StoredLimiter({
    ...options,
    keyPrefix: `${options.keyPrefix} gate`,
    points: 1,
    duration: LONGEST_SECONDS,
  });
}

/**
 * Counts one try of an address. Within its limit it is let through. Beyond it there is one now and then, each after a longer wait than the
 * one before, so that whoever else is there is slowed down and not shut out.
 *
 * @param trx its caller rolls it back where this throws, so that nothing was counted
 * @throws RateLimiterRes with the time left, where the wait is not over
 */
export async function consumeOfAddress(trx: Db, options: Omit<CounterOptions, 'db'>, network: string): Promise<void> {
  const counter = { ...options, db: trx };
  // First, because it locks the counter's row: of two at the same time the second one finds what the first one left.
  const { consumedPoints } = await new StoredLimiter(counter).penalty(network, 1);
  const over = consumedPoints - options.points;
  if (over < 0) return;
  const gate = gateOf(counter);
  const shut = over > 0 ? await gate.get(network) : null;
  // The library rejects with its result, too, and a caller tells the two apart from what is broken by it.

  if (shut && shut.msBeforeNext > 0) throw shut;
  await gate.set(network, 1, waitAfter(over));
}
