import type { Logger } from 'pino';
import type { Metrics } from './metrics.server';

const MAX_LINES_PER_SECOND = 10;
const SECOND_MS = 1000;

/** @param details without visitors' input */
export type ReportRefusal = (log: Pick<Logger, 'warn'>, reason: string, details?: object) => void;

/** Counts every refused request, and logs at most ten a second for each reason (docs/runbooks.md, "A refused request"). */
export function createRefusalReport(
  metrics: Pick<Metrics, 'recordRefusal'>,
  now: () => number = () => performance.now(),
): ReportRefusal {
  const loggedAt = new Map<string, number[]>();
  return (log, reason, details) => {
    metrics.recordRefusal(reason);
    const times = loggedAt.get(reason) ?? [];
    loggedAt.set(reason, times);
    const [oldest = -Infinity] = times;
    if (times.length === MAX_LINES_PER_SECOND) {
      if (now() - oldest < SECOND_MS) return;
      times.shift();
    }
    times.push(now());
    log.warn({ reason, ...details }, 'request refused');
  };
}
