import { useForm } from '@conform-to/react';
import { parseWithZod } from '@conform-to/zod/v4';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { CARD_FIELDS, cardLabels, type CardForm } from '~/components/card-fields';
import { DeclineMessage } from '~/components/decline-message';
import { ErrorSummary } from '~/components/error-summary';
import { Notice, NoticeOnce } from '~/components/notice';
import { OfferNotice } from '~/components/offer-notice';
import { OrderSummary } from '~/components/order-summary';
import { PaymentChoice } from '~/components/payment-choice';
import { PaymentExtras } from '~/components/payment-extras';
import { FORM_ID, type Screen } from '~/components/screen';
import { StepButtons, StepForm } from '~/components/step-form';
import { useTranslate } from '~/components/use-translate';
import { cardSchema } from '~/forms/card';
import { afterCard, afterNothingToPay, afterPayPal } from '~/journeys/parent/progress';
import { showAgain, type ShownForm } from '~/server/answers.server';
import { enterCard } from '~/server/card-entry.server';
import { requirePricing } from '~/server/checkout.server';
import { offerOf } from '~/server/offer';
import { requireOrderLines } from '~/server/order-lines.server';
import { findDraft, requireStep, takeAnswers, takeNotice, withoutDraft } from '~/server/parent-step.server';
import { takePaymentExtras } from '~/server/payment-extras.server';
import { goToPayPal, isPayPalOffered } from '~/server/paypal.server';

export const handle: Screen = { title: 'checkout:method.heading', form: true };

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'payment/method');
  if (state.declined) context.page.hasErrors = true;
  const pricing = await requirePricing(context, state);
  return data({
    takesPlainCards: context.services.takesPlainCards,
    card: state.card && { brand: state.card.brand, lastFour: state.card.lastFour },
    typed: {
      cardHolderName: state.card?.cardHolderName,
      isPayingForCoparent: state.paysForCoParent ? 'on' : undefined,
    },
    isPayPalApproved: state.paypal !== undefined,
    offersPayPal: await isPayPalOffered(context, state),
    declined: state.declined,
    draft: findDraft(state, 'payment/method'),
    codes: pricing.paymentCodeDetails,
    coParentPrice: state.invited ? null : pricing.totals.selectedPackageTotalFormatted,
    isNothingToPay: pricing.totals.total === 0,
    offer: offerOf(state.discount, pricing),
    lines: await requireOrderLines(context, state, pricing),
    notice: takeNotice(context, state),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state: before, form } = await takeAnswers(request, context, 'payment/method');
  const { takesPlainCards } = context.services;
  if (!takesPlainCards) for (const name of CARD_FIELDS) form.delete(name);
  const { state, isCodeRefused } = await takePaymentExtras(context, before, form);
  const { schema, enter } = await enterCard(context, state, cardSchema);
  const submission = parseWithZod(form, { schema });
  if (isCodeRefused) {
    const fieldErrors = { subscriptionCode: ['checkout:exceptions.activationCode'] };
    return showAgain(context, form, submission, { quiet: true, fieldErrors });
  }
  const picksPayPal = form.get('intent') === 'paypal';
  if (form.has('intent') && !picksPayPal) return showAgain(context, form, submission, { quiet: true });
  if (form.has('language')) return showAgain(context, form, submission);
  const { totals } = await requirePricing(context, state);
  if (totals.total === 0) return goOn(afterNothingToPay());
  if (picksPayPal) {
    const started = await goToPayPal(context, state, { form, totals });
    return started instanceof Response ? started : showAgain(context, form, submission, started);
  }
  // What was chosen before still stands where no card is typed.
  const kept = state.paypal ? afterPayPal(state.paypal) : state.card && afterCard(state.card);
  if (kept && !form.get('cardNumber') && !form.get('cardCvv')) return goOn(kept);
  // Quiet, because there is no field that the errors of the card could name.
  if (!takesPlainCards) {
    return showAgain(context, form, submission, { quiet: true, formErrors: ['checkout:method.noCardForm'] });
  }
  if (submission.status !== 'success') return showAgain(context, form, submission);
  const entered = await enter(submission.value);
  return 'card' in entered ? goOn(afterCard(entered.card)) : showAgain(context, form, submission, entered);

  function goOn(patch: ReturnType<typeof afterCard>) {
    const after = context.session.update({ ...patch, ...withoutDraft(state, 'payment/method') });
    return redirect(context.journey.getStep('payment/method').next(after), 303);
  }
}

type MethodForm = CardForm & { subscriptionCode?: string; isPayingForCoparent?: string };

export default function Method() {
  const { typed, declined, draft, lines, notice, ...extras } = useLoaderData<typeof loader>();
  const shown = useActionData() as ShownForm | undefined;
  const t = useTranslate();
  const [form, fields] = useForm<MethodForm>({
    id: FORM_ID,
    lastResult: shown?.result ?? draft,
    defaultValue: typed,
  });
  return (
    <>
      {notice && <NoticeOnce name={notice} />}
      {declined && Object.keys(form.allErrors).length === 0 && <DeclineMessage exception={declined} />}
      <ErrorSummary
        form={form}
        labels={{ subscriptionCode: t('checkout:fields.subscriptionCode'), ...cardLabels(t) }}
      />
      <h1>{t('checkout:method.heading')}</h1>
      <OfferNotice offer={extras.offer} />
      <OrderSummary lines={lines} />
      <StepForm form={form}>
        <PaymentExtras fields={fields} codes={extras.codes} coParentPrice={extras.coParentPrice} />
        {extras.isNothingToPay ? (
          <Notice>{t('checkout:method.nothingToPay')}</Notice>
        ) : (
          <PaymentChoice fields={fields} {...extras} />
        )}
        <StepButtons />
      </StepForm>
    </>
  );
}
