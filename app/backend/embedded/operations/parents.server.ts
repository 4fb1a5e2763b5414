import { os } from '~/backend/embedded/context';
import { findInvite } from '~/backend/embedded/people/invite-access.server';
import { mailboxOf, readInvitation } from '~/backend/embedded/people/invitation';
import { addressColumn } from '~/backend/embedded/people/json-columns';
import { findToken, readBearer } from '~/backend/embedded/people/tokens.server';

/** One's own record, with a credentials token that was not used yet, a sign-in, or an invite token. */
export const get = os.parents.get.handler(async ({ input, context, errors }) => {
  const { db, clock } = context;
  const { authorization } = input.headers;
  const invite = await findInvite(context, input.params.userId, readBearer(authorization));
  if (invite.state === 'open') {
    const { invitation } = invite;
    return {
      userId: invitation.id,
      email: mailboxOf(invitation) ?? '',
      agreedToTerms: invitation.agreed_to_terms === 1,
      address: { country: readInvitation(invitation).address?.country ?? null },
    };
  }
  const token = await findToken(db, clock, authorization);
  if (!token || token.used_at !== null || token.account_id !== input.params.userId) throw errors.FORBIDDEN();
  const account = await db
    .selectFrom('backend_accounts')
    .select(['id', 'email', 'address', 'agreed_to_terms'])
    .where('id', '=', token.account_id)
    .executeTakeFirst();
  if (!account) throw errors.NOT_FOUND();
  return {
    userId: account.id,
    email: account.email,
    agreedToTerms: account.agreed_to_terms === 1,
    address: { country: addressColumn.readOrNull(account.address)?.country ?? null },
  };
});
