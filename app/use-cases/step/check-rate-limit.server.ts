import type { RequestContext } from '~/server/request/request-context.server';

type Consume = RequestContext['services']['limits']['consume'];

/** Counts one more try. @returns false over the limit, with `Retry-After` set; the route chooses page and status */
export async function checkRateLimit(
  context: RequestContext,
  what: Parameters<Consume>[0],
  taking?: Parameters<Consume>[2],
): Promise<boolean> {
  const seconds = await context.services.limits.consume(what, context, taking);
  if (seconds === 0) return true;
  context.headers.set('Retry-After', String(seconds));
  context.log.warn({ limit: what }, 'a limit was reached');
  return false;
}

/** Options for `formError`. */
export const TOO_MANY_TRIES = { formErrors: ['errors:tooManyTries'], status: 429 };
