import type { EmbeddedContext } from '~/backend/embedded/context';
import { findCoupon, offerCoupon } from '~/backend/embedded/pricing/coupons.server';
import { findOffer } from '~/backend/embedded/pricing/offer';
import type { SentInvite } from '~/backend/schemas/invites';
import { inviteeBody } from '~/backend/schemas/people';
import type { Language } from '~/i18n/languages';
import { findFamilyMembers } from './family-members.server';
import { readInvitation, type Invitation } from './invitation';
import { isAsInvited } from './invitee-details.server';

/** The order that the invited parent paid, if any. */
type Paid = Pick<SentInvite, 'paidOrder' | 'paidByAnother'>;

/** With `paidByAnother` it describes nothing of the payer (docs/rules.md, "Paid in another browser"). */
export async function describeInvite(
  context: EmbeddedContext,
  invitation: Invitation,
  paid: Paid,
  language: Language,
): Promise<SentInvite> {
  const { coParent, professional, ...given } = readInvitation(invitation);
  const { parent, address } = paid.paidByAnother ? NOTHING_GIVEN : given;
  const known = parent ?? coParent;
  const coupon = await findCoupon(context.db, invitation.referrer_key ?? undefined);
  return {
    userId: invitation.id,
    familyMembers: await findFamilyMembers(context.db, invitation),
    isSubscriptionCurrent: invitation.is_subscription_paid === 1 || Boolean(paid.paidOrder ?? paid.paidByAnother),
    billingAddressComplete: given.address !== null,
    requireCredentials: true,
    userCreatedByPro: professional !== null,
    proFirstName: professional?.firstName ?? null,
    proLastName: professional?.lastName ?? null,
    coparentPackageId: invitation.package_id,
    availableCoupons: coupon ? [offerCoupon(coupon, language)] : [],
    ...(await findOffer(context, {
      country: address?.country ?? null,
      callingCode: known.phoneNumber === undefined ? undefined : known.phoneCountryCode,
      anonymousId: invitation.anonymous_id,
    })),
    parent: inviteeBody.parse({ phoneCountryCode: null, phoneNumber: null, ...known }),
    parentComplete: !isAsInvited(invitation),
    ...paid,
  };
}

const NOTHING_GIVEN = { parent: null, address: null };
