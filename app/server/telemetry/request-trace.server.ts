import { randomUUID } from 'node:crypto';
import type { Request, RequestHandler } from 'express';
import { readRequestId } from '~/lib/read-request-id';
import { runInRequest } from './current-request.server';
import type { Span, StartRequestSpan } from './tracing/span';
import { formatTraceparent, readTraceparent, type TraceContext } from './tracing/trace-context';

declare module 'http' {
  interface IncomingMessage {
    /** Set by `traceRequests`. */
    span?: Span;
  }
}

/** For all backend calls of a request. A proxy abandons a response after 60 s by default, and the calls of Pay now could take 70 s. */
const CALLS_LIMIT_MS = 50_000;

/** Recorded, but never sent: nginx's status for a client that disconnected before the response was complete. */
export const CLIENT_CLOSED = 499;

interface RequestTraceOptions {
  startRequest: StartRequestSpan;
  /** Returns the route pattern of a path, for the span's name. */
  routeOf(path: string): string;
  /** Ids in requests below this path are ignored, because another system sends them. */
  except: string;
}

/**
 * Gives each request an id and a span, and returns both in headers. Accepts `X-Request-Id` only from the proxies of `TRUST_PROXY`, since
 * other clients could reuse the id of another request. Accepts a trace from every client, but only a trusted one decides whether it is
 * recorded.
 */
export function traceRequests({ startRequest, routeOf, except }: RequestTraceOptions): RequestHandler {
  return (req, res, next) => {
    const isOurs = !req.path.startsWith(except);
    const isTrusted = isOurs && isFromTrustedProxy(req);
    const id = (isTrusted ? readRequestId(req.headers['x-request-id']) : undefined) ?? randomUUID();
    const route = routeOf(req.path);
    const span = startRequest(`${methodOf(req)} ${route}`, isOurs ? readParent(req, isTrusted) : undefined);
    const labels = {};
    let callsEndAt = performance.now() + CALLS_LIMIT_MS;
    const timeLeft = () => callsEndAt - performance.now();
    Object.assign(req, { id, span, labels });
    res.set({ 'X-Request-Id': id, traceparent: formatTraceparent(span.context) });
    res.once('close', () => {
      callsEndAt = Infinity;
      const attributes = {
        'http.request.method': methodOf(req),
        'http.route': route,
        'http.response.status_code': res.statusCode,
        'joinery.request_id': id,
      };
      if (res.writableFinished) span.end({ attributes, isFailed: res.statusCode >= 500 });
      else span.end({ attributes: { ...attributes, 'http.response.status_code': CLIENT_CLOSED }, isFailed: false });
    });
    runInRequest({ id, span, labels, timeLeft }, next);
  };
}

function readParent({ headers }: Request, isTrusted: boolean): TraceContext | undefined {
  const parent = readTraceparent([headers.traceparent].flat()[0]);
  return parent && { ...parent, isSampled: isTrusted ? parent.isSampled : true };
}

/** Whether the connection itself comes from `TRUST_PROXY`. */
export function isFromTrustedProxy(req: Request): boolean {
  const isTrusted = req.app.get('trust proxy fn') as (address: string, hop: number) => boolean;
  return isTrusted(req.socket.remoteAddress ?? '', 0);
}

/** Replaces unknown methods, which could be any text. */
function methodOf({ method }: Request): string {
  return ['GET', 'HEAD', 'POST', 'OPTIONS'].includes(method) ? method : '_OTHER';
}
