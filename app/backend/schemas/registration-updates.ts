import { z } from 'zod';
import { addressBody, childBody, coParentBody, parentBody, referralBody } from './people';

/** What parent A's registration is told, by its sections. Each body bears all parts of the sections that it names. */

const contactUpdate = z.object({
  sections: z.array(z.literal('PARENT')).length(1),
  parent: parentBody,
  parentDuplicateConfirmed: z.boolean().optional(),
});

const billingUpdate = z.object({
  // A tuple would be `prefixItems` in the OpenAPI document, which its linters do not read.
  sections: z.array(z.enum(['PARENT', 'ADDRESS'])).length(2),
  parent: parentBody,
  address: addressBody,
  referral: referralBody,
  parentDuplicateConfirmed: z.boolean(),
});

const familyUpdate = z.object({
  sections: z.array(z.literal('FAMILY')).length(1),
  coParent: coParentBody,
  coParentDuplicateConfirmed: z.boolean(),
  children: z.array(childBody),
});

export const registrationUpdate = z.union([contactUpdate, billingUpdate, familyUpdate]);
export type RegistrationUpdate = z.infer<typeof registrationUpdate>;
