import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RequestHandler } from 'express';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import { CONTACT_FIELDS } from '~/domain/people';
import type { Configuration } from '~/settings/configuration.server';
import { findCurrentRequest } from './current-request.server';
import type { Span } from './tracing/span';

/** Names that are redacted at any depth up to three. */
const REDACTED = [
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

/** JSON lines to standard output or, in tests, to `destination`. */
export function createLog(configuration: Pick<Configuration, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: configuration.logLevel,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
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
 * before. Set `res.err` to log an error with a 5xx; `propsOf` adds properties to each line.
 */
export function requestLog(log: Logger, propsOf: (req: IncomingMessage) => object = () => ({})): RequestHandler {
  const logRequest = pinoHttp({
    logger: log,
    genReqId: () => randomUUID(),
    customProps: (req) => ({ ...traceIdOf(req), ...propsOf(req) }),
    wrapSerializers: false,
    serializers: { req: serializeRequest, res: serializeResponse, err: serializeError },
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'durationMs' },
    customLogLevel: (req, res, error) => levelOf(pathOf(req), res.statusCode, error),
    // Without this pino-http makes up an error, with a useless stack.
    customErrorObject: (_req, res, _error, line: object) => ({ ...line, err: res.err }),
  });
  return (req, res, next) => {
    logRequest(req, res);
    req.log = req.log.child(traceIdOf(req));
    next();
  };
}

function levelOf(path: string, status: number, error: Error | undefined) {
  // Nothing broke: who asked was asked to come back.
  if (status === 503 && !error) return 'warn';
  if (error || status >= 500) return 'error';
  return path === '/healthz' || path === '/readyz' ? 'debug' : 'info';
}

/** No query: it may hold an invite token. */
function serializeRequest(req: IncomingMessage) {
  return { method: req.method, path: pathOf(req) };
}

function serializeResponse(res: ServerResponse) {
  return { status: res.statusCode };
}

/** Drivers and validators attach the offending values to their errors: these are left out. */
function serializeError(error: Error) {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code: code as unknown };
}

function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '').split(/[?#]/, 1)[0] ?? '';
}
