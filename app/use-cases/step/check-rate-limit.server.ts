import type { RequestContext } from '~/server/request/request-context.server';

type Consume = RequestContext['services']['limits']['consume'];

/** Counts one more try. @returns false over the limit, with `Retry-After` set; the route chooses page and status */
export async function checkRateLimit(
  context: RequestContext,
  limit: Parameters<Consume>[0],
  options?: Parameters<Consume>[2],
): Promise<boolean> {
  const seconds = await context.services.limits.consume(limit, context, options);
  if (seconds === 0) return true;
  context.headers.set('Retry-After', String(seconds));
  context.log.warn({ limit }, 'a rate limit was exceeded');
  return false;
}

/** Options for `formError`. */
export const TOO_MANY_TRIES = { formErrors: ['errors:tooManyTries'], status: 429 };
