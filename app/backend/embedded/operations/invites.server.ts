import { os } from '~/backend/embedded/context';
import { findPaidOrder } from '~/backend/embedded/payments/paid-order.server';
import { describeInvite } from '~/backend/embedded/people/describe-invite.server';
import { readInvitation } from '~/backend/embedded/people/invitation';
import { findInvite } from '~/backend/embedded/people/invite-access.server';
import { DONE, NOT_RENEWED } from '~/backend/embedded/people/invited-answers';
import { renewInvite } from '~/backend/embedded/people/renew-invite.server';
import { readBearer } from '~/backend/embedded/people/tokens.server';
import { findLanguage } from '~/i18n/languages';

/** Only reads, so it can be repeated. */
export const get = os.invites.get.handler(async ({ input, context, errors }) => {
  const access = await findInvite(context, input.params.userId, readBearer(input.headers.authorization));
  if (access.state === 'dead') throw errors.FORBIDDEN();
  if (access.state === 'completed') throw errors.COMPLETED();
  const { invitation } = access;
  const paidOrder = await findPaidOrder(context, { id: invitation.id, ...readInvitation(invitation) });
  return describeInvite(context, invitation, paidOrder, findLanguage(input.headers['accept-language']));
});

/**
 * Mails a new link to the owner of a token, which may have expired. The answer never tells whether the invite exists, is completed, or has
 * reached the day's limit of mails.
 */
export const renew = os.invites.renew.handler(async ({ input, context }) => {
  try {
    await renewInvite(context, input.body.inviteToken, input.headers['accept-language']);
    return DONE;
  } catch (cause) {
    context.reportMail({ event: 'invite-not-renewed', cause });
    return NOT_RENEWED;
  }
});
