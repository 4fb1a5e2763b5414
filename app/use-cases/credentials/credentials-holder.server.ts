import { safe } from '@orpc/client';
import type { SetByLink } from '~/domain/mailed-links';
import { freshState, type ChosenCredentials } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';
import { redirectToOpenStep } from '~/use-cases/step/step-guard.server';

/** The person who may set credentials: a parent who has just paid, or the reader of a receipt's or a professional's mail. */
export interface CredentialsHolder {
  /** Null where the backend did not say. */
  userId: string | null;
  /** Empty where the backend did not say. */
  email: string;
  /** The credentials token. */
  token: string;
  /** Already set in this session. */
  chosen: ChosenCredentials | undefined;
  hasReceipt: boolean;
  /** They registered without a payment. */
  isProfessional: boolean;
}

/**
 * Opens the credentials page of parent A (`open` of `defineStep`), which the mailed link opens without a session, and a professional's too.
 *
 * @returns of the session's state at most the notice, because the rest may be of another sign-up than the link; `used` when the link is spent, `set` when they were set by it here
 * @throws Response a redirect while the page is locked
 */
export async function openCredentials(context: RequestContext) {
  const holder = await findCredentialsHolder(context);
  if (holder && holder !== 'used' && 'set' in holder)
    return { state: freshState, holder: 'set' as const, set: holder.set };
  if (!holder) throw redirectToOpenStep(context, 'credentials');
  const isPayer = holder !== 'used' && holder.hasReceipt;
  const notice = isPayer ? context.session.state?.notice : undefined;
  return { state: { ...freshState, notice }, holder, set: undefined };
}

/** @returns `used` when the link in the mail is spent @throws Error when the backend does not answer */
export async function findCredentialsHolder(
  context: RequestContext,
): Promise<CredentialsHolder | 'used' | { set: SetByLink } | undefined> {
  const { paid, credentials, invited } = context.session.state ?? {};
  if (invited) return undefined;
  if (paid) {
    const { userId, email } = paid.registration.parent;
    // The guard sends them on to their receipt.
    if (paid.clickToJoinToken === null) return undefined;
    return {
      userId,
      email,
      token: paid.clickToJoinToken,
      chosen: credentials,
      hasReceipt: true,
      isProfessional: false,
    };
  }
  if (!context.returnLink) return undefined;
  const { userId, token, set } = context.returnLink;
  if (set) return { set };
  const { error, data, isDefined } = await safe(
    context.services.backend.parents.get({ params: { userId }, headers: { authorization: `Bearer ${token}` } }),
  );
  if (isDefined) return 'used';
  if (error) throw new Error('The parent record could not be fetched', { cause: error });
  return {
    userId,
    email: data.email ?? '',
    token,
    chosen: undefined,
    hasReceipt: false,
    isProfessional: data.isProfessional === true,
  };
}
