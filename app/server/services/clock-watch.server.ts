import type { Logger } from 'pino';
import type { Clock } from '~/domain/clock';
import type { Metrics } from '~/server/telemetry/metrics.server';
import type { Store } from '~/store/open-store.server';

/** Seconds. A smaller difference is harmless: every payment deadline has a margin of five, and a session lasts minutes. */
const TOLERANCE_SECONDS = 2;

interface ClockWatchParts {
  /** This machine's. */
  clock: Clock;
  store: Store;
  log: Pick<Logger, 'info' | 'warn'>;
  metrics: Pick<Metrics, 'recordClockOffset'>;
}

export interface ClockWatch {
  /** To call regularly. Rejects if the store fails. */
  measure(): Promise<void>;
  /** This machine's clock, less its last measured difference from the store's: all processes then agree on the end of a session. */
  corrected: Clock;
}

/**
 * Measures how far this machine's clock is ahead of the store's, which payments use. Logs each change once. With SQLite both are the same
 * clock.
 */
export function createClockWatch({ clock, store, log, metrics }: ClockWatchParts): ClockWatch {
  /** Zero within the tolerance. */
  let reported = 0;
  return {
    corrected: { now: () => new Date(clock.now().getTime() - reported * 1000) },
    async measure() {
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
    },
  };
}
