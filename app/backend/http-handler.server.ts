import { toORPCError } from '@orpc/client';
import { OpenAPIHandler } from '@orpc/openapi/node';
import type { Context, Router } from '@orpc/server';
import { BodyLimitPlugin } from '@orpc/server/node';
import type { RequestHandler } from 'express';
import type { contract } from './contract/contract';
import { encodeRefusal } from './contract/error-encoding';

/** More than any request of the contract has. */
const MAX_BODY_BYTES = 200_000;

/** Hears of an operation that broke, and in which request of the front end. */
export type OnFailure = (error: unknown, failed: { call: string; calledBy: string | undefined }) => void;

interface Options<T extends Context> {
  context: T;
  onFailure: OnFailure;
}

/** Express middleware that serves the contract at the root of its host, with the shapes that docs/backend.openapi.json publishes. */
export function createHttpHandler<T extends Context>(
  router: Router<typeof contract, T>,
  { context, onFailure }: Options<T>,
): RequestHandler {
  const handler = new OpenAPIHandler<T & { calledBy: string | undefined }>(router, {
    customErrorResponseBodyEncoder: encodeRefusal,
    plugins: [new BodyLimitPlugin({ maxBodySize: MAX_BODY_BYTES })],
    clientInterceptors: [
      async ({ next, path, context: { calledBy } }) => {
        try {
          return await next();
        } catch (error) {
          if (toORPCError(error).status >= 500) onFailure(error, { call: path.join('.'), calledBy });
          throw error;
        }
      },
    ],
  });
  return (req, res, next) => {
    // oRPC reads forms too: a page of another site could send one.
    if (req.method !== 'GET' && !req.is('application/json')) {
      res.status(415).json({ status: 415, message: 'The body must be JSON' });
      return;
    }
    const calledBy = readRequestId(req.headers['x-request-id']);
    handler.handle(req, res, { context: { ...context, calledBy } }).then(({ matched }) => {
      if (!matched) next();
    }, next);
  };
}

/** An id that another process made: as it may stand in a log. */
export function readRequestId(header: unknown): string | undefined {
  return typeof header === 'string' && /^[\w-]{1,64}$/.test(header) ? header : undefined;
}
