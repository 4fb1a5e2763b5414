import { Readable } from 'node:stream';
import type { AppLoadContext } from '@remix-run/node';
import type { Request as ExpressRequest } from 'express';
import { hostOf } from '~/server/request/create-load-context.server';

/** What `@remix-run/express` reads of a request; nothing else is there, whatever the type says. */
export type RemixRequest = ExpressRequest & { loadContext: AppLoadContext };

/**
 * The request as routes may see it: its body is the guarded one, and of its headers there are those that we read ourselves. The
 * route alone holds the body then: `req.guardedBody` is gone, as it may be a card's.
 */
export function createRemixRequest(req: ExpressRequest, loadContext: AppLoadContext): RemixRequest {
  const { accept, cookie, 'accept-language': languages, 'user-agent': userAgent } = req.headers;
  const body = req.guardedBody?.toString();
  req.guardedBody = undefined;
  return Object.assign(Readable.from(body ?? ''), {
    method: req.method,
    originalUrl: req.originalUrl,
    headers: {
      accept,
      'accept-language': languages,
      'content-type': body === undefined ? undefined : 'application/x-www-form-urlencoded;charset=UTF-8',
      cookie,
      'user-agent': userAgent,
    },
    protocol: req.protocol,
    hostname: hostOf(req),
    // Asked for the port, which `hostname` already has: the package would take that of any X-Forwarded-Host.
    get: () => undefined,
    loadContext,
  }) as unknown as RemixRequest;
}
