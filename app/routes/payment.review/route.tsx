import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { ConsentBoxes, NewsNotice, PayingAgreement, RenewalNotice } from '~/components/checkout/agreement';
import { Lock } from '~/components/checkout/lock';
import { isOnlyDiscount, OfferNotice } from '~/components/checkout/offer-notice';
import { OrderBreakdown } from '~/components/checkout/order-summary';
import { labelsOf } from '~/components/form/field';
import { StepPage, useStep } from '~/components/form/step-page';
import { usePage } from '~/components/page/page-context';
import type { RouteHandle } from '~/components/page/route-handle';
import { useTranslate } from '~/components/page/use-translate';
import { CONSENT } from '~/steps/consent';
import { BOX_TERMS } from '~/steps/control-fields';
import { showReview, postReview } from '~/use-cases/checkout/review.server';
import { changeTexts } from './change-texts';
import { CheckingPayment } from './checking-payment';
import { OrderHeading, PostalCodeNote, ReviewList, SpentCodesNote } from './review-list';

export const handle: RouteHandle = { form: true, sheet: 'review' };

export const loader = ({ request, context }: LoaderFunctionArgs) => showReview(request, context);
export const action = ({ request, context }: ActionFunctionArgs) => postReview(request, context);

export default function Review() {
  const loaded = useLoaderData<typeof loader>();
  return loaded.isChecking ? <CheckingPayment {...loaded} /> : <ReviewForm {...loaded} />;
}

type ReviewData = Extract<ReturnType<typeof useLoaderData<typeof loader>>, { isChecking: false }>;

interface ConsentForm {
  termsAndConditions?: string;
  marketingOptIn?: string;
}

function ReviewForm({ offer, reviewed, spentCodes, ...shown }: ReviewData) {
  const { parent, billing, card, paypal, venmo, lines, renewal } = shown;
  const t = useTranslate();
  const { language } = usePage();
  const screen = useStep<{ loader: typeof loader; action: typeof action }, ConsentForm>();
  const changed = screen.shown?.changed ?? [];
  // The button shows no amount if the total is zero.
  const amount = renewal.isFreeToday ? null : lines.totals?.totalFormatted;
  // The backend's sentences exist in only one language.
  const told = [...(screen.form.errors ?? []).filter((error) => error.startsWith('checkout:')), ...changed];
  return (
    <StepPage
      step={screen}
      labels={labelsOf(CONSENT.fields, t)}
      title={t('checkout:review.heading')}
      moreErrors={changeTexts({ t, language }, changed, shown)}
      before={
        <>
          {/* The summary has a line for the discount. */}
          {!isOnlyDiscount(offer) && <OfferNotice offer={offer} />}
          <PostalCodeNote billing={billing} />
          <SpentCodesNote codes={spentCodes} />
        </>
      }
      beside={
        <>
          <ReviewList
            parent={parent}
            billing={billing}
            coParent={shown.coParent}
            card={card}
            paypal={paypal}
            venmo={venmo}
          />
          <RenewalNotice renewal={renewal} />
          {!shown.isConsentRequired && <NewsNotice />}
        </>
      }
      submit={
        <>
          <Lock />
          {amount ? t('checkout:review.payNowAmount', { amount }) : t('checkout:review.payNow')}
        </>
      }
      sending={t('checkout:review.paying')}
      promise={t('checkout:review.once')}
    >
      <input type="hidden" name="reviewed" value={reviewed} />
      {told.length > 0 && <input type="hidden" name="told" value={told.join(' ')} />}
      <OrderHeading />
      <OrderBreakdown lines={lines} />
      {shown.isConsentRequired ? (
        <>
          <input type="hidden" name={BOX_TERMS} value={shown.termsVersion} />
          <ConsentBoxes fields={screen.fields} />
        </>
      ) : (
        <PayingAgreement />
      )}
    </StepPage>
  );
}
