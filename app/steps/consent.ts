import { checkbox } from './field';
import { section } from './section';

interface ConsentRules {
  isRequired: boolean;
}

/** If consent is not required, the form has no boxes, and the opt-in is true (docs/rules.md, "Terms and marketing"). */
export const CONSENT = section(
  {
    termsAndConditions: checkbox('checkout:consent.label', { isTicked: true, missing: 'errors:termsMissing' }),
    marketingOptIn: checkbox('checkout:consent.marketing'),
  },
  {
    rules({ termsAndConditions }, refuse, given?: ConsentRules) {
      if (given?.isRequired && !termsAndConditions) refuse('termsAndConditions', { isMissing: true });
    },
    finish: (form, { isRequired }: ConsentRules) => ({ ...form, marketingOptIn: form.marketingOptIn || !isRequired }),
  },
);
