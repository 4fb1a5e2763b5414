import type { EmbeddedContext } from '~/backend/embedded/context';
import { describeCoupon, findCoupon } from '~/backend/embedded/pricing/coupons.server';
import { findOffer } from '~/backend/embedded/pricing/offer';
import type { SentInvite } from '~/backend/schemas/invites';
import { inviteeBody } from '~/backend/schemas/people';
import type { Language } from '~/i18n/languages';
import { findFamilyMembers } from './family-members.server';
import { readInvitation, type Invitation } from './invitation';

/** @param paidOrder the order that the invited parent paid, if any */
export async function describeInvite(
  context: EmbeddedContext,
  invitation: Invitation,
  paidOrder: SentInvite['paidOrder'],
  language: Language,
): Promise<SentInvite> {
  const { coParent, parent, address, professional } = readInvitation(invitation);
  const known = parent ?? coParent;
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
    ...(await findOffer(context, {
      country: address?.country ?? null,
      callingCode: known.phoneNumber === undefined ? undefined : known.phoneCountryCode,
      anonymousId: invitation.anonymous_id,
    })),
    parent: inviteeBody.parse({ phoneCountryCode: null, phoneNumber: null, ...known }),
    parentComplete: parent !== null,
    paidOrder,
  };
}
