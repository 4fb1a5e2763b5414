import { redirect } from '@remix-run/node';
import { safe } from '@orpc/client';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import { wasNeverSent } from '~/backend/failed-call';
import { readPaymentRefusal } from '~/backend/refusal';
import type { Order } from '~/domain/order';
import type { Path, StepName } from '~/journeys/journey';
import type { Billed, Paying, SignedUp } from '~/journeys/open-states';
import { afterDecline, afterPayment } from '~/journeys/parent/progress';
import { afterDuplicate } from '~/journeys/start-again';
import type { JoinState } from '~/journeys/join-state';
import { payerOf } from './payer-of';
import { toPaidOrder, reportPayment } from './after-payment.server';
import { reportCheckoutStep } from './checkout-events.server';
import { paymentRequestOf } from './checkout.server';
import { findRenewal } from './renewal-price.server';
import { compareWithPrice } from './shown-review.server';
import { checkRateLimit, tooManyTries } from '~/use-cases/step/check-rate-limit.server';
import { getSignUpJourney } from '~/journeys/journey';
import { restartSignUp } from '~/use-cases/step/restart.server';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';
import type { ReviewPart, ShownReview } from '~/server/request/review-seals.server';
import { signUpCalls } from './sign-up-calls.server';

/** Where a press leads, or what the review says instead. `changed` is what differs from the page that was pressed. */
export type PaymentStep = { next: Path } | { next: null; errors: string[]; status?: number; changed?: ReviewPart[] };

interface Purchase {
  shown: ShownReview;
  /** Formatted, where it was asked for before paying. */
  renewalAmount: string | undefined;
  marketingOptIn: boolean;
}

type Attempt = NonNullable<JoinState['attempt']>;

/** Pays once. An unknown outcome is looked up under the same key, never paid again (docs/rules.md, "Unknown outcomes"). */
export async function pay(
  context: RequestContext,
  state: Billed,
  { shown, renewalAmount, marketingOptIn }: Purchase,
): Promise<PaymentStep> {
  const { key, order } = shown.payment;
  const { clock, termsVersion } = context.services;
  // What was shown is what is so now, or this would not be called: by a box or by the line beside Pay now.
  const terms = { version: termsVersion, agreedAt: clock.now().toISOString() };
  const request = paymentRequestOf(context, state, { ...shown.payment, marketingOptIn, terms });
  const attempt = { key, order, terms, ...(renewalAmount !== undefined && { renewalAmount }) };
  // Pressing again for the same payment counts as the same try.
  if (!(await checkRateLimit(context, 'cardAttempt', { uniqueKey: key }))) {
    const { formErrors: errors, status } = tooManyTries(context);
    return { next: null, errors, status };
  }
  const { error, data } = await safe(signUpCalls(context, state).pay(request, key));
  if (!error && data.state === 'paid') return await completePayment(context, state, attempt, data.answer);
  if (!error) return startPaymentCheck(context, attempt);
  const refusal = readPaymentRefusal(error);
  switch (refusal.kind) {
    case 'declined':
      context.session.update(afterDecline(state, refusal.exception));
      return { next: pathOf(context, 'payment/method') };
    case 'priceChanged':
      return {
        next: null,
        errors: ['checkout:review.priceChanged'],
        changed: (await compareWithPrice(context, state, shown)).changed,
      };
    case 'duplicate':
      context.session.reset(afterDuplicate(state, { whose: refusal.whose, email: state.parent.email }));
      return { next: '/duplicate' };
    case 'gone':
    case 'deadInvite':
      return await restartUncharged(context, state);
    case 'invalid':
      return { next: null, errors: refusal.texts };
    case 'unknown':
      if (wasNeverSent(error)) {
        // Nothing was sent, so there is nothing to look up.
        context.log.error({ err: error }, 'a payment could not be sent');
        return { next: null, errors: ['checkout:review.notSent'], status: 503 };
      }
      context.log.error({ err: error }, 'the outcome of a payment is unknown');
      return startPaymentCheck(context, { ...attempt, outcomeUnknown: true });
  }
}

/** docs/rules.md, "Lost registration" */
export async function restartUncharged(context: RequestContext, state: JoinState): Promise<{ next: Path }> {
  await restartSignUp(context, state, 'startAgainUncharged');
  return { next: getSignUpJourney(context).paymentRestartPath };
}

/**
 * Looks up a payment that is under way.
 * @returns `pending` while its outcome is unknown
 * @throws Response a redirect once it is known: to the credentials, or back to where the visitor can pay again
 */
export async function checkPayment(context: RequestContext, state: Paying): Promise<'pending'> {
  const { error, data } = await safe(signUpCalls(context, state).getPayment(state.attempt.key));
  if (error) {
    // This includes a 404 from a backend without this call, which must never lead to a second payment.
    context.log.error({ err: error }, 'a payment could not be looked up');
    return 'pending';
  }
  if (data.state === 'none') {
    // The backend never saw it: nothing was charged.
    context.session.update({ attempt: undefined, notice: 'nothingCharged' });
    throw redirect(pathOf(context, 'payment/review'), 303);
  }
  if (data.state === 'paid')
    throw redirect((await completePayment(context, state, state.attempt, data.answer)).next, 303);
  if (data.state === 'failed') {
    context.session.update(afterDecline(state, data.exception, state.attempt.key));
    throw redirect(pathOf(context, 'payment/method'), 303);
  }
  return 'pending';
}

/** Keeps what was paid, under a new id of the session unless it got one when the payment began. @returns the step after the payment */
export async function completePayment(
  context: RequestContext,
  state: SignedUp,
  attempt: Attempt,
  answer: PaymentAnswer,
): Promise<{ next: Path }> {
  if (!attempt.isIdRenewed) context.session.renewId('paid');
  const card = answer.receipt.totals.total === 0 ? undefined : state.card;
  const order = findPaidOrder(answer, [attempt.order, state.order]) ?? attempt.order;
  const paid = toPaidOrder(order, answer, {
    email: state.parent.email,
    now: context.services.clock.now(),
    card,
    payer: payerOf(state),
    terms: attempt.terms,
  });
  const renewalAmount =
    (order === attempt.order ? attempt.renewalAmount : undefined) ??
    paid.receipt.renewal?.totalFormatted ??
    (await findRenewal(context, { ...state, order }, paid.receipt.totals))?.formatted;
  const after = context.session.update(afterPayment({ ...paid, renewalAmount }));
  reportCheckoutStep(context, state, { name: 'payment/review', event: 'completed' });
  reportPayment(context, state, answer);
  if (answer.receipt.payForCoParent) await clearFirstTimeSetup(context, answer);
  return { next: getSignUpJourney(context).getStep('payment/review').next(after) };
}

/** A press may have joined the payment of another tab, where another package was chosen. */
function findPaidOrder({ registration }: PaymentAnswer, candidates: (Order | undefined)[]): Order | undefined {
  return candidates.find((order) => order?.packageId === registration.order.packageId);
}

/** docs/rules.md, "Paying for the co-parent". A failure does not affect the payment. */
async function clearFirstTimeSetup(context: RequestContext, answer: PaymentAnswer) {
  const { familyId } = answer.registration.parent;
  if (familyId === null || answer.clickToJoinToken === null) return;
  const { error } = await safe(
    context.services.backend.families.setFlag({
      params: { familyId, flag: 'firstTimeSetup' },
      headers: { authorization: `Bearer ${answer.clickToJoinToken}` },
      body: { value: false },
    }),
  );
  if (error) logFailedCall(context, error, 'the family flag could not be set');
}

/** Leads to the page that looks the payment up. */
export function startPaymentCheck(context: RequestContext, attempt: Attempt): PaymentStep {
  context.session.renewId('paying');
  context.session.update({ attempt: { ...attempt, isIdRenewed: true } });
  return { next: pathOf(context, 'payment/review') };
}

function pathOf(context: RequestContext, name: StepName): Path {
  return getSignUpJourney(context).getStep(name).path;
}
