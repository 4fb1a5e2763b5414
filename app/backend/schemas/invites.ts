import { z } from 'zod';
import { PRICING_GROUPS } from '~/domain/pricing-groups';
import { paymentAnswer } from './payments';
import { parentBody, referralBody } from './people';
import { orderBody } from './prices';

/** What an invite opens, and what the invited parent tells. */

const person = z.object({ firstName: z.string(), lastName: z.string() });

/** Somebody of the family an invited co-parent joins; `color` is a name of the product's palette. */
const familyMember = person.extend({
  displayInitials: z.string(),
  color: z.string(),
  userId: z.string().nullable(),
});

/** The invite, and what the backend knows of the invited person (docs/rules.md, "What parent B may see"). */
export const inviteContext = z.object({
  userId: z.string(),
  familyMembers: z.array(familyMember),
  isSubscriptionCurrent: z.boolean(),
  billingAddressComplete: z.boolean(),
  requireCredentials: z.boolean(),
  userCreatedByPro: z.boolean(),
  proFirstName: z.string().nullable(),
  proLastName: z.string().nullable(),
  coparentPackageId: z.string().nullable(),
  availableCoupons: z.array(z.object({ couponCode: z.string(), description: z.string() })),
  pricingGroupName: z.enum(PRICING_GROUPS),
  packageIds: z.array(z.string()),
  /** What the invited person is known by: from the invitation at first, from themselves once they have told it. */
  parent: z.object({
    firstName: z.string(),
    lastName: z.string(),
    email: z.string().nullable(),
    phoneCountryCode: z.string().nullable(),
    phoneNumber: z.string().nullable(),
  }),
  /** They have told it themselves: the first step is done, in whatever browser. */
  parentComplete: z.boolean(),
  /** The order they have paid themselves, where they have. */
  paidOrder: z.object({ answer: paymentAnswer, order: orderBody, timeZone: z.string() }).nullable(),
});
export type InviteContext = z.infer<typeof inviteContext>;

/** The invited parent's own update (docs/rules.md, "Registration calls"), by sections; an address that is not told is all null. */
export const invitedParentUpdate = z.object({
  sections: z.array(z.enum(['PARENT', 'ADDRESS', 'REFERRAL', 'SECURITY_QUESTION', 'SECURITY_CODE'])).min(1),
  parent: parentBody,
  address: z.object({
    line1: z.string().nullable(),
    line2: z.string().nullable(),
    city: z.string().nullable(),
    region: z.string().nullable(),
    postalCode: z.string().nullable(),
    country: z.string().nullable(),
  }),
  segmentAnonymousId: z.string().nullable(),
  segmentIdentify: z.boolean(),
  parentDuplicateConfirmed: z.boolean().optional(),
  referral: referralBody.optional(),
  securityQuestion: z.string().optional(),
  securityAnswer: z.string().optional(),
  securityCode: z.string().optional(),
  confirmCode: z.string().optional(),
});
export type InvitedParentUpdate = z.infer<typeof invitedParentUpdate>;
