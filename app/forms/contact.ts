import { z } from 'zod';
import type { ContactField, ParentContact } from '~/domain/people';
import {
  callingCode,
  checkReadPhone,
  DESPITE_FIELD_ERRORS,
  email,
  name,
  phone,
  phoneReadAs,
  withDigitsOnly,
} from './fields';

/** The first step of both parents. */
export const contactSchema = z
  .object({
    firstName: name(),
    lastName: name(),
    email: email(),
    countryCode: callingCode(),
    phoneNumber: phone(),
    phoneReadAs: phoneReadAs(),
  } satisfies Record<ContactField, z.ZodType<string>> & { phoneReadAs: z.ZodType })
  .superRefine(checkReadPhone, DESPITE_FIELD_ERRORS)
  .transform(withDigitsOnly) satisfies z.ZodType<ParentContact>;
