import type { InviteContext } from '~/backend/schemas/invites';
import { inviteeBody } from '~/backend/schemas/people';
import type { PaymentAnswer, PaymentRequest } from '~/backend/schemas/payments';
import { findLanguage, type Language } from '~/i18n/languages';
import { findLiveAttempt } from '~/backend/embedded/payments/attempt-store.server';
import { os, type EmbeddedContext } from '~/backend/embedded/context';
import { describeCoupon, findCoupon } from '~/backend/embedded/pricing/coupons.server';
import { findFamilyMembers } from '~/backend/embedded/people/family-members.server';
import { findInvite } from '~/backend/embedded/people/invite-access.server';
import { readInvitation, type Invitation } from '~/backend/embedded/people/invitation';
import { findOffer } from './pricing-groups';
import { readBearer } from '~/backend/embedded/people/tokens.server';

/** What an invite opens. Changes nothing, however often it is asked. */
export const get = os.invites.get.handler(async ({ input, context, errors }) => {
  const access = await findInvite(context, input.params.userId, readBearer(input.headers.authorization));
  if (access.state === 'dead') throw errors.FORBIDDEN();
  if (access.state === 'completed') throw errors.COMPLETED();
  return describeInvite(context, access.invitation, findLanguage(input.headers['accept-language']));
});

async function describeInvite(
  context: EmbeddedContext,
  invitation: Invitation,
  language: Language,
): Promise<InviteContext> {
  const { coParent, parent, address, professional } = readInvitation(invitation);
  const known = parent ?? coParent;
  const paidOrder = await findPaidOrder(context, invitation.id, parent?.timeZone);
  const coupon = await findCoupon(context.db, invitation.referrer_key ?? undefined);
  return {
    userId: invitation.id,
    familyMembers: await findFamilyMembers(context.db, invitation),
    isSubscriptionCurrent: invitation.is_subscription_paid === 1 || paidOrder !== null,
    billingAddressComplete: address !== null,
    requireCredentials: true,
    userCreatedByPro: professional !== null,
    proFirstName: professional?.firstName ?? null,
    proLastName: professional?.lastName ?? null,
    coparentPackageId: invitation.package_id,
    availableCoupons: coupon ? [{ couponCode: coupon.coupon_code, description: describeCoupon(coupon, language) }] : [],
    ...(await findOffer(
      context,
      known.phoneNumber === undefined ? undefined : known.phoneCountryCode,
      invitation.anonymous_id,
    )),
    parent: inviteeBody.parse({ phoneCountryCode: null, phoneNumber: null, ...known }),
    parentComplete: parent !== null,
    paidOrder,
  };
}

/** The order they have paid themselves, from whatever browser, with the answer they got. */
async function findPaidOrder(
  { db, sealing }: EmbeddedContext,
  userId: string,
  timeZone = 'UTC',
): Promise<InviteContext['paidOrder']> {
  const attempt = await findLiveAttempt(db, userId);
  if (!attempt || attempt.sealed_answer === null) return null;
  return {
    answer: JSON.parse(sealing.open(attempt.sealed_answer)) as PaymentAnswer,
    order: (JSON.parse(attempt.request) as Pick<PaymentRequest, 'order'>).order,
    timeZone,
  };
}
