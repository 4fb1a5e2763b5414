import type { Logger } from 'pino';
import { createEventDedupe } from './event-dedupe';
import type { Analytics } from './port';

/** Analytics as lines of the log, where there is no service to send them to. */
export function createLogAnalytics(log: Pick<Logger, 'info'>): Analytics {
  const heardBefore = createEventDedupe();
  return {
    track(event) {
      if (!heardBefore(event.id)) log.info({ analytics: event }, event.name);
    },
    close: () => Promise.resolve(),
  };
}
