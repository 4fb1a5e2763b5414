import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Invitation } from './invitation';
import { hashSecret } from './tokens.server';

interface KnownInvite {
  state: 'completed' | 'open';
  invitation: Invitation;
  /** The link was made after the invited person had paid, so its mail reached the payer. Another person may hold an older link. */
  isPayersLink: boolean;
}

export type InviteAccess = { state: 'dead' } | KnownInvite;

/**
 * Finds the invitation of an invite token. An unknown, malformed, foreign or expired token is `dead`. Each is looked up in the same way, so
 * that neither response nor timing distinguishes them.
 *
 * @param token as it was sent, if at all
 */
export async function findInvite(
  { db, clock }: Pick<EmbeddedContext, 'db' | 'clock'>,
  userId: string,
  token: string | undefined,
): Promise<InviteAccess> {
  const known = await db
    .selectFrom('backend_tokens')
    .select(['account_id', 'created_at', 'expires_at'])
    .where('token_hash', '=', hashSecret(token ?? ''))
    .where('purpose', '=', 'invite')
    .executeTakeFirst();
  const invitation = await db
    .selectFrom('backend_invitations')
    .selectAll()
    // Invalid ids are not queried: Postgres rejects a NUL in a text.
    .where('id', '=', /^[\w-]{1,100}$/.test(userId) ? userId : '')
    .executeTakeFirst();
  const isOwn = known !== undefined && known.account_id === userId && known.expires_at > clock.now().toISOString();
  if (!isOwn || !invitation) return { state: 'dead' };
  const { account_made_at: paidAt, completed_at: completedAt } = invitation;
  const isPayersLink = paidAt !== null && known.created_at >= paidAt;
  return { state: completedAt === null ? 'open' : 'completed', invitation, isPayersLink };
}

/** @throws FORBIDDEN unless the token belongs to an invitation that is still open */
export async function requireInvite(
  context: EmbeddedContext,
  userId: string,
  token: string | undefined,
  errors: { FORBIDDEN(): Error },
): Promise<Invitation> {
  const access = await findInvite(context, userId, token);
  if (access.state !== 'open') throw errors.FORBIDDEN();
  return access.invitation;
}
