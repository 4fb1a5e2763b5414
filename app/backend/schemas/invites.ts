import { ADDRESS } from '~/steps/billing';
import { z } from 'zod';
import { isTimeZone } from '~/domain/calendar-days';
import { PRICING_GROUPS } from '~/domain/packages';
import { isoTime, paymentAnswer } from './payments';
import { inviteeBody } from './people';
import { boughtOrder, couponOffer } from './prices';
import { expected, expectedOr, id, maybe, orNull, text } from './reading';

/** A member of the family that the co-parent joins. `color` is a name from the product's palette. */
const familyMember = z
  .object({
    firstName: expectedOr(text, ''),
    lastName: maybe(text),
    displayInitials: expected(text),
    color: expectedOr(text, 'teal'),
    userId: maybe(id),
  })
  .transform((member) => {
    const lastName = member.lastName ?? '';
    return { ...member, lastName, displayInitials: member.displayInitials ?? initialsOf(member.firstName, lastName) };
  });

function initialsOf(...names: string[]): string {
  return names.map((name) => [...name][0] ?? '').join('');
}

/** The invite and the known data of the invited person (docs/rules.md, "What parent B may see"). */
export const inviteContext = z.object({
  userId: maybe(id),
  familyMembers: expectedOr(z.array(familyMember), []),
  /** Required, because a wrong default could make someone pay twice. */
  isSubscriptionCurrent: z.boolean(),
  billingAddressComplete: expectedOr(z.boolean(), false),
  requireCredentials: expectedOr(z.boolean(), true),
  userCreatedByPro: expectedOr(z.boolean(), false),
  proFirstName: maybe(text),
  proLastName: maybe(text),
  coparentPackageId: maybe(id),
  availableCoupons: expectedOr(z.array(couponOffer), []),
  pricingGroupName: expected(z.enum(PRICING_GROUPS)),
  /** Without them, every package of the pricing locale is available. */
  packageIds: expected(z.array(id)),
  /** Taken from the invitation until the invited person enters their own details. */
  parent: expectedOr(inviteeBody, inviteeBody.parse({})),
  /** A browser has stored a contact. Its user may be another person with the link. Optional if it equals the invitation's. */
  parentComplete: expectedOr(z.boolean(), false),
  /** The order that the invited person paid. Null without one, and for a link from before the payment. */
  paidOrder: orNull(
    z.object({
      answer: paymentAnswer,
      order: boughtOrder,
      timeZone: expectedOr(text.refine(isTimeZone), 'UTC'),
      /** Shown on the receipt. */
      billingAddress: maybe(ADDRESS.body),
    }),
  ),
  /**
   * Sent instead for a link from before the payment. Contains only what its holder may see, because the holder may not
   * be the payer.
   */
  paidByAnother: orNull(z.object({ order: boughtOrder, totalFormatted: maybe(text), paidAt: expected(isoTime) })),
});
export type InviteContext = z.output<typeof inviteContext>;
/** In the form that a backend sends. */
export type SentInvite = z.input<typeof inviteContext>;
