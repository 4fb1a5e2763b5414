import { randomUUID } from 'node:crypto';
import { createORPCClient } from '@orpc/client';
import { ValidationError } from '@orpc/contract';
import { ResponseValidationPlugin } from '@orpc/contract/plugins';
import { OpenAPILink } from '@orpc/openapi-client/fetch';
import type { CallInterceptor, InterceptedCall } from '~/backend/call-interceptor';
import {
  contract,
  CONTRACT_VERSION,
  CONTRACT_VERSION_HEADER,
  findOperation,
  OPTIONAL_CALLS,
  type BackendClient,
} from '~/backend/contract/contract';
import { UnexpectedResponse } from '~/backend/failed-call';
import { missingFields } from '~/backend/schemas/reading';
import { FRONT_END_TOKEN_HEADER } from '~/backend/front-end-token';
import { isRecord } from '~/lib/is-record';
import { decodeRefusal, readRefusals, describeMisfits } from './read-refusals';
import type { Sender } from './send.server';

interface RemoteBackendOptions {
  /** Its path is prefixed to the contract's paths. */
  url: string;
  sender: Sender;
  /** Identifies this front end to the backend. A secret. */
  token?: string;
  /** The id of the current request, which the backend can log with its calls. */
  requestId(): string | undefined;
  /** The W3C Trace Context header for a call. */
  traceparent?: () => string | undefined;
  /** Called with the expected fields that a response lacks (app/backend/schemas/reading.ts). */
  onMissing?: (call: string, fields: string[]) => void;
  /** Wrap each call. The first is the outermost. */
  interceptors?: CallInterceptor[];
}

interface LinkCall extends InterceptedCall<unknown> {
  input: unknown;
}

/**
 * Creates the client for a backend over HTTP (docs/backend.openapi.json). Each call throws the operation's own errors,
 * as in process. It throws `FailedCall` without a response, and `UnexpectedResponse` if the response does not match the
 * contract.
 */
export function createRemoteBackend({
  url,
  sender,
  token,
  requestId,
  traceparent = () => undefined,
  onMissing = () => undefined,
  interceptors = [],
}: RemoteBackendOptions): BackendClient {
  const link = new OpenAPILink(contract, {
    url,
    headers: () => ({
      ...(traceparent() !== undefined && { traceparent: traceparent() }),
      accept: 'application/json',
      'x-request-id': requestId() ?? randomUUID(),
      [CONTRACT_VERSION_HEADER]: CONTRACT_VERSION,
      ...(token !== undefined && { [FRONT_END_TOKEN_HEADER]: token }),
    }),
    fetch: (request, _init, _options, path, input) =>
      sender.send(request, {
        name: path.join('.'),
        isRetriable: isRetriable(path, input),
        isOptional: OPTIONAL_CALLS.has(path.join('.')),
      }),
    customErrorResponseBodyDecoder: decodeRefusal,
    interceptors: [...interceptors, hideResponse],
    // Runs after the codec has decoded and before the plugin validates.
    plugins: [
      new ResponseValidationPlugin(contract),
      {
        order: 1_300_000,
        init: (link) => {
          (link.interceptors ??= []).push(reportMissing(onMissing), readRefusals);
        },
      },
    ],
  });
  return createORPCClient(link);
}

/** Checks each response before it is parsed, because parsing fills in missing fields. */
function reportMissing(onMissing: NonNullable<RemoteBackendOptions['onMissing']>) {
  return async ({ next, path }: InterceptedCall<unknown>): Promise<unknown> => {
    const answer = await next();
    const fields = missingFields(findOperation(path)?.outputSchema, answer);
    if (fields.length > 0) onMissing(path.join('.'), fields);
    return answer;
  };
}

/** A page must never show another user's record. @throws UnexpectedResponse if the response is about another user than the request */
function requireSameUser(path: readonly string[], input: unknown, answer: unknown): void {
  const [asked, received] = [isRecord(input) ? input.params : undefined, answer].map((value) =>
    isRecord(value) ? value.userId : undefined,
  );
  if (typeof asked === 'string' && typeof received === 'string' && asked !== received)
    throw new UnexpectedResponse(path.join('.'), 'the response is about another user');
}

/** Replaces validation errors, which quote the response. @throws UnexpectedResponse */
async function hideResponse({ next, path, input }: LinkCall): Promise<unknown> {
  requirePathParameters(path, input);
  try {
    const answer = await next();
    requireSameUser(path, input, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    throw new UnexpectedResponse(
      path.join('.'),
      `the response does not match the contract at ${describeMisfits(error.issues).join(', ')}`,
    );
  }
}

/** An id that is empty or only dots would change the path, because encoding keeps dots. */
function requirePathParameters(path: readonly string[], input: unknown): void {
  const params = isRecord(input) && isRecord(input.params) ? input.params : {};
  for (const [name, value] of Object.entries(params)) {
    if (/^\.{0,2}$/.test(String(value))) throw new Error(`${path.join('.')}: ${name} is not a valid id`);
  }
}

/**
 * Whether a call can be repeated safely: a read, a deletion, or a call with an idempotency key.
 *
 * @param path the operation's place in the contract
 */
function isRetriable(path: readonly string[], input: unknown): boolean {
  const headers = isRecord(input) && isRecord(input.headers) ? input.headers : {};
  const { method = 'POST' } = findOperation(path)?.route ?? {};
  return ['GET', 'DELETE'].includes(method) || headers['idempotency-key'] !== undefined;
}
