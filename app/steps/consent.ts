import { checkbox, REQUIRED } from './field';
import { section } from './section';

interface ConsentRules {
  isRequired: boolean;
}

/** If consent is not required, the form has no boxes, and the opt-in is true (docs/rules.md, "Terms and marketing"). */
export const CONSENT = section(
  {
    termsAndConditions: checkbox('checkout:consent.label', { isTicked: true }),
    marketingOptIn: checkbox('checkout:consent.marketing'),
  },
  {
    rules({ termsAndConditions }, refuse, given?: ConsentRules) {
      if (given?.isRequired && !termsAndConditions) refuse('termsAndConditions', { error: REQUIRED });
    },
    finish: (form, { isRequired }: ConsentRules) => ({ ...form, marketingOptIn: form.marketingOptIn || !isRequired }),
  },
);
