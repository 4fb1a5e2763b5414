import { Analytics as SegmentClient } from '@segment/analytics-node';
import type { Logger } from 'pino';
import { throttle } from '~/lib/throttle';
import { createEventDedupe } from './event-dedupe';
import type { Analytics, AnalyticsEvent } from './port';

interface Options {
  writeKey: string;
  /** The origin that events are posted to; undefined means Segment's own. */
  host: string | undefined;
  log: Pick<Logger, 'warn'>;
  /** Milliseconds that an event waits to be batched. */
  flushEvery?: number;
  /** Milliseconds for sending the waiting events on close; the rest is dropped. */
  closeWithin?: number;
}

/** The queue's limit. Further events are dropped and counted. */
const MAX_QUEUED = 1_000;
const BATCH_SIZE = 50;
const FLUSH_EVERY_MS = 5_000;
const TIMEOUT_MS = 5_000;
const MAX_TRIES = 3;
const CLOSE_WITHIN_MS = 3_000;
const REPORT_EVERY_MS = 60_000;

/**
 * Sends analytics to Segment from this server. Events are queued in memory and sent in batches. A failed event is
 * retried and then dropped. The log reports drops once a minute, without any event's content.
 */
export function createSegmentAnalytics({
  writeKey,
  host,
  log,
  flushEvery = FLUSH_EVERY_MS,
  closeWithin = CLOSE_WITHIN_MS,
}: Options): Analytics {
  const isRepeated = createEventDedupe();
  const drop = throttle<string>(REPORT_EVERY_MS, (reason, lost) =>
    log.warn({ lost, reason }, 'analytics events dropped'),
  );
  let waiting = 0;
  const client = new SegmentClient({
    writeKey,
    host,
    flushAt: BATCH_SIZE,
    flushInterval: flushEvery,
    httpRequestTimeout: TIMEOUT_MS,
    maxRetries: MAX_TRIES,
  });
  // Each event triggers exactly one of these.
  client.on('track', settle).on('identify', settle).on('error', fail);
  return {
    track(event) {
      if (isRepeated(event.id)) return;
      if (waiting >= MAX_QUEUED) {
        drop('The queue is full');
        return;
      }
      waiting += 1;
      send(client, event);
    },
    close: () => client.closeAndFlush({ timeout: closeWithin }).catch(() => undefined),
  };

  function settle() {
    waiting -= 1;
  }

  function fail({ reason }: { reason?: unknown }) {
    settle();
    drop(reason instanceof Error ? reason.message : 'No response');
  }
}

function send(client: SegmentClient, event: AnalyticsEvent): void {
  if (event.name === 'user identified') {
    client.identify({ messageId: event.id, anonymousId: event.anonymousId, userId: event.userId });
    return;
  }
  const { name, id: messageId, anonymousId, userId, ...properties } = { userId: undefined, ...event };
  client.track({ messageId, anonymousId, userId: userId ?? undefined, event: toTitleCase(name), properties });
}

/** The event's name in Segment's form, such as `Subscription Created`. */
function toTitleCase(name: string): string {
  return name.replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}
