import type { RequestContext } from '~/server/request/request-context.server';

const answers = new WeakMap<RequestContext, Map<string, Promise<unknown>>>();

/**
 * Caches backend responses for the duration of a request, because the action, its loader and parts of the page share data. Failed calls are
 * not cached.
 *
 * @param call the operation's name
 * @param request all inputs that the response depends on
 */
export function cachedCall<Request, Answer>(
  context: RequestContext,
  call: string,
  request: Request,
  ask: (request: Request) => Promise<Answer>,
): Promise<Answer> {
  const known = answers.get(context) ?? new Map<string, Promise<unknown>>();
  answers.set(context, known);
  const key = JSON.stringify([call, request]);
  let response = known.get(key) as Promise<Answer> | undefined;
  if (!response) {
    response = ask(request);
    known.set(key, response);
    response.catch(() => known.delete(key));
  }
  return response;
}

/** Call it after a write that prices may depend on. */
export function clearCachedCalls(context: RequestContext): void {
  answers.delete(context);
}
