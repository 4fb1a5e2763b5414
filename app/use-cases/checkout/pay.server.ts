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
import { toPaidOrder, reportPayment } from './after-payment.server';
import { reportCheckoutStep } from './checkout-events.server';
import { idempotencyKeyOf, paymentRequestOf, type ShownAmounts } from './checkout.server';
import { findRenewalAmount } from './renewal-price.server';
import { checkRateLimit, TOO_MANY_TRIES } from '~/use-cases/step/check-rate-limit.server';
import { getSignUpJourney } from '~/journeys/journey';
import { restartSignUp } from '~/use-cases/step/restart.server';
import type { RequestContext } from '~/server/request/request-context.server';
import { signUpCalls } from './sign-up-calls.server';

export type PaymentStep = { next: Path } | { next: null; errors: string[]; status?: number };

/** Pays once. An unknown outcome is looked up under the same key, never paid again (docs/rules.md, "Unknown outcomes"). */
export async function pay(
  context: RequestContext,
  state: Billed,
  shown: ShownAmounts & { marketingOptIn: boolean },
): Promise<PaymentStep> {
  const calls = signUpCalls(context, state);
  const request = paymentRequestOf(context, state, shown);
  const key = idempotencyKeyOf(calls.id, request);
  // Pressing again for the same payment counts as the same try.
  if (!(await checkRateLimit(context, 'cardAttempt', { uniqueKey: key })))
    return { next: null, errors: TOO_MANY_TRIES.formErrors, status: TOO_MANY_TRIES.status };
  const { error, data } = await safe(calls.pay(request, key));
  if (!error && data.state === 'paid') {
    context.session.renewId('paid');
    return await completePayment(context, state, state.order, data.answer);
  }
  if (!error) return startPaymentCheck(context, { key, order: state.order });
  const refusal = readPaymentRefusal(error);
  switch (refusal.kind) {
    case 'declined':
      context.session.update(afterDecline(state, refusal.exception));
      return { next: pathOf(context, 'payment/method') };
    case 'priceChanged':
      return { next: null, errors: ['checkout:review.priceChanged'] };
    case 'duplicate':
      context.session.reset(afterDuplicate(state, { whose: refusal.whose, email: state.parent.email }));
      return { next: '/duplicate' };
    case 'gone':
    case 'deadInvite':
      await restartSignUp(context, state, 'startAgainUncharged');
      return { next: getSignUpJourney(context).paymentRestartPath };
    case 'invalid':
      return { next: null, errors: refusal.texts };
    case 'unknown':
      if (wasNeverSent(error)) {
        // Nothing was sent, so there is nothing to look up.
        context.log.error({ err: error }, 'a payment could not be sent');
        return { next: null, errors: ['checkout:review.notSent'], status: 503 };
      }
      context.log.error({ err: error }, 'the outcome of a payment is unknown');
      return startPaymentCheck(context, { key, order: state.order, outcomeUnknown: true });
  }
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
  if (data.state === 'paid') {
    // A payment that a process of 0.1.0 began.
    if (!state.attempt.isIdRenewed) context.session.renewId('paid');
    throw redirect((await completePayment(context, state, state.attempt.order, data.answer)).next, 303);
  }
  if (data.state === 'failed') {
    context.session.update(afterDecline(state, data.exception));
    throw redirect(pathOf(context, 'payment/method'), 303);
  }
  return 'pending';
}

async function completePayment(
  context: RequestContext,
  state: SignedUp,
  order: Order,
  answer: PaymentAnswer,
): Promise<{ next: Path }> {
  const card = answer.receipt.totals.total === 0 ? undefined : state.card;
  const paid = toPaidOrder(order, answer, { email: state.parent.email, now: context.services.clock.now(), card });
  const renewalAmount = await findRenewalAmount(context, { ...state, order: paid.order }, paid.receipt.totals);
  const after = context.session.update(afterPayment({ ...paid, renewalAmount }));
  reportCheckoutStep(context, state, { name: 'payment/review', event: 'completed' });
  reportPayment(context, state, answer);
  if (answer.receipt.payForCoParent) await clearFirstTimeSetup(context, answer);
  return { next: getSignUpJourney(context).getStep('payment/review').next(after) };
}

/** docs/rules.md, "Paying for the co-parent". A failure does not affect the payment. */
async function clearFirstTimeSetup({ services: { backend }, log }: RequestContext, answer: PaymentAnswer) {
  const { familyId } = answer.registration.parent;
  if (familyId === null || answer.clickToJoinToken === null) return;
  const { error } = await safe(
    backend.families.setFlag({
      params: { familyId, flag: 'firstTimeSetup' },
      headers: { authorization: `Bearer ${answer.clickToJoinToken}` },
      body: { value: false },
    }),
  );
  if (error) log.error({ err: error }, 'the family flag could not be set');
}

function startPaymentCheck(
  context: RequestContext,
  attempt: Omit<NonNullable<JoinState['attempt']>, 'isIdRenewed'>,
): PaymentStep {
  context.session.renewId('paying');
  context.session.update({ attempt: { ...attempt, isIdRenewed: true } });
  return { next: pathOf(context, 'payment/review') };
}

function pathOf(context: RequestContext, name: StepName): Path {
  return getSignUpJourney(context).getStep(name).path;
}
