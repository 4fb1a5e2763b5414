import { z } from 'zod';
import { addressBody, parentBody, referralBody } from './people';

/** What an invited parent's record is told, by its sections. Each body bears all parts of the sections that it names. */

const told = {
  parent: parentBody,
  segmentAnonymousId: z.string().nullable(),
  segmentIdentify: z.boolean(),
  parentDuplicateConfirmed: z.boolean().optional(),
};

/** Stands in a body that tells no address. */
const noAddress = z.object({
  line1: z.null(),
  line2: z.null(),
  city: z.null(),
  region: z.null(),
  postalCode: z.null(),
  country: z.null(),
});

const contactUpdate = z.object({
  ...told,
  sections: z.array(z.literal('PARENT')).length(1),
  address: noAddress,
});

const billingUpdate = z.object({
  ...told,
  sections: z.array(z.enum(['PARENT', 'ADDRESS'])).length(2),
  address: addressBody,
});

const credentialsUpdate = z.object({
  ...told,
  // `PARENT` stays out where the first step was skipped: what the backend knows of the person is not told back to it.
  sections: z
    .array(z.enum(['PARENT', 'REFERRAL', 'SECURITY_QUESTION', 'SECURITY_CODE']))
    .min(3)
    .max(4),
  address: noAddress,
  referral: referralBody,
  securityQuestion: z.string(),
  securityAnswer: z.string(),
  securityCode: z.string(),
  confirmCode: z.string(),
});

export const invitedParentUpdate = z.union([contactUpdate, billingUpdate, credentialsUpdate]);
export type InvitedParentUpdate = z.infer<typeof invitedParentUpdate>;
