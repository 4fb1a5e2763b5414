import { os } from '~/backend/embedded/context';
import { checkCountryCriteria } from '~/backend/embedded/people/country-criteria';
import { mailboxOf, readInvitation } from '~/backend/embedded/people/invitation';
import { findInvite, requireInvite } from '~/backend/embedded/people/invite-access.server';
import { AUTH_FAILED, DONE } from '~/backend/embedded/people/invited-answers';
import { saveInviteeDetails } from '~/backend/embedded/people/invitee-details.server';
import { findInviteeFaults, inviteeDetailsIn, keepsEmail } from '~/backend/embedded/people/invitee-update.server';
import { addressColumn } from '~/backend/embedded/people/json-columns';
import { findProfessional } from '~/backend/embedded/people/professional-record.server';
import { findToken, readBearer } from '~/backend/embedded/people/tokens.server';
import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';

/** Returns the caller's own record, for an unused credentials token, a sign-in token or an invite token. */
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
    isProfessional: (await findProfessional(db, account.id)) !== undefined,
    address: { country: addressColumn.readOrNull(account.address)?.country ?? null },
  };
});

/**
 * Stores an invited parent's details. Only the named sections change. Answer and code are stored as hashes.
 *
 * @throws FORBIDDEN if the sign-up is done, or if the e-mail of an existing account would change
 */
export const update = os.parents.update.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const access = await findInvite(context, params.userId, readBearer(headers.authorization));
  if (access.state === 'dead') return AUTH_FAILED;
  if (access.state === 'completed') throw errors.FORBIDDEN();
  const { invitation } = access;
  const t = translate(findLanguage(headers['accept-language']));
  const validationErrors = await findInviteeFaults(context, invitation, body, t);
  if (validationErrors.length > 0) return { status: 422, message: 'validation.errors', validationErrors };
  if (invitation.account_made_at !== null && !keepsEmail(invitation, body)) throw errors.FORBIDDEN();
  if (!(await saveInviteeDetails(context, invitation, await inviteeDetailsIn(context, invitation, body))))
    throw errors.FORBIDDEN();
  return DONE;
});

export const agreeToTerms = os.parents.agreeToTerms.handler(async ({ input, context, errors }) => {
  const invitation = await requireInvite(context, input.params.userId, input.headers['x-invite-token'], errors);
  if (!(await saveInviteeDetails(context, invitation, { agreed_to_terms: 1 }))) throw errors.FORBIDDEN();
  return DONE;
});

export const setMarketingOptIn = os.parents.setMarketingOptIn.handler(async ({ input, context, errors }) => {
  const invitation = await requireInvite(context, input.params.userId, input.headers['x-invite-token'], errors);
  const marketing_opt_in = Number(input.body.marketingOptIn);
  if (!(await saveInviteeDetails(context, invitation, { marketing_opt_in }))) throw errors.FORBIDDEN();
  return DONE;
});

export const checkCountry = os.parents.checkCountry.handler(async ({ input, context, errors }) => {
  const { params, headers, body } = input;
  const invitation = await requireInvite(context, params.userId, readBearer(headers.authorization), errors);
  return checkCountryCriteria(context, body, invitation.anonymous_id);
});
