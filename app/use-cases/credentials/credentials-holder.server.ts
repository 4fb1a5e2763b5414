import { safe } from '@orpc/client';
import type { JoinState } from '~/journeys/join-state';
import type { RequestContext } from '~/server/request/request-context.server';

/** Who may choose username and password now: who has just paid, or who comes back by the link in the receipt mail. */
export interface CredentialsHolder {
  userId: string;
  email: string;
  /** The credentials token. */
  token: string;
  /** What was chosen already, in this session. */
  chosen: JoinState['credentials'];
  /** A receipt is waiting in this browser's session. */
  hasReceipt: boolean;
}

/**
 * @returns undefined for who has neither paid here nor opened a link; `used` when the link does not open anything any more
 * @throws Error when the backend does not answer
 */
export async function findCredentialsHolder(context: RequestContext): Promise<CredentialsHolder | 'used' | undefined> {
  const { paid, credentials, invited } = context.session.state ?? {};
  // An invited co-parent has a page of their own.
  if (invited) return undefined;
  if (paid) {
    const { userId, email } = paid.registration.parent;
    return { userId, email, token: paid.clickToJoinToken, chosen: credentials, hasReceipt: true };
  }
  if (!context.returnLink) return undefined;
  const { userId, token } = context.returnLink;
  const { error, data, isDefined } = await safe(
    context.services.backend.parents.get({ params: { userId }, headers: { authorization: `Bearer ${token}` } }),
  );
  if (isDefined) return 'used';
  if (error) throw new Error('The parent record could not be fetched', { cause: error });
  return { userId, email: data.email, token, chosen: undefined, hasReceipt: false };
}
