import { z } from 'zod';
import { checkbox, REQUIRED } from './fields';
import { postedFields } from './posted-fields';

const fields = z.object({ termsAndConditions: checkbox(), marketingOptIn: checkbox() });

/** Where consent is not required there are no boxes, and the opt-in is true (docs/rules.md, "Terms and marketing"). */
export function consentSchema({ isRequired }: { isRequired: boolean }) {
  return postedFields(fields)
    .refine(({ termsAndConditions }) => termsAndConditions || !isRequired, {
      path: ['termsAndConditions'],
      error: REQUIRED,
    })
    .transform((form) => ({ ...form, marketingOptIn: form.marketingOptIn || !isRequired }));
}
