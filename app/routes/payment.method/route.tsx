import { useForm } from '@conform-to/react';
import { data, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { promiseHash } from 'remix-utils/promise';
import { cardLabels, type CardForm } from '~/components/checkout/card-fields';
import { DeclineMessage } from './decline-message';
import { ErrorSummary } from '~/components/form/error-summary';
import { Notice, NoticeOnce } from '~/components/page/notice';
import { OfferNotice } from '~/components/checkout/offer-notice';
import { OrderSummary } from '~/components/checkout/order-summary';
import { PaymentChoice } from './payment-choice';
import { PaymentExtras } from './payment-extras';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { useTranslate } from '~/components/page/use-translate';
import { afterCard, afterNothingToPay, afterPayPal, afterVenmo, type Patch } from '~/journeys/parent/progress';
import type { JoinState } from '~/journeys/join-state';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { isCardLeftBlank, canTypeCard, readCard, readNoCard } from '~/use-cases/checkout/card-entry.server';
import { reportCheckoutStep } from '~/use-cases/checkout/checkout-events.server';
import { requirePricing } from '~/use-cases/checkout/checkout.server';
import { openProvider } from '~/use-cases/checkout/hosted-card.server';
import { findDecline } from '~/use-cases/checkout/decline.server';
import { findOffer } from '~/use-cases/checkout/offer.server';
import { requireOrderLines } from '~/use-cases/checkout/order-lines.server';
import { findDraft, saveDraftOnRedirect, withoutDraft } from '~/use-cases/step/drafts.server';
import { takeNotice } from '~/use-cases/step/notices.server';
import { redirectAfter, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';
import { acceptedCodesOf, applyPaymentExtras } from '~/use-cases/checkout/payment-extras.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { findToggledOrder } from '~/use-cases/checkout/toggled-order.server';
import { redirectToWallet, isPayPalOffered, takeVenmo, type WalletName } from '~/use-cases/checkout/wallets.server';
import type { Billed } from '~/journeys/open-states';
import { INTENTS } from '~/forms/intents';
import { findChangedExtra, type ChangedExtra } from '~/forms/payment-extras';
import { runIntent } from '~/use-cases/step/run-intent.server';

export const handle: RouteHandle = { title: 'checkout:method.heading', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'payment/method');
  const [pricing, toggled] = await Promise.all([requirePricing(context, state), findToggledOrder(context, state)]);
  reportCheckoutStep(context, state, { name: 'payment/method', event: 'viewed' });
  const { provider, ...found } = await promiseHash({
    provider: openProvider(context, state, { pricing, toggled: toggled?.pricing }),
    takesPlainCards: canTypeCard(context, state),
    offersPayPal: isPayPalOffered(context, state),
    offer: findOffer(context, state, pricing),
    declined: findDecline(context, state),
    lines: requireOrderLines(context, state, pricing),
  });
  return data({
    toggledLines: toggled?.lines,
    scripts: 'payment' as const,
    card: state.card && { brand: state.card.brand, lastFour: state.card.lastFour },
    defaults: {
      cardHolderName: state.card?.cardHolderName,
      isPayingForCoparent: state.paysForCoParent ? 'on' : undefined,
    },
    approved: state.paypal ? ('payPal' as const) : state.venmo ? ('venmo' as const) : undefined,
    hasErrors: state.declined !== undefined,
    draft: findDraft(state, 'payment/method'),
    codes: acceptedCodesOf(state, pricing),
    coParentPrice: state.invited ? null : pricing.totals.selectedPackageTotalFormatted,
    isNothingToPay: pricing.totals.total === 0,
    notice: takeNotice(context, state),
    ...provider,
    ...found,
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await requireStepSubmission(request, context, 'payment/method');
  // An order that cannot be priced redirects to the packages.
  return saveDraftOnRedirect(context, 'payment/method', form, () => submitMethod(context, state, form));
}

async function submitMethod(context: RequestContext, before: Billed, form: FormData) {
  const changed = findChangedExtra(form);
  const { state, refusedCode } = await applyPaymentExtras(context, before, form);
  const { totals } = await requirePricing(context, state);
  const { submission, enter } = totals.total > 0 ? await readCard(context, state, form) : readNoCard(form);
  if (refusedCode) {
    await keepCard();
    return formError(context, form, submission, { quiet: true, ...refusedCode });
  }
  if (form.has('language')) return formError(context, form, submission);
  const finishFree = totals.total === 0 ? () => complete(afterNothingToPay()) : undefined;
  return runIntent(form, {
    [INTENTS.paypal]: finishFree ?? (() => startWallet('paypal')),
    [INTENTS.venmo]: finishFree ?? payByVenmo,
    // Apply and Remove have done their work above.
    other: () => formError(context, form, submission, { quiet: true, extra: { changed } }),
    default: finishFree ?? payByCard,
  });

  /** A good card beside a wrong code is kept, as its number is never sent back to the page. */
  async function keepCard() {
    if (isCardLeftBlank(form)) return;
    const entered = await enter();
    if ('card' in entered) context.session.update({ ...afterCard(entered.card), lastCompletedPaymentStep: 1 });
  }

  async function startWallet(name: WalletName) {
    const started = await redirectToWallet(context, state, { name, form, totals });
    return started instanceof Response ? started : formError(context, form, submission, started);
  }

  async function payByVenmo() {
    const venmo = await takeVenmo(context, state, form);
    return venmo ? complete(afterVenmo(venmo)) : startWallet('venmo');
  }

  async function payByCard() {
    const storedMethod = reuseStoredMethod(state);
    if (storedMethod && isCardLeftBlank(form)) return complete(storedMethod);
    const entered = await enter();
    return 'card' in entered ? complete(afterCard(entered.card)) : formError(context, form, submission, entered);
  }

  function complete(patch: Patch) {
    const after = context.session.update({ ...patch, ...withoutDraft(state, 'payment/method') });
    reportCheckoutStep(context, after, { name: 'payment/method', event: 'completed' });
    return redirectAfter(context, 'payment/method', after);
  }
}

/** Without a new card the stored method is used. */
function reuseStoredMethod({ paypal, venmo, card }: JoinState): Patch | undefined {
  if (paypal) return afterPayPal(paypal);
  if (venmo) return afterVenmo(venmo);
  return card && afterCard(card);
}

type MethodForm = CardForm & { subscriptionCode?: string; isPayingForCoparent?: string };

export default function Method() {
  const { defaults, declined, draft, lines, notice, ...extras } = useLoaderData<typeof loader>();
  const actionData = useActionData() as (FormResponse & { changed?: ChangedExtra }) | undefined;
  const changed = actionData?.changed;
  const t = useTranslate();
  const [form, fields] = useForm<MethodForm>({
    id: FORM_ID,
    lastResult: actionData?.result ?? draft,
    defaultValue: defaults,
  });
  return (
    <>
      {notice && <NoticeOnce name={notice} />}
      {declined && Object.keys(form.allErrors).length === 0 && <DeclineMessage exception={declined} />}
      <ErrorSummary
        form={form}
        labels={{ ...cardLabels(t), subscriptionCode: t('checkout:fields.subscriptionCode') }}
        isFocusElsewhere={changed !== undefined}
        hasScript
        emptied={actionData?.emptied}
      />
      <h1>{t('checkout:method.heading')}</h1>
      <OfferNotice offer={extras.offer} />
      <OrderSummary lines={lines} />
      <StepForm form={form} hasSecrets>
        {extras.isNothingToPay ? (
          <Notice>{t('checkout:method.nothingToPay')}</Notice>
        ) : (
          <PaymentChoice fields={fields} cardHolderName={fields.cardHolderName.initialValue ?? ''} {...extras} />
        )}
        <PaymentExtras
          fields={fields}
          codes={extras.codes}
          coParentPrice={extras.coParentPrice}
          lines={lines}
          toggledLines={extras.toggledLines}
          changed={changed}
        />
        <StepButtons hasScript />
      </StepForm>
    </>
  );
}
