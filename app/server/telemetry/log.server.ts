import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import type { Configuration } from '~/settings/configuration.server';
import { CONTACT } from '~/steps/contact';
import { SECRET_FIELDS } from '~/steps/index';
import { findCurrentRequest, type RequestLabels } from './current-request.server';
import type { Span } from './tracing/span';

declare module 'http' {
  interface IncomingMessage {
    id: string;
    log: Logger;
    /** Added to each later log line about the request. */
    labels: RequestLabels;
  }

  interface ServerResponse {
    /** Logged with the response. */
    err?: Error | undefined;
  }
}

/** Redacted at any depth up to three. */
const SECRET_NAMES = [
  'headers',
  'cookie',
  'authorization',
  'body',
  'cardExpiration',
  'nonce',
  'token',
  'clientToken',
  'auth',
  'subscriptionCode',
  ...SECRET_FIELDS,
  ...CONTACT.names,
  'billingAddress',
];

const areSecret: ReadonlySet<unknown> = new Set(SECRET_NAMES);

/** Two paths that match every name, because pino evaluates each path for every value of every line. */
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

/** The labels of a request, on its logger and its child loggers. */
const LABELS = Symbol('labels');

/** The labels of the line's request, and its ids unless the logger already adds them. */
function idsFor(log: Logger & { [LABELS]?: RequestLabels }): object {
  const request = findCurrentRequest();
  const labels = log[LABELS] ?? request?.labels;
  if (!request || 'requestId' in log.bindings()) return { ...labels };
  return { requestId: request.id, ...traceIdOf(request), ...labels };
}

/** Named as OpenTelemetry expects it in log lines. */
function traceIdOf({ span }: { span?: Span }): object {
  return span ? { trace_id: span.context.traceId } : {};
}

/**
 * Logs each response without query, IP address, cookie or body, and sets `req.log`. Uses the ids of `traceRequests` if that runs before.
 * Set `res.err` to log an error with a 5xx; `propsOf` adds properties to the response's line.
 */
export function requestLog(log: Logger, propsOf: (req: IncomingMessage) => object = () => ({})): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    req.id ??= randomUUID();
    // Express's types declare properties that only `traceRequests` sets.
    req.labels = (req.labels as RequestLabels | undefined) ?? {};
    req.log = Object.assign(log.child({ requestId: req.id, ...traceIdOf(req) }), { [LABELS]: req.labels });
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
  // Not a failure, because the page asks the visitor to return later.
  if (status === 503 && !error) return 'warn';
  if (error || status >= 500) return 'error';
  return path === '/healthz' || path === '/readyz' ? 'debug' : 'info';
}

/** Omits the offending values that drivers and validators attach to their errors. */
function serializeError(error: Error) {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code: code as unknown };
}

/** Omits the query, which may contain an invite token, even if its `?` is encoded. */
function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '').split(/[?#]|%3f|%23/i, 1)[0] ?? '';
}

/** The maximum size of the log lines that wait for their reader. Half a minute of a busy site. */
const MAX_WAITING_BYTES = 256 * 1024;

export interface LogDestinationOptions {
  /** Called for each line that is dropped. */
  onLost(): void;
  /** Called when a line is written again, with the number of lines dropped before it. */
  onResumed(lines: number): void;
  stream?: Pick<NodeJS.WriteStream, 'on' | 'write' | 'writableLength'>;
}

/**
 * Writes to standard output without blocking requests. Drops a line if the disk is full, the pipe is not read, or its reader is gone.
 * Pino's own destination blocks until the line is written, and ends the process if that fails.
 */
export function openLogDestination({
  onLost,
  onResumed,
  stream = process.stdout,
}: LogDestinationOptions): DestinationStream {
  let dropped = 0;
  const drop = () => {
    dropped += 1;
    onLost();
  };
  // A failed write also emits this event, which without a listener ends the process.
  stream.on('error', () => undefined);
  return {
    write(line) {
      if (stream.writableLength > MAX_WAITING_BYTES) return drop();
      stream.write(line, (error) => {
        if (error) return drop();
        if (dropped === 0) return;
        const lines = dropped;
        dropped = 0;
        onResumed(lines);
      });
    },
  };
}
