import { z } from 'zod';
import { SUBSCRIPTION_YEARS, type SubscriptionId } from '~/domain/build-your-own';
import { checkbox, requiredLine, ifFilled } from './fields';

/** The terms on offer. */
const SUBSCRIPTIONS = Object.keys(SUBSCRIPTION_YEARS) as SubscriptionId[];
/** The tone meter for oneself, and for the co-parent too. */
export const TONEMETERS = ['TONEMETER', 'TONEMETERCOPARENT'] as const;

export const buildYourOwnSchema = z.object({
  subscription: oneOf(SUBSCRIPTIONS, 'errors:subscription'),
  myfiles: checkbox(),
  tonemeter: z.array(oneOf(TONEMETERS, 'errors:tonemeter')).transform((chosen) => [...new Set(chosen)]),
  unlimitedPayments: checkbox(),
});

export type BuildYourOwn = z.output<typeof buildYourOwnSchema>;

function oneOf<Value extends string>(values: readonly Value[], message: string) {
  const isOne = ifFilled((text) => (values as readonly string[]).includes(text));
  return requiredLine()
    .refine(isOne, message)
    .transform((text) => text as Value);
}
