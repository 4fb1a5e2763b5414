import { z } from 'zod';
import { isTimeZone } from '~/domain/calendar-days';
import { SUBSCRIPTION_STATUSES } from '~/domain/people';
import type { ADDRESS } from '~/steps/billing';
import { CONTACT } from '~/steps/contact';
import { CO_PARENT } from '~/steps/family';
import { expectedOr, maybe, text } from './reading';

/** IANA. Unknown and empty ones are absent, also in stored answers: the receipt of a payment is dated in it. */
const timeZone = z.string().transform((zone) => (isTimeZone(zone) ? zone : undefined));

export const parentBody = CONTACT.update.extend({ timeZone: timeZone.optional(), userId: z.string().optional() });
export type ParentBody = z.infer<typeof parentBody>;

const maybeText = maybe(text);
const maybeContact = Object.fromEntries(Object.keys(CONTACT.body.shape).map((name) => [name, maybeText])) as Record<
  keyof typeof CONTACT.body.shape,
  typeof maybeText
>;

/** The known data of an invited person, from the inviter or from themselves. */
export const inviteeBody = z.object({
  ...maybeContact,
  firstName: expectedOr(text, ''),
  lastName: expectedOr(text, ''),
});

export const coParentBody = CO_PARENT.body.extend({
  phoneCountryCode: z.string().optional(),
  phoneNumber: z.string().optional(),
});

export type CoParentBody = z.infer<typeof coParentBody>;

export type AddressBody = z.infer<typeof ADDRESS.body>;

/** Any other value is ignored. */
export const subscriptionStatus = z
  .string()
  .transform((status) => status.toLowerCase())
  .pipe(z.enum(SUBSCRIPTION_STATUSES));
