import { normaliseEmail } from '~/domain/email';
import { checkRateLimit, waitOf } from './check-rate-limit.server';
import type { RequestContext } from '~/server/request/request-context.server';

/** The answer reveals whether an e-mail has an account, so only so many different ones are checked (docs/decisions/0016). */
export async function checkEmailRateLimit(
  context: RequestContext,
  email: string | undefined,
  weight?: number,
): Promise<boolean> {
  return email === undefined || checkRateLimit(context, 'emailCheck', { uniqueKey: normaliseEmail(email), weight });
}

/** Options for `formError`. */
export function tooManyEmails(context: Pick<RequestContext, 'headers' | 'language' | 't'>) {
  return { fieldErrors: { email: [context.t('errors:tooManyEmails', { wait: waitOf(context) })] }, status: 429 };
}
