import { z } from 'zod';
import type { ParentContact } from '~/domain/people';
import { callingCode, email, name, phone, withDigitsOnly } from './fields';

/** The first step of both parents. */
export const contactSchema = z
  .object({
    firstName: name(),
    lastName: name(),
    email: email(),
    countryCode: callingCode(),
    phoneNumber: phone(),
  })
  .overwrite(withDigitsOnly) satisfies z.ZodType<ParentContact>;
