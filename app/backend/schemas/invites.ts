import { z } from 'zod';
import { PRICING_GROUPS } from '~/domain/packages';
import { paymentAnswer } from './payments';
import { inviteeBody, parentBody, referralBody } from './people';
import { orderBody } from './prices';

const person = z.object({ firstName: z.string(), lastName: z.string() });

/** A member of the family that the co-parent joins. `color` is a name from the product's palette. */
const familyMember = person.extend({
  displayInitials: z.string(),
  color: z.string(),
  userId: z.string().nullable(),
});

/** The invite and what is known of the invited person (docs/rules.md, "What parent B may see"). */
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
  /** Taken from the invitation until the invited person gives their own details. */
  parent: inviteeBody,
  /** The invited person has completed the first step, in any browser. */
  parentComplete: z.boolean(),
  /** The order that the invited person paid. Null if there is none. */
  paidOrder: z.object({ answer: paymentAnswer, order: orderBody, timeZone: z.string() }).nullable(),
});
export type InviteContext = z.infer<typeof inviteContext>;

/** The invited parent's update by sections (docs/rules.md, "Registration calls"). An address that is not given has all fields null. */
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
