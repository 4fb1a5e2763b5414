import { formatWait } from '~/i18n/format-wait';
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

/** How long the last refusal of `checkRateLimit` asks to wait, in the visitor's language, such as "40 seconds". */
export function waitOf({ headers, language }: Pick<RequestContext, 'headers' | 'language'>): string {
  return formatWait(Number(headers.get('Retry-After')), language);
}

/** Options for `formError`. */
export function tooManyTries(context: Pick<RequestContext, 'headers' | 'language' | 't'>) {
  return { formErrors: [context.t('errors:tooManyTries', { wait: waitOf(context) })], status: 429 };
}
