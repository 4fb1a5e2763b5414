import { BillingFields, billingLabels, chosenCountry } from '~/components/checkout/billing-fields';
import { OfferNotice } from '~/components/checkout/offer-notice';
import { OrderSummary, type OrderLines } from '~/components/checkout/order-summary';
import { PageMark } from '~/components/form/page-mark';
import { StepPage, useStep } from '~/components/form/step-page';
import { Behind } from '~/components/page/behind';
import { usePage } from '~/components/page/page-context';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import type { Phone } from '~/domain/phone';
import { countryInSentence } from '~/reference/countries';
import { phoneNumberFor } from '~/reference/phone-numbers';
import { BILLING, findUpdatedPlace, INVITED_BILLING, type BillingAnswers } from '~/steps/billing';
import { findIntent, INTENTS } from '~/steps/intents';
import { billingDefaults, acknowledgeMismatch, saveBilling, showKnownOrder } from '~/use-cases/checkout/billing.server';
import { reportCheckoutStep } from '~/use-cases/checkout/checkout-events.server';
import { requireUnpaidInvite } from '~/use-cases/invited/open-invite.server';
import { defineStep } from '~/use-cases/step/define-step.server';
import { findAddressCredit } from '~/use-cases/step/suggest-addresses.server';

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
      {mismatch && <CountryMismatchDialog {...mismatch} lines={lines} />}
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

interface CountryMismatchProps {
  /** The billing country. */
  country: string;
  /** Undefined if the backend does not return the package. */
  lines: Pick<OrderLines, 'name' | 'packageFormatted'> | undefined;
  offeredFor: { country: string } | Phone;
}

/** OK is the only control (docs/rules.md, "Country mismatch"). */
function CountryMismatchDialog({ country, lines, offeredFor }: CountryMismatchProps) {
  const t = useTranslate();
  const { language, address } = usePage();
  const inSentence = (code: string) => countryInSentence(code, language);
  const place = { country: inSentence(country) };
  const packageName = lines && nameWithPrice(lines);
  const text =
    'country' in offeredFor
      ? offeredByCountry({ ...place, other: inSentence(offeredFor.country) })
      : offeredByPhone({ ...place, phone: phoneNumberFor(offeredFor).replaceAll(' ', '\u00a0') });
  return (
    <dialog
      open
      role="alertdialog"
      className="modal"
      aria-modal="true"
      aria-labelledby="mismatch-title"
      aria-describedby="mismatch-text"
    >
      <h2 id="mismatch-title">{t('checkout:mismatch.title')}</h2>
      <p id="mismatch-text">{text}</p>
      <form method="post" action={address}>
        <PageMark />
        <button className="primary" name="intent" value={INTENTS.acceptCountryMismatch} autoFocus>
          {t('checkout:mismatch.ok')}
        </button>
      </form>
    </dialog>
  );

  /** The packages sold there may have the same names. */
  function nameWithPrice({ name, packageFormatted: price }: NonNullable<typeof lines>): string {
    return price === null ? name : t('checkout:mismatch.priced', { package: name, price });
  }

  function offeredByCountry(said: { country: string; other: string }) {
    return packageName
      ? t('checkout:mismatch.byCountry', { ...said, package: packageName })
      : t('checkout:mismatch.unnamedByCountry', said);
  }

  function offeredByPhone(said: { country: string; phone: string }) {
    return packageName
      ? t('checkout:mismatch.byPhone', { ...said, package: packageName })
      : t('checkout:mismatch.unnamedByPhone', said);
  }
}
