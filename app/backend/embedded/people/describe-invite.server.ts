import type { EmbeddedContext } from '~/backend/embedded/context';
import { findCoupon, offerCoupon } from '~/backend/embedded/pricing/coupons.server';
import { findOffer } from '~/backend/embedded/pricing/offer';
import type { SentInvite } from '~/backend/schemas/invites';
import { inviteeBody } from '~/backend/schemas/people';
import type { Language } from '~/i18n/languages';
import { findFamilyMembers } from './family-members.server';
import { readInvitation, type Invitation } from './invitation';
import { callingCodeOf } from './invite-co-parent.server';
import { isAsInvited } from './invitee-details.server';

/** With the order that the invited parent paid, if any. */
interface Viewer extends Pick<SentInvite, 'paidOrder' | 'paidByAnother'> {
  language: Language;
  /** The id of this browser, for the experiments that decide an offer. */
  anonymousId: string | undefined;
  /** What the user of this browser has entered. An older front end does not send the calling code. */
  entered: { callingCode?: string; country?: string } | undefined;
}

/** With `paidByAnother` it describes nothing of the payer (docs/rules.md, "Paid in another browser"). */
export async function describeInvite(
  context: EmbeddedContext,
  invitation: Invitation,
  { language, anonymousId, entered, ...paid }: Viewer,
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
      ...(entered?.callingCode === undefined
        ? { country: address?.country ?? null, callingCode: callingCodeOf(known) }
        : { country: entered.country || null, callingCode: entered.callingCode || callingCodeOf(coParent) }),
      anonymousId,
    })),
    parent: inviteeBody.parse({ phoneCountryCode: null, phoneNumber: null, ...known }),
    parentComplete: !isAsInvited(invitation),
    ...paid,
  };
}

const NOTHING_GIVEN = { parent: null, address: null };
