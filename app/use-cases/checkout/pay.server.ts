import { isConsentRequired } from '~/domain/country-rules';
import { safe } from '@orpc/client';
import { redirect } from '@remix-run/node';
import { wasNeverSent } from '~/backend/failed-call';
import { isEnded, readRefusal, readPaymentRefusal } from '~/backend/refusal';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import type { Order } from '~/domain/order';
import type { Paying, SignedUp } from '~/journeys/checkout';
import type { JoinState } from '~/journeys/join-state';
import { getSignUpJourney, type Billed, type StepName } from '~/journeys/journey';
import { afterDecline, afterJoinedFailure, afterPayment, afterUnknownPayment, type Patch } from '~/journeys/progress';
import type { Path } from '~/journeys/sequence';
import type { RequestContext } from '~/server/request/request-context.server';
import type { ReviewPart, ShownReview } from '~/server/request/review-seals.server';
import { linkOf, openInvite, requireUnpaidInvite } from '~/use-cases/invited/open-invite.server';
import { payerOf, toPaidOrder } from './receipt.server';
import { signUpCalls } from './checkout-calls.server';
import { reportCheckoutStep, reportPayment } from './checkout-events.server';
import { findRenewal } from './price.server';
import { checkReview, compareWithPrice, paymentRequestOf } from './shown-review.server';
import {
  countAttempt,
  endAtDuplicate,
  logFailedCall,
  restartSignUp,
  tooManyTries,
  type Refusal,
} from '~/use-cases/step/refuse.server';

interface Press {
  /** Undefined if the form lacks it, or if it was forged. */
  shown: ShownReview | undefined;
  /** Undefined while a required box is not ticked. */
  consent: { termsAndConditions: boolean; marketingOptIn: boolean } | undefined;
}

/** Buys exactly the order that the submitted page showed, or rejects the payment (docs/rules.md, "As it was shown"). */
export async function payAsShown(context: RequestContext, state: Billed, press: Press): Promise<PaymentStep> {
  const { shown, consent } = press;
  if (!shown) return { formErrors: ['checkout:review.lookAgain'] };
  const { changed, error, renewalAmount } = await checkReview(context, state, shown);
  const { key, order } = shown.payment;
  const attempt = { key, order, marketingOptIn: consent?.marketingOptIn };
  if (changed.length > 0 || error) {
    // An earlier submission may have caused the difference, because a payment uses up activation codes.
    const joined = await joinPayment(context, asWasPaid(state, changed), attempt);
    return joined ?? (changed.length > 0 ? refuseChanged(changed) : await refuseUnpriced(context, state, error));
  }
  // A page shown before that payment failed. Its key can only fail again, and Review now shows another one.
  if (shown.payment.key === state.failedKey) return { formErrors: ['checkout:review.lookAgain'] };
  if (!consent) return {};
  const unsaved = await saveShown(context, state, attempt);
  if (unsaved) return unsaved;
  // Where the box is not required, paying means agreeing to the terms, as Review states.
  const agrees = consent.termsAndConditions || !isConsentRequired(state.billing.country);
  if (agrees) await signUpCalls(context, state).recordConsent?.();
  return await pay(context, state, { shown, renewalAmount, marketingOptIn: consent.marketingOptIn });
}

/**
 * Saves this page's contact, address and family for the payment. Another tab, or another browser with the same invite, may have stored
 * others since, or an update succeeded without a response. The payment carries them, too, but a backend may ignore that.
 *
 * @returns undefined if the payment may follow. If the subscription is current, joins an earlier payment or restarts the sign-up
 */
async function saveShown(context: RequestContext, state: Billed, attempt: Attempt): Promise<PaymentStep | undefined> {
  const { error, data: isCurrent } = await safe(saveAnswers(context, state));
  // An earlier submission may have paid for it.
  if (isCurrent) return (await joinPayment(context, state, attempt)) ?? (await restartUncharged(context, state));
  if (!error) return undefined;
  const refusal = readRefusal(error);
  if (refusal.kind === 'invalid') return { formErrors: refusal.texts };
  // Continues, because the payment is then refused for the same reason, or joins a concurrent payment.
  if (refusal.kind !== 'unknown') return undefined;
  context.log.error({ err: error }, 'failed to save the details of a payment');
  const joined = await joinPayment(context, state, attempt);
  return joined ?? { formErrors: ['checkout:review.notSent'], status: 503 };
}

/** @returns whether the backend reports a current subscription, after which nothing else is saved */
async function saveAnswers(context: RequestContext, state: Billed): Promise<boolean> {
  const calls = signUpCalls(context, state);
  const isCurrent = (update?: Patch) => update?.subscriptionStatus === 'current';
  return isCurrent(await calls.saveBilling(state)) || isCurrent(await calls.saveFamily?.());
}

/**
 * Continues the payment that an earlier submission of the same page began. If its outcome is unknown, the page checks it.
 *
 * @returns undefined without such a payment, or if nothing was charged
 */
async function joinPayment(
  context: RequestContext,
  state: Billed,
  attempt: Attempt,
): Promise<{ next: Path } | undefined> {
  const { error, data } = await safe(signUpCalls(context, state).getPayment(attempt.key));
  if (!error && data.state === 'paid') return await completePayment(context, state, attempt, data);
  if (!error) return data.state === 'pending' ? startPaymentCheck(context, state, attempt) : undefined;
  // A backend without this call also returns 404. Joining would then leave an unresolved payment in the session.
  if (isEnded(readRefusal(error))) return undefined;
  context.log.error({ err: error }, 'failed to look up an earlier payment');
  return startPaymentCheck(context, state, { ...attempt, outcomeUnknown: true });
}

/**
 * Completes a press of Pay now on the open review, whose response never reached this session.
 *
 * @param key under which it paid
 * @returns the next step; the page about the payment if another browser paid or the look-up fails, because this visitor may have pressed
 * nothing
 */
export async function completePress(context: RequestContext, state: Billed, key: string): Promise<Path> {
  const { error, data } = await safe(signUpCalls(context, state).getPayment(key));
  if (error) logFailedCall(context, error, 'failed to look up an earlier payment');
  if (data?.state !== 'paid') return '/invite';
  return (await completePayment(context, state, { key, order: state.order }, data)).next;
}

/** Drops a card that differs from the displayed one, so that the receipt does not show it. */
function asWasPaid(state: Billed, changed: ReviewPart[]): Billed {
  return changed.includes('instrument') ? { ...state, card: undefined } : state;
}

function refuseChanged(changed: ReviewPart[]): PaymentStep {
  return { formErrors: ['checkout:review.changed'], shown: { changed } };
}

async function refuseUnpriced(context: RequestContext, state: Billed, error: unknown): Promise<PaymentStep> {
  if (isEnded(readRefusal(error))) return await restartUncharged(context, state);
  context.log.error({ err: error }, 'failed to price an order before its payment');
  return { formErrors: ['checkout:review.notSent'], status: 503 };
}

/** The step after a submission, or why Review is shown again. `changed` lists the parts that differ from the submitted page. */
export type PaymentStep = { next: Path } | Refusal<{ changed: ReviewPart[] }>;

interface Purchase {
  shown: ShownReview;
  /** Formatted, if it was fetched before paying. */
  renewalAmount: string | undefined;
  marketingOptIn: boolean;
}

type Attempt = NonNullable<JoinState['attempt']>;

/**
 * Pays once. If the outcome is unknown, looks the payment up under the same key and never pays again (docs/rules.md, "Unknown outcomes").
 */
async function pay(
  context: RequestContext,
  state: Billed,
  { shown, renewalAmount, marketingOptIn }: Purchase,
): Promise<PaymentStep> {
  const { key, order } = shown.payment;
  const { clock, termsVersion } = context.services;
  // The visitor agreed to the terms by ticking a box, or by pressing Pay now beside the sentence about them.
  const terms = { version: termsVersion, agreedAt: clock.now().toISOString() };
  const request = paymentRequestOf(context, state, { ...shown.payment, marketingOptIn, terms });
  const attempt = { key, order, terms, marketingOptIn, ...(renewalAmount !== undefined && { renewalAmount }) };
  // Repeated submissions of the same payment count as one attempt.
  const wait = await countAttempt(context, 'cardAttempt', { uniqueKey: key });
  if (wait !== undefined) return tooManyTries(context, wait);
  const { error, data } = await safe(signUpCalls(context, state).pay(request, key));
  if (!error && data.state === 'paid') return await completePayment(context, state, attempt, data);
  if (!error) return startPaymentCheck(context, state, attempt);
  const refusal = readPaymentRefusal(error);
  // An earlier press of the page may have begun its payment, before another person's made the backend refuse it.
  if (isEnded(refusal)) return (await joinPayment(context, state, attempt)) ?? (await restartUncharged(context, state));
  switch (refusal.kind) {
    case 'declined':
      context.session.update(afterDecline(state, refusal.exception, key));
      return { next: pathOf(context, 'payment/method') };
    case 'priceChanged':
      context.session.update({ refusedKey: key });
      return {
        formErrors: ['checkout:review.priceChanged'],
        shown: { changed: (await compareWithPrice(context, state, shown)).changed },
      };
    case 'duplicate':
      return { next: endAtDuplicate(context, state, refusal.whose) };
    case 'invalid':
      context.session.update({ refusedKey: key });
      return { formErrors: refusal.texts };
    case 'unknown':
      if (wasNeverSent(error)) {
        // The request was not sent, so there is no payment to look up.
        context.log.error({ err: error }, 'failed to send a payment');
        if (error.reason === 'late') {
          // No time is left for the calls of a page with an error. The next request has its own.
          context.session.update({ notice: 'nothingCharged' });
          return { next: pathOf(context, 'payment/review') };
        }
        return { formErrors: ['checkout:review.notSent'], status: 503 };
      }
      context.log.error({ err: error }, 'payment outcome unknown');
      return startPaymentCheck(context, state, { ...attempt, outcomeUnknown: true });
  }
}

/** docs/rules.md, "Lost registration". @throws Response a redirect if the backend refused because the subscription is paid */
async function restartUncharged(context: RequestContext, state: JoinState): Promise<{ next: Path }> {
  await requireUnpaidInvite(context, state);
  await restartSignUp(context, state, 'startAgainUncharged');
  return { next: getSignUpJourney(context).paymentRestartPath };
}

/**
 * Looks up a payment in progress. Returns while its outcome is unknown.
 *
 * @throws Response a redirect once the outcome is known: to the credentials, or to the page where the visitor can pay again
 */
export async function checkPayment(context: RequestContext, state: Paying): Promise<void> {
  const { error, data } = await safe(signUpCalls(context, state).getPayment(state.attempt.key));
  if (error) {
    // The error may be a 404 from a backend without this call. It must never lead to a second payment.
    context.log.error({ err: error }, 'failed to look up a payment');
    if (await checkInviteCompleted(context, state)) {
      context.session.update({ attempt: undefined });
      throw redirect('/invite', 303);
    }
    return;
  }
  const checkedAt = context.services.clock.now().getTime();
  if (data.state === 'none') {
    // The backend never received it: nothing was charged.
    context.session.update({ attempt: undefined, notice: 'nothingCharged', checkedAt });
    throw redirect(pathOf(context, 'payment/review'), 303);
  }
  if (data.state === 'paid') throw redirect((await completePayment(context, state, state.attempt, data)).next, 303);
  if (data.state === 'failed' && data.isJoined) {
    context.session.update({ ...afterJoinedFailure(state.attempt.key), checkedAt });
    throw redirect(pathOf(context, 'payment/review'), 303);
  }
  if (data.state === 'failed') {
    const { key } = state.attempt;
    context.session.update({ ...afterDecline(state, data.exception, key, key), checkedAt });
    throw redirect(pathOf(context, 'payment/method'), 303);
  }
}

/** Whether the payer finished with the mailed link in another browser, so that this one has nothing left to check. */
async function checkInviteCompleted(context: RequestContext, { invited }: Paying): Promise<boolean> {
  if (!invited) return false;
  const { error, data } = await safe(openInvite(context, linkOf(invited)));
  return !error && data.status === 'completed';
}

/**
 * Stores the paid order under a new session id, unless the id was renewed when the payment began. Stores nothing if another browser with
 * the same invite paid, because its owner may be another person (docs/rules.md, "Paid in another browser").
 *
 * @returns the step after the payment
 */
async function completePayment(
  context: RequestContext,
  state: SignedUp,
  attempt: Attempt,
  { answer, isJoined }: { answer: PaymentAnswer; isJoined: boolean },
): Promise<{ next: Path }> {
  if (isJoined && state.invited) {
    if (state.attempt) context.session.update({ attempt: undefined });
    return { next: '/invite' };
  }
  if (!attempt.isIdRenewed) context.session.renewId('paid');
  // Another person may have opened a mailed link here before. The credentials page is the payer's now.
  if (!state.invited && context.returnLink) await context.setReturnLink(undefined);
  // A joined payment took another press's card, and may have another address.
  const { card, payer } = isJoined
    ? { payer: { ...payerOf(state), address: null } }
    : { card: answer.receipt.totals.total === 0 ? undefined : state.card, payer: payerOf(state) };
  const found = findPaidOrder(answer, [attempt.order, state.order]) ?? attempt.order;
  const known = isJoined ? findJoinedOrder(answer, found) : found;
  const order = known ?? { ...found, services: [] };
  const paid = toPaidOrder(order, answer, {
    email: state.parent.email,
    now: context.services.clock.now(),
    card,
    payer,
    terms: attempt.terms,
    marketingOptIn: attempt.marketingOptIn,
  });
  const renewalAmount =
    (order === attempt.order ? attempt.renewalAmount : undefined) ??
    paid.receipt.renewal?.totalFormatted ??
    (known && (await findRenewal(context, { ...state, order }, { ...paid.pricingInfo, totals: paid.receipt.totals })))
      ?.formatted;
  const after = context.session.update(afterPayment(state, { ...paid, renewalAmount }));
  reportCheckoutStep(context, state, { name: 'payment/review', event: 'completed' });
  reportPayment(context, state, answer);
  if (answer.receipt.payForCoParent) await clearFirstTimeSetup(context, answer);
  return { next: getSignUpJourney(context).getStep('payment/review').next(after) };
}

/** The order that was paid. The submission may have joined another tab's payment for another package. */
function findPaidOrder({ registration }: PaymentAnswer, candidates: (Order | undefined)[]): Order | undefined {
  return candidates.find((order) => order?.packageId === registration.order.packageId);
}

/** Another press may have bought other options of "Build your own". Undefined if the backend does not return them. */
function findJoinedOrder({ registration }: PaymentAnswer, found: Order): Order | undefined {
  const { packageId, productId = null, services } = registration.order;
  if (packageId !== null && services) return { packageId, productId, services };
  return found.productId === null ? found : undefined;
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
  if (error) logFailedCall(context, error, 'failed to set the family flag');
}

/** Redirects to the page that looks up the payment. */
function startPaymentCheck(context: RequestContext, state: JoinState, attempt: Attempt): { next: Path } {
  context.session.renewId('paying');
  context.session.update(afterUnknownPayment(state, { ...attempt, isIdRenewed: true }));
  return { next: pathOf(context, 'payment/review') };
}

function pathOf(context: RequestContext, name: StepName): Path {
  return getSignUpJourney(context).getStep(name).path;
}
