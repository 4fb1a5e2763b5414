import { normaliseEmail } from '~/domain/email';
import { checkRateLimit } from './check-rate-limit.server';
import type { RequestContext } from '~/server/request/request-context.server';

/**
 * Counts that the backend is about to be asked about an e-mail, whose answer tells whether it has an account. Different e-mails count,
 * however they are typed; the same one again is free (docs/decisions/0016).
 *
 * @param email undefined where none was given, which tells nothing
 * @param weight as in `checkRateLimit`
 */
export async function checkEmailRateLimit(
  context: RequestContext,
  email: string | undefined,
  weight?: number,
): Promise<boolean> {
  return email === undefined || checkRateLimit(context, 'emailCheck', { uniqueKey: normaliseEmail(email), weight });
}

/** What the page says then, for `formError`: the form with everything typed, and 429 (RFC 6585, section 4). */
export const TOO_MANY_EMAILS = { fieldErrors: { email: ['errors:tooManyEmails'] }, status: 429 };
