import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { BASE_PATH } from '~/domain/base-path';
import type { OpenServices } from '~/server/services/services.server';
import { networkOf } from '~/server/services/network-of';
import type { Metrics } from '~/server/telemetry/metrics.server';
import type { ReportRefusal } from '~/server/telemetry/refusals.server';
import { readBody } from './read-body.server';

/** The path to which a payment provider posts its messages, followed by the provider's name. */
export const WEBHOOKS_PATH = `${BASE_PATH}/webhooks`;

const MAX_BYTES = 64 * 1024;
const FORM = /^application\/x-www-form-urlencoded *(;|$)/i;
/** Messages per minute and network. The provider resends rejected ones. */
const MAX_PER_MINUTE = 300;
/** Messages that are looked up at the same time. */
const MAX_CONCURRENT = 8;
const RETRY_SECONDS = 60;

type Outcome = Awaited<ReturnType<NonNullable<OpenServices['webhooks']>['receive']>>['outcome'];

/** The response's status by outcome. 200 means that the message was understood, even if it needs no action. */
const STATUSES: Readonly<Record<Outcome, number>> = {
  changed: 200,
  unchanged: 200,
  replayed: 200,
  'not-followed': 200,
  ignored: 200,
  forged: 403,
  unreadable: 400,
};

const REASONS = {
  forged: 'webhook_forged',
  unreadable: 'webhook_unreadable',
  'too-large': 'webhook_too_large',
  limited: 'webhook_limited',
  busy: 'webhook_busy',
} as const;
export const WEBHOOK_REFUSALS = Object.values(REASONS);

export interface WebhookOptions {
  /** The provider's name in the address. */
  provider: string;
  /** Undefined if this process does not receive messages. Then every address responds with 404. */
  webhooks: OpenServices['webhooks'];
  metrics: Metrics;
  log: Logger;
  reportRefusal: ReportRefusal;
}

/**
 * Receives a payment provider's messages. Visitors never post here, so the router precedes the guards of cookies,
 * origins and page marks. The message's signature replaces them.
 */
export function webhookRouter({ provider, webhooks, metrics, log, reportRefusal }: WebhookOptions): Router {
  // Other posts must not reach the visitors' guards, which would respond differently.
  const closed = Router().use(WEBHOOKS_PATH, (_req, res) => respond(res, 404));
  if (!webhooks) return closed;
  const { receive: process, answerChallenge } = webhooks;
  const limiter = new RateLimiterMemory({ points: MAX_PER_MINUTE, duration: 60 });
  let open = 0;

  const limit: RequestHandler = (req, res, next) => {
    limiter.consume(networkOf(req.ip ?? '')).then(
      () => next(),
      () => refuse(req, res, 'limited', 429),
    );
  };

  function refuse(req: Request, res: Response, outcome: keyof typeof REASONS | 'failed', status: number): void {
    metrics.recordWebhook('none', outcome);
    report(req, outcome, status);
    if (status === 429 || status === 503) res.set('Retry-After', String(RETRY_SECONDS));
    respond(res, status);
  }

  function report(req: Request, outcome: string, status: number): void {
    if (isRefusal(outcome)) reportRefusal(req.log, REASONS[outcome], { status });
  }

  async function receive(req: Request, form: URLSearchParams, res: Response): Promise<void> {
    if (open >= MAX_CONCURRENT) return refuse(req, res, 'busy', 503);
    open += 1;
    try {
      const { kind, outcome } = await process(form);
      metrics.recordWebhook(kind, outcome);
      report(req, outcome, STATUSES[outcome]);
      respond(res, STATUSES[outcome]);
    } catch (err) {
      // The provider resends it, and the periodic look-up finds the change.
      log.warn({ err }, 'failed to process a payment provider message');
      refuse(req, res, 'failed', 503);
    } finally {
      open -= 1;
    }
  }

  const post: RequestHandler = (req, res) => {
    if (!isForm(req)) return refuse(req, res, 'unreadable', 415);
    readBody(req, MAX_BYTES, (body) => {
      if (body !== 'too-large') return void receive(req, new URLSearchParams(body.toString('utf8')), res);
      res.set('Connection', 'close');
      refuse(req, res, 'too-large', 413);
    });
  };

  const challenge: RequestHandler = (req, res, next) => {
    const query = new URL(req.originalUrl, 'http://localhost').searchParams;
    answerChallenge(query)
      .then((text) => (text === undefined ? next() : void respond(res, 200, text)))
      .catch(next);
  };

  const path = `${WEBHOOKS_PATH}/${provider}`;
  return Router().post(path, limit, post).get(path, limit, challenge).use(closed);
}

function isRefusal(outcome: string): outcome is keyof typeof REASONS {
  return outcome in REASONS;
}

function isForm(req: Request): boolean {
  const encoding = req.get('content-encoding') ?? 'identity';
  return encoding === 'identity' && FORM.test(req.get('content-type') ?? '');
}

function respond(res: Response, status: number, text = ''): void {
  res.status(status).set('Cache-Control', 'no-store').type('text/plain').send(text);
}
