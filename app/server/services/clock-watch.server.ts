import type { Logger } from 'pino';
import type { Clock } from '~/domain/clock';
import type { Metrics } from '~/server/telemetry/metrics.server';
import type { Store } from '~/store/open-store.server';

/** Seconds. A smaller difference is harmless: every payment deadline has a margin of five. */
const TOLERANCE_SECONDS = 2;

interface ClockWatchParts {
  clock: Clock;
  store: Store;
  log: Pick<Logger, 'info' | 'warn'>;
  metrics: Pick<Metrics, 'recordClockOffset'>;
}

/**
 * Measures how far this process's clock is ahead of the store's, which payments use. Logs each change once. With SQLite both are the same
 * clock.
 *
 * @returns a function to call regularly; it rejects if the store fails
 */
export function createClockWatch({ clock, store, log, metrics }: ClockWatchParts): () => Promise<void> {
  let reported = 0;
  return async () => {
    const startedAt = clock.now().getTime();
    const { now } = await store.clock.read(store.db);
    const endedAt = clock.now().getTime();
    const seconds = (startedAt + endedAt) / 2000 - now.getTime() / 1000;
    // The store's clock was read at an unknown moment between the two times.
    const uncertainty = Math.abs(endedAt - startedAt) / 2000;
    metrics.recordClockOffset(seconds);
    if (Math.abs(seconds - reported) <= TOLERANCE_SECONDS + uncertainty) return;
    const isOff = Math.abs(seconds) > TOLERANCE_SECONDS + uncertainty;
    reported = isOff ? seconds : 0;
    if (isOff) log.warn({ seconds }, "this machine's clock differs from the store's");
    else log.info({ seconds }, "this machine's clock agrees with the store's again");
  };
}
