import { z } from 'zod';
import { checkbox, REQUIRED } from './fields';

/** Where consent is not required there are no boxes, and the opt-in is true (docs/rules.md, "Terms and marketing"). */
export function consentSchema({ isRequired }: { isRequired: boolean }) {
  return z.object({
    termsAndConditions: checkbox().refine((isAgreed) => isAgreed || !isRequired, REQUIRED),
    marketingOptIn: checkbox().transform((isChecked) => isChecked || !isRequired),
  });
}
