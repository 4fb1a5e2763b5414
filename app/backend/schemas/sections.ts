import { z } from 'zod';
import { ADDRESS } from '~/steps/billing';
import { SECURITY_CODE, SECURITY_QUESTION } from '~/steps/credentials';
import { CHILDREN } from '~/steps/family';
import { PRACTICE, PROFESSIONAL_CONTACT, PROFESSIONAL_SECURITY } from '~/steps/professional';
import { REFERRAL } from '~/steps/referral';
import { coParentBody, parentBody } from './people';

/** Sections whose fields are the parts of a body. */
export const PLAIN_SECTIONS = {
  SECURITY_QUESTION,
  SECURITY_CODE,
  PROFESSIONAL_CONTACT,
  PRACTICE,
  PROFESSIONAL_SECURITY,
};

type Plain = typeof PLAIN_SECTIONS;
const plainShapes = Object.fromEntries(Object.entries(PLAIN_SECTIONS).map(([name, { body }]) => [name, body.shape]));

/**
 * The sections of the three sign-ups, each with its parts of a body. The bodies of the calls are built from them, and the embedded backend
 * checks and stores answers by them.
 */
export const SECTIONS = {
  PARENT: { parent: parentBody },
  ADDRESS: { address: ADDRESS.body },
  REFERRAL: { referral: REFERRAL.body },
  FAMILY: { coParent: coParentBody, ...CHILDREN.body.shape },
  ...(plainShapes as { [Name in keyof Plain]: Plain[Name]['body']['shape'] }),
} satisfies Record<string, z.ZodRawShape>;

/** The updates of parent A's registration. The referral is sent together with the address. */
export const registrationUpdate = z.union([
  z.object({
    sections: z.array(z.literal('PARENT')).length(1),
    ...SECTIONS.PARENT,
    parentDuplicateConfirmed: z.boolean().optional(),
  }),
  z.object({
    // A tuple would be `prefixItems` in the OpenAPI document, which its linters do not read.
    sections: z.array(z.enum(['PARENT', 'ADDRESS'])).length(2),
    ...SECTIONS.PARENT,
    ...SECTIONS.ADDRESS,
    ...SECTIONS.REFERRAL,
    parentDuplicateConfirmed: z.boolean(),
  }),
  z.object({
    sections: z.array(z.literal('FAMILY')).length(1),
    ...SECTIONS.FAMILY,
    coParentDuplicateConfirmed: z.boolean(),
  }),
]);
export type RegistrationUpdate = z.infer<typeof registrationUpdate>;

const invitedBody = {
  ...SECTIONS.PARENT,
  segmentAnonymousId: z.string().nullable(),
  segmentIdentify: z.boolean(),
  parentDuplicateConfirmed: z.boolean().optional(),
};

const noAddress = z.object({
  line1: z.null(),
  line2: z.null(),
  city: z.null(),
  region: z.null(),
  postalCode: z.null(),
  country: z.null(),
});

/** The updates of an invited parent's record. Each contains the contact and an address, and only the named sections count. */
export const invitedParentUpdate = z.union([
  z.object({ ...invitedBody, sections: z.array(z.literal('PARENT')).length(1), address: noAddress }),
  z.object({
    ...invitedBody,
    sections: z.array(z.enum(['PARENT', 'ADDRESS'])).length(2),
    ...SECTIONS.ADDRESS,
  }),
  z.object({
    ...invitedBody,
    // `PARENT` is not named if the visitor skipped the first step, because the contact then came from the backend.
    sections: z
      .array(z.enum(['PARENT', 'REFERRAL', 'SECURITY_QUESTION', 'SECURITY_CODE']))
      .min(3)
      .max(4),
    address: noAddress,
    ...SECTIONS.REFERRAL,
    ...SECTIONS.SECURITY_QUESTION,
    ...SECTIONS.SECURITY_CODE,
  }),
]);
export type InvitedParentUpdate = z.infer<typeof invitedParentUpdate>;
