import { safe } from '@orpc/client';
import type { ChosenCredentials } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** Somebody who may set credentials: a parent who has just paid, or whoever followed the link in a receipt or a professional's mail. */
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

/** @returns `used` when the link in the mail is spent @throws Error when the backend does not answer */
export async function findCredentialsHolder(context: RequestContext): Promise<CredentialsHolder | 'used' | undefined> {
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
  const { userId, token } = context.returnLink;
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
