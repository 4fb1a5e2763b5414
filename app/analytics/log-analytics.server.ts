import type { Logger } from 'pino';
import { createEventDedupe } from './event-dedupe';
import type { Analytics } from './port';

/** Writes events to the log if no service is configured. */
export function createLogAnalytics(log: Pick<Logger, 'info'>): Analytics {
  const isRepeated = createEventDedupe();
  return {
    track(event) {
      if (!isRepeated(event.id)) log.info({ analytics: event }, event.name);
    },
    close: () => Promise.resolve(),
  };
}
