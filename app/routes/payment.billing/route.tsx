import { BillingFields, billingLabels, chosenCountry } from '~/components/checkout/billing-fields';
import { OfferNotice } from '~/components/checkout/offer-notice';
import { OrderSummary } from '~/components/checkout/order-summary';
import { StepPage, useStep } from '~/components/form/step-page';
import { Behind } from '~/components/page/behind';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { BILLING, findUpdatedPlace, INVITED_BILLING, type BillingAnswers } from '~/steps/billing';
import { findIntent, INTENTS } from '~/steps/intents';
import { billingDefaults, acknowledgeMismatch, saveBilling, showKnownOrder } from '~/use-cases/checkout/billing.server';
import { reportCheckoutStep } from '~/use-cases/checkout/checkout-events.server';
import { requireUnpaidInvite } from '~/use-cases/invited/open-invite.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { findAddressCredit } from '~/use-cases/step/suggest-addresses.server';
import { CountryMismatchDialog } from './country-mismatch-dialog';

const step = defineStep({
  name: 'payment/billing',
  answers: billingDefaults,
  async load({ context, state }) {
    await requireUnpaidInvite(context, state);
    const { countryMismatch, parent } = state;
    reportCheckoutStep(context, state, { name: 'payment/billing', event: 'viewed' });
    return {
      contact: parent,
      mismatch: countryMismatch ? { country: countryMismatch, offeredFor: state.mismatchedOffer ?? parent } : undefined,
      hasForm: countryMismatch === undefined,
      hasDialog: countryMismatch !== undefined,
      asksReferral: !state.invited,
      scripts: 'places' as const,
      suggestions: findAddressCredit(context),
      ...(await showKnownOrder(context, state)),
    };
  },
  async read(visit, posted) {
    const { schema } = visit.state.invited ? INVITED_BILLING : BILLING;
    if (findIntent(posted) === INTENTS.acceptCountryMismatch) return acknowledgeMismatch(visit);
    if (findIntent(posted) !== INTENTS.update) return { schema };
    return { schema, shown: { updated: findUpdatedPlace(posted) }, refusal: { quiet: true } };
  },
  accept: saveBilling,
});

export const handle: RouteHandle = { form: true, sheet: 'billing' };
export const loader = step.loader;
export const action = step.action;

export default function Billing() {
  const t = useTranslate();
  const screen = useStep<typeof step, BillingAnswers>();
  const { contact, lines, offer, mismatch, asksReferral, suggestions } = screen.loaded;
  const updated = screen.shown?.updated;
  return (
    <>
      {mismatch && <CountryMismatchDialog {...mismatch} package={lines?.name} />}
      <Behind>
        <StepPage
          step={screen}
          labels={billingLabels(t, chosenCountry(screen.fields))}
          title={t('checkout:billing.heading')}
          before={
            <>
              <OfferNotice offer={offer} prices="full" />
              {lines && <OrderSummary lines={lines} />}
            </>
          }
          isFocusElsewhere={updated !== undefined}
        >
          <BillingFields
            fields={screen.fields}
            contact={contact}
            asksReferral={asksReferral}
            suggestions={suggestions}
            updated={updated}
          />
        </StepPage>
      </Behind>
    </>
  );
}
