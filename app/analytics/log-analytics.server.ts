import type { Logger } from 'pino';
import type { Analytics } from './port';

/** How many ids are remembered: those of the same press arrive within seconds. */
const REMEMBERED = 1_000;

/** Analytics as lines of the log, until there is a service to send them to. */
export function createLogAnalytics(log: Pick<Logger, 'info'>): Analytics {
  const seen = new Set<string>();
  return {
    track(event) {
      if (seen.has(event.id)) return;
      seen.add(event.id);
      const [oldest] = seen;
      if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
      log.info({ analytics: event }, event.name);
    },
  };
}
