import { useForm } from '@conform-to/react';
import { data, redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';
import { promiseHash } from 'remix-utils/promise';
import { changeTexts } from './change-texts';
import { CheckingPayment } from './checking-payment';
import { ConsentBoxes } from '~/components/checkout/consent-boxes';
import { ErrorSummary } from '~/components/form/error-summary';
import { NoticeOnce } from '~/components/page/notice';
import { OfferNotice } from '~/components/checkout/offer-notice';
import { OrderBreakdown } from '~/components/checkout/order-summary';
import { PayingAgreement } from '~/components/checkout/paying-agreement';
import { RenewalNotice } from '~/components/checkout/renewal-notice';
import { PostalCodeNote, ReviewList, SpentCodesNote } from './review-list';
import { FORM_ID, type RouteHandle } from '~/components/page/route-handle';
import { StepButtons, StepForm } from '~/components/form/step-form';
import { usePage } from '~/components/page/page-context';
import { useTranslate } from '~/components/page/use-translate';
import { BASE_PATH } from '~/domain/base-path';
import { isConsentRequired } from '~/domain/country-rules';
import { renewalDate } from '~/domain/packages';
import { consentSchema } from '~/forms/consent';
import { parsePosted } from '~/forms/posted-fields';
import { hasMethod, methodFor } from '~/journeys/parent/progress';
import { formError, type FormResponse } from '~/use-cases/step/form-response.server';
import { reportCheckoutStep } from '~/use-cases/checkout/checkout-events.server';
import { acceptedCodesOf } from '~/use-cases/checkout/payment-extras.server';
import { requirePricing } from '~/use-cases/checkout/checkout.server';
import { findOffer } from '~/use-cases/checkout/offer.server';
import { requireOrderLines } from '~/use-cases/checkout/order-lines.server';
import { checkPayment } from '~/use-cases/checkout/pay.server';
import { payAsShown } from '~/use-cases/checkout/pay-as-shown.server';
import { findRenewal } from '~/use-cases/checkout/renewal-price.server';
import { openReview, sealReview } from '~/use-cases/checkout/shown-review.server';
import { readTold } from '~/use-cases/checkout/told-review';
import { findDraft } from '~/use-cases/step/drafts.server';
import { takeNotice } from '~/use-cases/step/notices.server';
import type { ReviewPart } from '~/server/request/review-seals.server';
import { redirectToStep, requireStep, requireStepSubmission } from '~/use-cases/step/step-guard.server';

export const handle: RouteHandle = { title: 'checkout:review.heading', form: true };

const SECONDS_BETWEEN_CHECKS = 5;

export async function loader({ context }: LoaderFunctionArgs) {
  const state = requireStep(context, 'payment/review');
  if (state.attempt) {
    await checkPayment(context, state);
    // Without a fragment, with which a browser could take it for the same page.
    context.headers.set('Refresh', `${SECONDS_BETWEEN_CHECKS}; url=${BASE_PATH}${context.page.path}`);
    return data({ isChecking: true as const, hasForm: false, outcomeUnknown: state.attempt.outcomeUnknown === true });
  }
  const pricing = await requirePricing(context, state);
  // A change in another tab may have left something to pay and no method.
  if (pricing.totals.total > 0 && !hasMethod(state)) {
    context.session.update({ notice: 'somethingToPay' });
    throw redirectToStep(context, 'payment/method');
  }
  const { lines, renewal } = await promiseHash({
    lines: requireOrderLines(context, state, pricing),
    renewal: findRenewal(context, state, pricing.totals),
  });
  reportCheckoutStep(context, state, { name: 'payment/review', event: 'viewed' });
  const { parent, billing } = state;
  const { card, paypal, venmo } = methodFor(pricing.totals.total, state);
  return data({
    isChecking: false as const,
    scripts: 'common' as const,
    parent,
    billing,
    card: card ? { brand: card.brand, lastFour: card.lastFour } : null,
    paypal: paypal ? { email: paypal.email } : null,
    venmo: venmo ? { username: venmo.username } : null,
    offer: await findOffer(context, state, pricing),
    lines,
    reviewed: sealReview(context, state, { pricing, renewal, years: lines.years }),
    // Processes of release 0.1 read these from the form during an upgrade. This release does not.
    amountsOf01: {
      amountDisplayed: pricing.totals.total,
      taxAmountDisplayed: pricing.totals.taxAmount,
      ...(pricing.taxId === null ? {} : { taxId: pricing.taxId }),
    },
    paysForCoParent: state.paysForCoParent ?? false,
    spentCodes: acceptedCodesOf(state, pricing).flatMap(({ code, amountFormatted }) => (amountFormatted ? [] : [code])),
    isNothingToPay: pricing.totals.total === 0,
    renewal: {
      amount: renewal?.formatted,
      years: lines.years,
      date: renewalDate(context.services.clock.now(), lines.years).toISOString(),
      timezone: parent.timezone,
    },
    isConsentRequired: isConsentRequired(billing.country),
    draft: findDraft(state, 'payment/review'),
    notice: takeNotice(context, state),
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { state, form } = await requireStepSubmission(request, context, 'payment/review');
  if (state.attempt) return redirectToStep(context, 'payment/review');
  const schema = consentSchema({ isRequired: isConsentRequired(state.billing.country) });
  const submission = parsePosted(form, schema);
  if (form.has('language')) {
    const { errors, changed } = readTold(form);
    return formError(context, form, submission, { formErrors: errors, status: 200, extra: { changed } });
  }
  const consent = submission.status === 'success' ? submission.value : undefined;
  const step = await payAsShown(context, state, { shown: openReview(context, state, form), consent });
  if (step.next) return redirect(step.next, 303);
  const { errors, status, changed = [] } = step;
  const typed = changed.includes('terms') ? withoutAgreement(form) : submission;
  return formError(context, form, typed, { formErrors: errors, status, extra: { changed } });
}

/** What is to be agreed to has changed, so that nobody has agreed to it yet. */
function withoutAgreement(form: FormData) {
  form.delete('termsAndConditions');
  return parsePosted(form, consentSchema({ isRequired: false }));
}

export default function Review() {
  const loaded = useLoaderData<typeof loader>();
  return loaded.isChecking ? <CheckingPayment {...loaded} /> : <ReviewForm {...loaded} />;
}

type ReviewResponse = FormResponse & { changed?: ReviewPart[] };

type ReviewData = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { isChecking: false }>;

function ReviewForm({ draft, notice, offer, reviewed, amountsOf01, spentCodes, ...shown }: ReviewData) {
  const { parent, billing, card, paypal, venmo, lines, renewal } = shown;
  const actionData = useActionData<ReviewResponse>();
  const changed = actionData?.changed ?? [];
  const t = useTranslate();
  const { language } = usePage();
  const [form, fields] = useForm<{ termsAndConditions?: string; marketingOptIn?: string }>({
    id: FORM_ID,
    lastResult: actionData?.result ?? draft,
  });
  // Nobody pays an amount of zero.
  const amount = shown.isNothingToPay ? null : lines.totals?.totalFormatted;
  const payNowLabel = amount ? t('checkout:review.payNowAmount', { amount }) : t('checkout:review.payNow');
  // Sentences of the backend are in one language only.
  const told = [...(form.errors ?? []).filter((error) => error.startsWith('checkout:')), ...changed];
  return (
    <>
      {notice && <NoticeOnce name={notice} />}
      <ErrorSummary
        form={form}
        labels={{ termsAndConditions: t('checkout:consent.label') }}
        hasScript
        more={changeTexts({ t, language }, changed, shown)}
      />
      <h1>{t('checkout:review.heading')}</h1>
      <OfferNotice offer={offer} />
      <PostalCodeNote billing={billing} />
      <SpentCodesNote codes={spentCodes} />
      <ReviewList parent={parent} billing={billing} card={card} paypal={paypal} venmo={venmo} />
      <section aria-labelledby="order-title">
        <h2 id="order-title">{t('checkout:summary.title')}</h2>
        <OrderBreakdown lines={lines} />
      </section>
      <RenewalNotice {...renewal} />
      <StepForm form={form}>
        <input type="hidden" name="reviewed" value={reviewed} />
        {Object.entries(amountsOf01).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {told.length > 0 && <input type="hidden" name="told" value={told.join(' ')} />}
        {shown.isConsentRequired ? <ConsentBoxes fields={fields} /> : <PayingAgreement {...renewal} />}
        <p className="hint">{t('checkout:review.once')}</p>
        <StepButtons label={payNowLabel} hasScript sending={t('checkout:review.paying')} />
      </StepForm>
    </>
  );
}
