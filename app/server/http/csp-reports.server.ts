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
/** Messages that are read in a minute: of one network, and of all, as anybody can send them. */
const A_MINUTE = { network: 60, all: 600 };
const RETRY_SECONDS = 60;
const HOUR_MS = 60 * 60 * 1000;
/** Different ones that are logged in an hour; all are counted. */
const LOGGED_AN_HOUR = 200;

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
 * Takes what browsers report of the Content-Security-Policy. It stands before the guards of origins and form tokens, because a browser
 * sends it and no page, and nothing is done with it but to count it and to log each kind once an hour, without the page's address.
 */
export function cspReportsRouter({ metrics, log, reportRefusal }: CspReportsOptions): Router {
  const router = Router();
  const ofNetwork = new RateLimiterMemory({ points: A_MINUTE.network, duration: 60 });
  const ofAll = new RateLimiterMemory({ points: A_MINUTE.all, duration: 60 });
  const isNew = onceAnHour();

  const limit: RequestHandler = (req, res, next) => {
    // Of all first, so that not more networks are remembered than are read.
    ofAll
      .consume('')
      .then(() => ofNetwork.consume(networkOf(req.ip ?? '')))
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
      answer(res, 204);
    });
  };

  function record(violation: Violation): void {
    const { directive, blocked, isExtension } = violation;
    metrics.recordCspReport(directive, isExtension ? 'extension' : 'reported');
    if (isExtension || !isNew(`${directive} ${blocked}`)) return;
    log.warn({ directive, blocked }, 'a browser blocked something on a page');
  }

  function refuse(req: Request, res: Response, outcome: keyof typeof REASONS, status: number): void {
    metrics.recordCspReport('none', outcome);
    reportRefusal(req.log, REASONS[outcome], { status });
    if (status === 429) res.set('Retry-After', String(RETRY_SECONDS));
    answer(res, status);
  }

  router.post(CSP_REPORTS_PATH, limit, post);
  return router;
}

/** Tells whether a kind was not there in this hour; of too many different ones none is new any more. */
function onceAnHour(): (kind: string) => boolean {
  const seen = new Set<string>();
  let since = performance.now();
  return (kind) => {
    if (performance.now() - since > HOUR_MS) {
      seen.clear();
      since = performance.now();
    }
    if (seen.has(kind) || seen.size >= LOGGED_AN_HOUR) return false;
    seen.add(kind);
    return true;
  };
}

function answer(res: Response, status: number): void {
  res.status(status).set('Cache-Control', 'no-store').end();
}
