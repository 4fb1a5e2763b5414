import type { ValidationErrors } from '~/backend/schemas/answers';
import type { PaymentRequest } from '~/backend/schemas/payments';
import type { FullPricing, FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import { findLanguage } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { quote } from '~/backend/embedded/pricing/quote.server';
import { duplicateFault } from '~/backend/embedded/people/accounts.server';
import { exceptionOfDecline, type PaymentException } from '~/domain/payment-exceptions';
import { joinLive, joinPayment, resume, startPayment } from './attempts/attempt-runner.server';
import { ATTEMPT_STATES, OWN_REASONS } from './attempts/attempt-states';
import { findAttemptByKey, findAttemptOfPress, findLiveAttempt, PayerGone } from './attempts/attempt-store.server';
import type { SignUpPayer } from './payer';
import { isJoinedBy, type PaymentAttempt, readAnswer } from './attempts/payment-attempt';
import { findPaidAlready, findPaymentFaults, makeAttemptDraft, pricingRequestOf } from './payment-draft';

interface PaymentErrors {
  FORBIDDEN(): Error;
  INVALID(options: { data: { validationErrors: ValidationErrors } }): Error;
  DECLINED(options: { data: { exception: string; status: number } }): Error;
  PRICE_CHANGED(options: { data: { pricing: FullPricing } }): Error;
}

interface PaymentToTake {
  /** `performance.now()` when the call arrived. */
  begunAt: number;
  /** Aborted once the caller has hung up. */
  signal: AbortSignal | undefined;
  body: PaymentRequest;
  idempotencyKey: string;
  referrerKey: string | undefined;
  acceptLanguage: string | undefined;
}

/**
 * Takes at most one payment per payer, even after repeated or interrupted submissions. A repeated idempotency key gets
 * the same result. A new key during or after a payment is assigned to that payment.
 *
 * @throws INVALID, DECLINED or PRICE_CHANGED if nothing was taken; FORBIDDEN if another person has paid for a sign-up's subscription, or
 * Exit deleted the sign-up meanwhile; CallerGone if nothing was taken in the call's time, or before the caller hung up
 */
export async function takePayment(
  context: EmbeddedContext,
  payer: SignUpPayer,
  payment: PaymentToTake,
  errors: PaymentErrors,
): Promise<TakenPayment> {
  const call = { payerId: payer.id };
  context.payCalls.add(call);
  try {
    return await checkAndTake(context, payer, payment, errors);
  } finally {
    context.payCalls.delete(call);
  }
}

type TakenPayment = Exclude<Outcome, { state: 'failed' }>;

async function checkAndTake(
  context: EmbeddedContext,
  payer: SignUpPayer,
  { begunAt, signal, body, idempotencyKey, referrerKey, acceptLanguage }: PaymentToTake,
  errors: PaymentErrors,
): Promise<TakenPayment> {
  const language = findLanguage(acceptLanguage);
  const t = translate(language);
  const earlier = await findEarlier(context, payer.id, { idempotencyKey, signal });
  if (earlier) return answerOf(earlier);

  const { coParent } = payer;
  const isCoParentConfirmed = body.coParentDuplicateConfirmed || coParent?.isDuplicateConfirmed;
  const paidAlready = await findPaidAlready(context.db, {
    payer: payer.parent?.email,
    coParent: body.payForCoparent && !isCoParentConfirmed ? coParent?.email : undefined,
  });
  if (paidAlready) throw refuseSecond(paidAlready);
  const faults = await findPaymentFaults(context, payer, body, t);
  if (faults.length > 0) throw invalid(faults);
  const { order, payForCoparent, promoCodes } = body;
  const request = pricingRequestOf(payer, { order, payForCoparent, codes: promoCodes ?? [] });
  const quoted = await quote(context, request, { anonymousId: payer.anonymousId, referrerKey, language });
  if (quoted.outcome === 'invalid') throw invalid(quoted.validationErrors);
  const { pricing } = quoted;
  if (pricing.finalPrice !== body.payment.amountDisplayed || pricing.taxes !== body.payment.taxAmountDisplayed) {
    throw errors.PRICE_CHANGED({ data: { pricing } });
  }
  if (pricing.finalPrice > 0 && body.payment.nonce === null) {
    throw invalid([{ field: 'payment.nonce', text: t('backend:validation.nonce') }]);
  }
  const draft = makeAttemptDraft(context, payer, { ...body, idempotencyKey }, pricing, language);
  const attempt = await startPayment(context, draft, { idempotencyKey, begunAt, signal }).catch((error: unknown) => {
    throw error instanceof PayerGone ? errors.FORBIDDEN() : error;
  });
  return answerOf(attempt);

  function invalid(validationErrors: ValidationErrors) {
    return errors.INVALID({ data: { validationErrors } });
  }

  function refuseSecond(why: 'paidByCoParent' | 'coParentDuplicate') {
    if (why === 'coParentDuplicate') return invalid(duplicateFault(t, 'coParent', true));
    // The invite itself is open and unpaid, so FORBIDDEN would restart it on every press.
    return payer.kind === 'registration'
      ? errors.FORBIDDEN()
      : invalid([{ field: 'parent.email', text: t('backend:validation.paidAlready') }]);
  }

  function answerOf(attempt: PaymentAttempt) {
    const outcome = outcomeOf(context, attempt, idempotencyKey);
    if (outcome.state !== 'failed') return outcome;
    if (attempt.reason === OWN_REASONS.parentDuplicate) throw invalid(duplicateFault(t, 'parent', true));
    for (const why of ['coParentDuplicate', 'paidByCoParent'] as const)
      if (attempt.reason === OWN_REASONS[why]) throw refuseSecond(why);
    throw errors.DECLINED({ data: { exception: outcome.exception, status: 402 } });
  }
}

/**
 * Returns the outcome of a payment. Looks it up at the provider if no other process is working on it.
 *
 * @param joinsLive whether an unknown key gets the payer's payment with another key
 * @returns `none` if the payer has no payment
 */
export async function findPayment(
  context: EmbeddedContext,
  payerId: string,
  idempotencyKey: string,
  { joinsLive = true } = {},
): Promise<Outcome | { state: 'none' }> {
  // Read first: a call that ends during the queries has written its attempt before.
  const isBeingTaken = [...context.payCalls].some((call) => call.payerId === payerId);
  const attempt =
    (await findAttemptByKey(context.db, payerId, idempotencyKey)) ??
    (joinsLive ? await findLiveAttempt(context.db, payerId) : undefined);
  if (!attempt) return { state: isBeingTaken ? 'pending' : 'none' };
  const isOpen = ATTEMPT_STATES[attempt.state].standing === 'open';
  return outcomeOf(context, isOpen ? await resume(context, attempt) : attempt, idempotencyKey);
}

/** Finds the attempt that this submission already belongs to. A payment that a look-up finds failed takes no other key. */
async function findEarlier(
  context: EmbeddedContext,
  payerId: string,
  call: Pick<PaymentToTake, 'idempotencyKey' | 'signal'>,
): Promise<PaymentAttempt | undefined> {
  const key = call.idempotencyKey;
  const known = (await findAttemptOfPress(context.db, payerId, key)) ?? (await findLiveAttempt(context.db, payerId));
  // Checked last: a payment may have begun during the query above; then wait for it.
  if (context.livePayments.has(payerId)) return joinLive(context, payerId, call);
  return known && joinPayment(context, await resume(context, known), key);
}

/** For a payment made with a key other than the requested one. */
interface Joined {
  isJoined?: true;
}

type Outcome =
  | ({ state: 'paid' } & FullPaymentAnswer & Joined)
  | { state: 'pending' }
  | ({ state: 'failed'; exception: PaymentException } & Joined);

/** The outcome that a visitor may see. An attempt with a stored response always returns it. */
function outcomeOf(
  { sealing, paymentInHand }: EmbeddedContext,
  attempt: PaymentAttempt,
  requestedKey: string,
): Outcome {
  paymentInHand(attempt);
  const joined: Joined = isJoinedBy(attempt, requestedKey) ? { isJoined: true } : {};
  const answer = readAnswer(sealing, attempt);
  if (answer) return { state: 'paid', ...answer, ...joined };
  if (ATTEMPT_STATES[attempt.state].standing !== 'closed') return { state: 'pending' };
  return { state: 'failed', exception: exceptionOf(attempt), ...joined };
}

function exceptionOf({ state, reason, amount }: PaymentAttempt): PaymentException {
  if (state === 'taken-late' || state === 'orphaned') return 'Payment to be given back';
  if (state === 'declined') return exceptionOfDecline(reason ?? '');
  if (reason === OWN_REASONS.codeSpent) return 'Invalid activation code';
  // For every other attempt without an order, the money was returned.
  return reason === OWN_REASONS.notTaken || amount === 0 ? 'Unexpected error' : 'Payment given back';
}
