import type { RequestContext } from '~/server/request/request-context.server';

type Take = RequestContext['services']['limits']['consume'];

/**
 * Counts one more of something that is limited (app/server/services/limits.server.ts).
 *
 * @returns whether it may be done. Where not, the answer says with `Retry-After` when again; its page and status are the route's.
 */
export async function checkRateLimit(
  context: RequestContext,
  what: Parameters<Take>[0],
  taking?: Parameters<Take>[2],
): Promise<boolean> {
  const seconds = await context.services.limits.consume(what, context, taking);
  if (seconds === 0) return true;
  context.headers.set('Retry-After', String(seconds));
  context.log.warn({ limit: what }, 'a limit was reached');
  return false;
}

/** What a page then says above its form, for `formError`: everything that was typed is on it, and 429 (RFC 6585, section 4). */
export const TOO_MANY_TRIES = { formErrors: ['errors:tooManyTries'], status: 429 };
