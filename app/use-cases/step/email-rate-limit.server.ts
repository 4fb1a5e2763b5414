import { normaliseEmail } from '~/domain/email';
import { checkRateLimit } from './check-rate-limit.server';
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
export const TOO_MANY_EMAILS = { fieldErrors: { email: ['errors:tooManyEmails'] }, status: 429 };
