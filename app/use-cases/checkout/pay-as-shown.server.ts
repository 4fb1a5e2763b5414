import { safe } from '@orpc/client';
import { readRefusal } from '~/backend/refusal';
import type { Billed } from '~/journeys/open-states';
import type { RequestContext } from '~/server/request/request-context.server';
import type { ReviewPart, ShownPayment, ShownReview } from '~/server/request/review-seals.server';
import { completePayment, pay, restartUncharged, startPaymentCheck, type PaymentStep } from './pay.server';
import { checkReview } from './shown-review.server';
import { signUpCalls } from './sign-up-calls.server';

interface Press {
  /** Undefined where the form does not say it, or where that was forged. */
  shown: ShownReview | undefined;
  /** Undefined while the boxes are not ticked as they have to be. */
  consent: { termsAndConditions: boolean; marketingOptIn: boolean } | undefined;
}

/** Buys what the pressed page showed, or nothing (docs/rules.md, "As it was shown"). */
export async function payAsShown(context: RequestContext, state: Billed, press: Press): Promise<PaymentStep> {
  const { shown, consent } = press;
  if (!shown) return { next: null, errors: ['checkout:review.lookAgain'] };
  const { changed, error, renewalAmount } = await checkReview(context, state, shown);
  if (changed.length > 0 || error) {
    // The earlier press may itself have made the difference: it uses activation codes up.
    const joined = await joinPayment(context, asWasPaid(state, changed), shown.payment);
    return joined ?? (changed.length > 0 ? refuseChanged(changed) : await refuseUnpriced(context, state, error));
  }
  if (!consent) return { next: null, errors: [] };
  if (consent.termsAndConditions) await signUpCalls(context, state).recordConsent?.();
  return await pay(context, state, { shown, renewalAmount, marketingOptIn: consent.marketingOptIn });
}

/**
 * Goes on as the payment that an earlier press of the same page began. Where nobody can tell, it is checked like any other of unknown
 * outcome.
 *
 * @returns undefined where there is none, or nothing was taken
 */
async function joinPayment(
  context: RequestContext,
  state: Billed,
  { key, order }: ShownPayment,
): Promise<PaymentStep | undefined> {
  const { error, data } = await safe(signUpCalls(context, state).getPayment(key));
  if (!error && data.state === 'paid') return await completePayment(context, state, { key, order }, data.answer);
  if (!error) return data.state === 'pending' ? startPaymentCheck(context, { key, order }) : undefined;
  const { kind } = readRefusal(error);
  // A backend without this call answers 404, too; a payment that it left open would stand in the session.
  if (kind === 'gone' || kind === 'deadInvite') return undefined;
  context.log.error({ err: error }, 'an earlier payment could not be looked up');
  return startPaymentCheck(context, { key, order, outcomeUnknown: true });
}

/** Without a card that is not the one that was shown: a receipt must not name it. */
function asWasPaid(state: Billed, changed: ReviewPart[]): Billed {
  return changed.includes('instrument') ? { ...state, card: undefined } : state;
}

function refuseChanged(changed: ReviewPart[]): PaymentStep {
  return { next: null, errors: ['checkout:review.changed'], changed };
}

async function refuseUnpriced(context: RequestContext, state: Billed, error: unknown): Promise<PaymentStep> {
  const { kind } = readRefusal(error);
  if (kind === 'gone' || kind === 'deadInvite') return await restartUncharged(context, state);
  context.log.error({ err: error }, 'an order could not be priced before its payment');
  return { next: null, errors: ['checkout:review.notSent'], status: 503 };
}
