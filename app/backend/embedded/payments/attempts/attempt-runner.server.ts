import type { AttemptState } from './attempt-states';
import { claimAttempt, findAbandonedAttempts, releaseAttempt } from './attempt-leases.server';
import { findAttempt, findAttemptByKey, rememberKey, startAttempt, type AttemptDraft } from './attempt-store.server';
import { authorise, lookUp, register, settle, type Step } from './attempt-steps.server';
import { writerOf } from './attempt-writer';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { PaymentAttempt } from './payment-attempt';

type Steps = Readonly<Record<AttemptState, Step | null>>;

const FINAL = { settled: null, declined: null, voided: null, refunded: null, 'needs-operator': null };

/**
 * The steps of the process that wrote the attempt. An unknown outcome is not looked up yet, because an immediate look-up proves nothing.
 */
const OWN_STEPS: Steps = { started: authorise, unknown: null, authorised: register, registered: settle, ...FINAL };
/** The steps of any process that finds an unfinished attempt. It never asks the provider for money again. */
const FOUND_STEPS: Steps = { started: lookUp, unknown: lookUp, authorised: register, registered: settle, ...FINAL };

/**
 * Takes a payment. If the sign-up already has an open or paid attempt, the key is assigned to that one. A second press waits here for the
 * first one.
 */
export async function startPayment(
  context: EmbeddedContext,
  draft: AttemptDraft,
  idempotencyKey: string,
): Promise<PaymentAttempt> {
  const live = context.livePayments.get(draft.signup_id);
  if (live) return joinPayment(context, await live, idempotencyKey);
  const payment = startAttempt(context.db, writerOf(context), draft, idempotencyKey).then(({ attempt, isNew }) => {
    if (isNew) context.paymentMoved(attempt.state);
    return isNew ? run(context, attempt, OWN_STEPS) : resume(context, attempt);
  });
  context.livePayments.set(draft.signup_id, payment);
  try {
    return await payment;
  } finally {
    context.livePayments.delete(draft.signup_id);
  }
}

/** Assigns a key to an existing attempt. @returns the key's attempt */
export async function joinPayment(
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  idempotencyKey: string,
): Promise<PaymentAttempt> {
  await rememberKey(context.db, attempt, idempotencyKey);
  return (await findAttemptByKey(context.db, attempt.signup_id, idempotencyKey)) ?? attempt;
}

/** Continues an unfinished attempt as far as possible, unless another process holds it. @returns its current state */
export async function resume(context: EmbeddedContext, attempt: PaymentAttempt): Promise<PaymentAttempt> {
  const claimed = await claimAttempt(context.db, writerOf(context), attempt.order_id);
  return claimed ? run(context, claimed, FOUND_STEPS) : ((await findAttempt(context.db, attempt.order_id)) ?? attempt);
}

/**
 * Resolves every abandoned attempt: those of killed processes and those with an unknown outcome. Called at start and every minute.
 *
 * @returns how many there were, and how many are still unfinished
 */
export async function recoverAttempts(context: EmbeddedContext): Promise<{ found: number; unfinished: number }> {
  const orderIds = await findAbandonedAttempts(context.db, context.clock);
  let unfinished = 0;
  for (const orderId of orderIds) {
    const claimed = await claimAttempt(context.db, writerOf(context), orderId);
    if (!claimed) continue;
    const { state } = await run(context, claimed, FOUND_STEPS);
    if (FOUND_STEPS[state] !== null) unfinished += 1;
  }
  return { found: orderIds.length, unfinished };
}

async function run(context: EmbeddedContext, leased: PaymentAttempt, steps: Steps): Promise<PaymentAttempt> {
  let attempt = leased;
  try {
    for (let step = steps[attempt.state]; step !== null; step = steps[attempt.state]) {
      const next = await step(context, attempt);
      if (!next) break;
      if (next.state !== attempt.state) context.paymentMoved(next.state);
      attempt = next;
    }
    await releaseAttempt(context.db, attempt);
  } catch (cause) {
    // The attempt is stored and its lease expires, so recovery will continue it. The visitor is told to wait.
    context.report({ event: 'attempt-stalled', orderId: attempt.order_id, cause });
    return attempt;
  }
  return (await findAttempt(context.db, attempt.order_id)) ?? attempt;
}
