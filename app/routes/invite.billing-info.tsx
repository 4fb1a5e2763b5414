import { BillingFields, billingLabels, chosenCountry } from '~/components/checkout/billing-fields';
import { StepPage, useStep } from '~/components/form/step-page';
import { Notice } from '~/components/page/notice';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { afterBillingInfo } from '~/journeys/progress';
import { findUpdatedPlace, INVITED_BILLING, withBillingTimezone, type BillingAnswers } from '~/steps/billing';
import { findIntent, INTENTS } from '~/steps/intents';
import { billingDefaults } from '~/use-cases/checkout/billing.server';
import { findPackage } from '~/use-cases/checkout/offered-packages.server';
import { signUpCalls } from '~/use-cases/checkout/checkout-calls.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { findAddressCredit } from '~/use-cases/step/suggest-addresses.server';

/** The billing address of a paid subscription that lacks one. Nothing is paid here. */
const step = defineStep({
  name: 'billing-info',
  answers: billingDefaults,
  async load({ context, state }) {
    const { chosenPackage, parent } = state;
    return {
      scripts: 'places' as const,
      suggestions: findAddressCredit(context),
      contact: parent,
      paidFor: chosenPackage && (await findPackage(context, state, chosenPackage.id))?.receiptText,
    };
  },
  read(_visit, posted) {
    const { schema } = INVITED_BILLING;
    if (findIntent(posted) !== INTENTS.update) return { schema };
    return { schema, shown: { updated: findUpdatedPlace(posted) }, refusal: { quiet: true } };
  },
  async accept({ context, state, answer }) {
    await signUpCalls(context, state).saveBilling({
      parent: withBillingTimezone(state.parent, answer),
      billing: answer,
    });
    return afterBillingInfo(state, answer);
  },
});

export const handle: RouteHandle = { form: true, sheet: 'billing' };
export const loader = step.loader;
export const action = step.action;

export default function BillingInfo() {
  const t = useTranslate();
  const screen = useStep<typeof step, BillingAnswers>();
  const { contact, paidFor, suggestions } = screen.loaded;
  const updated = screen.shown?.updated;
  return (
    <StepPage
      step={screen}
      labels={billingLabels(t, chosenCountry(screen.fields))}
      title={t('checkout:billing.heading')}
      before={
        <Notice>
          {paidFor && (
            <p>
              <strong>{paidFor}</strong>
            </p>
          )}
          <p>{t('invite:billingInfo.text')}</p>
        </Notice>
      }
      isFocusElsewhere={updated !== undefined}
    >
      <BillingFields
        fields={screen.fields}
        contact={contact}
        asksReferral={false}
        suggestions={suggestions}
        updated={updated}
      />
    </StepPage>
  );
}
