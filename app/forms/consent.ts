import { z } from 'zod';
import { checkbox, REQUIRED } from './fields';

/**
 * The consent boxes. Where consent is not required (docs/rules.md, "Terms and marketing") there are none, and the opt-in is sent as true.
 * @param isRequired whether the terms have to be agreed to here
 */
export function consentSchema({ isRequired }: { isRequired: boolean }) {
  return z.object({
    termsAndConditions: checkbox().refine((isAgreed) => isAgreed || !isRequired, REQUIRED),
    marketingOptIn: checkbox().transform((isChecked) => isChecked || !isRequired),
  });
}
