import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { isFromTrustedProxy } from '~/server/telemetry/request-trace.server';

const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-forwarded-proto', 'x-real-ip'];

interface ForwardingWatchOptions {
  metrics: Pick<Metrics, 'recordIgnoredForwarding'>;
  log: Pick<Logger, 'warn'>;
}

/**
 * Counts requests with forwarding headers from peers outside `TRUST_PROXY`, and logs the first one. Behind a proxy that the setting omits,
 * all visitors share one rate limit. Clients can forge the headers, so their values are not logged.
 * With a number of hops it counts none, because Express then trusts every peer.
 */
export function watchForwarding({ metrics, log }: ForwardingWatchOptions): RequestHandler {
  let isLogged = false;
  return (req, _res, next) => {
    const header = FORWARDING_HEADERS.find((name) => req.headers[name] !== undefined);
    if (header !== undefined && !isFromTrustedProxy(req)) {
      metrics.recordIgnoredForwarding();
      if (!isLogged) log.warn({ header }, 'ignored a forwarding header: the peer is not in TRUST_PROXY');
      isLogged = true;
    }
    next();
  };
}
