import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { CSP_REPORTS_PATH } from '~/server/request/content-security-policy';
import { networkOf } from '~/server/services/network-of';
import type { Metrics } from '~/server/telemetry/metrics.server';
import type { ReportRefusal } from '~/server/telemetry/refusals.server';
import { readCspReport, type Violation } from './csp-report';
import { readBody } from './read-body.server';

const MAX_BYTES = 16 * 1024;
const TYPES = /^application\/(csp-report|reports\+json) *(;|$)/i;
/** The maximum of reports read per minute, per network and in total, because any client can send them. */
const MAX_PER_MINUTE = { network: 60, all: 600 };
const RETRY_SECONDS = 60;
const HOUR_MS = 60 * 60 * 1000;
/** Distinct reports logged per hour; all are counted. */
const MAX_LOGGED_PER_HOUR = 200;

const REASONS = {
  limited: 'csp_report_limited',
  unreadable: 'csp_report_unreadable',
  'too-large': 'csp_report_too_large',
} as const;
export const CSP_REPORT_REFUSALS = Object.values(REASONS);

export interface CspReportsOptions {
  metrics: Pick<Metrics, 'recordCspReport'>;
  log: Pick<Logger, 'warn'>;
  reportRefusal: ReportRefusal;
}

/**
 * Receives the browsers' Content-Security-Policy reports. It precedes the guards of origins and page marks, because
 * browsers send these reports without a page. It only counts them and logs each kind once an hour, without the page's
 * address.
 */
export function cspReportsRouter({ metrics, log, reportRefusal }: CspReportsOptions): Router {
  const router = Router();
  const networkLimiter = new RateLimiterMemory({ points: MAX_PER_MINUTE.network, duration: 60 });
  const totalLimiter = new RateLimiterMemory({ points: MAX_PER_MINUTE.all, duration: 60 });
  const noteKind = onceAnHour();

  const limit: RequestHandler = (req, res, next) => {
    // Checks the total first, so that the limiter for networks never stores more networks than the total allows.
    totalLimiter
      .consume('')
      .then(() => networkLimiter.consume(networkOf(req.ip ?? '')))
      .then(
        () => next(),
        () => refuse(req, res, 'limited', 429),
      );
  };

  const post: RequestHandler = (req, res) => {
    const encoding = req.get('content-encoding') ?? 'identity';
    if (encoding !== 'identity' || !TYPES.test(req.get('content-type') ?? ''))
      return refuse(req, res, 'unreadable', 415);
    readBody(req, MAX_BYTES, (body) => {
      if (body === 'too-large') {
        res.set('Connection', 'close');
        return refuse(req, res, 'too-large', 413);
      }
      const violations = readCspReport(body.toString('utf8'));
      if (!violations) return refuse(req, res, 'unreadable', 400);
      for (const violation of violations) record(violation);
      respond(res, 204);
    });
  };

  function record(violation: Violation): void {
    const { directive, blocked, isExtension } = violation;
    metrics.recordCspReport(directive, isExtension ? 'extension' : 'reported');
    if (isExtension || !noteKind(`${directive} ${blocked}`)) return;
    log.warn({ directive, blocked }, 'browser blocked a resource on a page');
  }

  function refuse(req: Request, res: Response, outcome: keyof typeof REASONS, status: number): void {
    metrics.recordCspReport('none', outcome);
    reportRefusal(req.log, REASONS[outcome], { status });
    if (status === 429) res.set('Retry-After', String(RETRY_SECONDS));
    respond(res, status);
  }

  router.post(CSP_REPORTS_PATH, limit, post);
  return router;
}

/** Notes a kind. @returns whether it is new in this hour; false once the limit of distinct kinds is reached */
function onceAnHour(): (kind: string) => boolean {
  const seen = new Set<string>();
  let since = performance.now();
  return (kind) => {
    if (performance.now() - since > HOUR_MS) {
      seen.clear();
      since = performance.now();
    }
    if (seen.has(kind) || seen.size >= MAX_LOGGED_PER_HOUR) return false;
    seen.add(kind);
    return true;
  };
}

function respond(res: Response, status: number): void {
  res.status(status).set('Cache-Control', 'no-store').end();
}
