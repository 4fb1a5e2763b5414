import { toORPCError, type ORPCError } from '@orpc/client';
import { OpenAPIHandler } from '@orpc/openapi/node';
import type { Context, Router } from '@orpc/server';
import { BodyLimitPlugin } from '@orpc/server/node';
import type { RequestHandler } from 'express';
import { readRequestId } from '~/lib/read-request-id';
import { CONTRACT_VERSION, CONTRACT_VERSION_HEADER, type contract } from './contract/contract';

/** Larger than any request of the contract. */
const MAX_BODY_BYTES = 200_000;

const BODILESS: ReadonlySet<string> = new Set(['GET', 'DELETE']);

/** Called when an operation throws. `calledBy` is the id of the front end's request. */
export type OnFailure = (error: unknown, failed: { call: string; calledBy: string | undefined }) => void;

interface HttpHandlerOptions<T extends Context> {
  context: T;
  onFailure: OnFailure;
}

/** Express middleware that serves the contract (docs/backend.openapi.json) at the root of its host. */
export function createHttpHandler<T extends Context>(
  router: Router<typeof contract, T>,
  { context, onFailure }: HttpHandlerOptions<T>,
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
    res.setHeader(CONTRACT_VERSION_HEADER, CONTRACT_VERSION);
    // oRPC also accepts form bodies, which a page of another site could post. It cannot send GET with a body, or DELETE.
    if (!BODILESS.has(req.method) && !req.is('application/json')) {
      res.status(415).json({ status: 415, message: 'The body must be JSON' });
      return;
    }
    const calledBy = readRequestId(req.headers['x-request-id']);
    handler.handle(req, res, { context: { ...context, calledBy } }).then(({ matched }) => {
      if (!matched) next();
    }, next);
  };
}

/**
 * Sends a rejection as its published data, such as `{validationErrors}`, or as `{status, message}`, without oRPC's envelope. The message
 * for an invalid request names the fields and none of their values.
 */
function encodeRefusal({ defined, data, status, message }: ORPCError<string, unknown>): object {
  if (defined && typeof data === 'object' && data !== null) return data;
  const fields = status === 400 ? fieldsIn(data) : [];
  return { status, message: fields.length > 0 ? `${message}: ${fields.join(', ')}` : message };
}

function fieldsIn(data: unknown): string[] {
  const { issues = [] } = (data ?? {}) as { issues?: readonly { path?: readonly PropertyKey[] }[] };
  return issues.map(({ path = [] }) => path.map(String).join('.'));
}
