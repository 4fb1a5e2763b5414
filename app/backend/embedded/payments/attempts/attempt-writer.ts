import type { StoreClock } from '~/store/store-clock.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { leaseOf } from './provider-calls';

/** Who writes to an attempt, when, and for how long no other process may. */
export interface AttemptWriter {
  clock: StoreClock;
  /** Milliseconds. */
  leaseMs: number;
  /** The process, as `host:pid`, for the payment's history. */
  by: string;
}

export function writerOf(context: EmbeddedContext): AttemptWriter {
  return { clock: context.storeClock, leaseMs: leaseOf(context), by: context.processName };
}
