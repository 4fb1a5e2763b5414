import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pino, stdSerializers, type DestinationStream, type Logger } from 'pino';
import { pinoHttp, type HttpLogger } from 'pino-http';
import { CONTACT_FIELDS } from '~/domain/people';
import type { Configuration } from '~/settings/configuration.server';

/** Never written, however it got into a log call: credentials, cards, and who somebody is. */
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

/**
 * The log of the process: JSON, a line an event, to standard output.
 *
 * @param destination where the lines go instead; for tests
 */
export function createLog(configuration: Pick<Configuration, 'logLevel'>, destination?: DestinationStream): Logger {
  const options = {
    level: configuration.logLevel,
    base: undefined,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    redact: { paths: REDACTED.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: '[redacted]' },
    serializers: { err: serializeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * Express middleware that gives each request an id and a child log (`req.id`, `req.log`), and writes a line when it was answered:
 * method, path without query, status, duration in milliseconds; no address, no cookie, no body. An id that a request brings is
 * not believed: it could be another's, or a forged line. An error handler that sets `res.err` has it logged with a 5xx.
 *
 * @param propsOf what else each line says of a request
 */
export function requestLog(log: Logger, propsOf: (req: IncomingMessage) => object = () => ({})): HttpLogger {
  return pinoHttp({
    logger: log,
    genReqId: () => randomUUID(),
    customProps: propsOf,
    wrapSerializers: false,
    serializers: { req: serializeRequest, res: serializeResponse, err: serializeError },
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'requestId', responseTime: 'durationMs' },
    customLogLevel: (req, res, error) => levelOf(pathOf(req), res.statusCode, error),
    // Without an error of its own pino-http invents one, with a stack that leads nowhere.
    customErrorObject: (_req, res, _error, line: object) => ({ ...line, err: res.err }),
  });
}

function levelOf(path: string, status: number, error: Error | undefined) {
  if (error || status >= 500) return 'error';
  return path === '/healthz' || path === '/readyz' ? 'debug' : 'info';
}

/** Of a request only what says which page it was for: queries hold invite tokens. */
function serializeRequest(req: IncomingMessage) {
  return { method: req.method, path: pathOf(req) };
}

function serializeResponse(res: ServerResponse) {
  return { status: res.statusCode };
}

/** Of an error only what explains it: drivers and validators hang the offending values on theirs. */
function serializeError(error: Error) {
  const { type, message, stack, code } = stdSerializers.err(error);
  return { type, message, stack, code: code as unknown };
}

function pathOf(req: IncomingMessage & { originalUrl?: string }): string {
  return (req.originalUrl ?? req.url ?? '').split(/[?#]/, 1)[0] ?? '';
}
