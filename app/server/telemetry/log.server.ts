import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { CONTACT_FIELDS } from '~/domain/people';
import type { Configuration } from '~/settings/configuration.server';
import { findCurrentRequest } from './current-request.server';
import type { Span } from './tracing/span';

declare module 'http' {
  interface IncomingMessage {
    id: string;
    log: Logger;
  }

  interface ServerResponse {
    /** Logged with the response. */
    err?: Error | undefined;
  }
}

/** What they hold is redacted at any depth up to three. */
const SECRET_NAMES = [
  'headers',
  'cookie',
  'authorization',
  'body',
  'password',
  'cardNumber',
  'cardExpiration',
  'cardCvv',
  'nonce',
  'token',
  'clientToken',
  'auth',
  'securityAnswer',
  'securityCode',
  'confirmCode',
  'securityCodeConfirm',
  'subscriptionCode',
  ...CONTACT_FIELDS,
  'billingAddress',
];

const areSecret: ReadonlySet<unknown> = new Set(SECRET_NAMES);

/** Two paths that meet everything, and not two for each name: pino follows each of them anew for every value of every line. */
const REDACTION = {
  paths: [...SECRET_NAMES, '*.*', '*.*.*'],
  censor: (value: unknown, path: string[]) => (areSecret.has(path.at(-1)) ? '[redacted]' : value),
};

/** JSON lines to standard output or, in tests, to `destination`. */
export function createLog(configuration: Pick<Configuration, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: configuration.logLevel,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: REDACTION,
    serializers: { err: serializeError },
    mixin: (_line: object, _level: number, log: Logger) => idsFor(log),
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Of the request that a line is about, unless its logger says them already. */
function idsFor(log: Logger): object {
  const request = findCurrentRequest();
  if (!request || 'requestId' in log.bindings()) return {};
  return { requestId: request.id, ...traceIdOf(request) };
}

/** Named as OpenTelemetry wants it in lines of a log. */
function traceIdOf({ span }: { span?: Span }): object {
  return span ? { trace_id: span.context.traceId } : {};
}

/**
 * Logs each response without query, IP address, cookie or body, and sets `req.log`; its ids are those of `traceRequests`, where that comes
 * before. Set `res.err` to log an error with a 5xx; `propsOf` adds properties to the response's line.
 */
export function requestLog(log: Logger, propsOf: (req: IncomingMessage) => object = () => ({})): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    req.id ??= randomUUID();
    req.log = log.child({ requestId: req.id, ...traceIdOf(req) });
    res.once('close', () => {
      const path = pathOf(req);
      const line = {
        req: { method: req.method, path },
        res: { status: res.statusCode },
        durationMs: Math.round(performance.now() - began),
        ...propsOf(req),
        ...(res.err && { err: res.err }),
      };
      req.log[levelOf(path, res.statusCode, res.err)](line, messageOf(res));
    });
    next();
  };
}

function messageOf({ statusCode, err, writableFinished }: ServerResponse): string {
  if (err || statusCode >= 500) return 'request errored';
  return writableFinished ? 'request completed' : 'request aborted';
}

function levelOf(path: string, status: number, error: Error | undefined) {
  // Nothing broke: who asked was asked to come back.
  if (status === 503 && !error) return 'warn';
  if (error || status >= 500) return 'error';
  return path === '/healthz' || path === '/readyz' ? 'debug' : 'info';
}

/** Drivers and validators attach the offending values to their errors: these are left out. */
function serializeError(error: Error) {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code: code as unknown };
}

/** No query: it may hold an invite token. */
function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '').split(/[?#]/, 1)[0] ?? '';
}
