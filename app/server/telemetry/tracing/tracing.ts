import type { Logger } from 'pino';
import type { StartRequestSpan } from './span';

export interface Tracing {
  startRequest: StartRequestSpan;
  /** Sends what waits. Takes a second or two at most. */
  close(): Promise<void>;
}

export interface TracingOptions {
  /** A collector's, to which `/v1/traces` is appended; undefined where nothing is recorded. */
  endpoint: string | undefined;
  /** What the collector calls us. */
  serviceName: string;
  version: string;
  log: Pick<Logger, 'warn'>;
}
