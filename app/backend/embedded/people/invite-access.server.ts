import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Invitation } from './invitation';
import { hashSecret } from './tokens.server';

export type InviteAccess = { state: 'dead' } | { state: 'completed' | 'open'; invitation: Invitation };

/**
 * Finds the invitation of an invite token. An unknown, malformed, foreign or expired token is `dead`. Each is looked up the same way, so
 * that neither answer nor time tells them apart.
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
    .select(['account_id', 'expires_at'])
    .where('token_hash', '=', hashSecret(token ?? ''))
    .where('purpose', '=', 'invite')
    .executeTakeFirst();
  const invitation = await db
    .selectFrom('backend_invitations')
    .selectAll()
    // An invalid id is not queried: Postgres refuses a NUL in a text.
    .where('id', '=', /^[\w-]{1,100}$/.test(userId) ? userId : '')
    .executeTakeFirst();
  const isOwn = known !== undefined && known.account_id === userId && known.expires_at > clock.now().toISOString();
  if (!isOwn || !invitation) return { state: 'dead' };
  return { state: invitation.completed_at === null ? 'open' : 'completed', invitation };
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
