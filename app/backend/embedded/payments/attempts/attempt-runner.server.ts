import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AttemptState } from './attempt-states';
import type { Step } from './attempt-changes.server';
import { claimAttempt, releaseAttempt } from './attempt-leases.server';
import {
  findAttempt,
  findAttemptOfPress,
  isOver,
  rememberKey,
  startAttempt,
  type AttemptDraft,
} from './attempt-store.server';
import { authoriseOnce, lookUp, register, settle } from './attempt-steps.server';
import { writerOf } from './attempt-history.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { releaseLateMoney } from './late-money.server';
import { lookAgain } from './later-looks.server';
import type { PaymentAttempt } from './payment-attempt';
import { MARGIN_MS } from './provider-calls';

type Steps = Readonly<Record<AttemptState, Step | null>>;

const COMMON = {
  authorised: register,
  registered: settle,
  'taken-late': releaseLateMoney,
  settled: null,
  declined: null,
  voided: null,
  refunded: null,
  orphaned: null,
  'needs-operator': null,
};

/** The steps of a process that finds an unfinished attempt. They never request the money a second time. */
const FOUND_STEPS: Steps = { ...COMMON, started: lookUp, unknown: lookUp };

/**
 * The steps of the process that wrote the attempt. They do not look up an unknown outcome yet, because an immediate look-up proves nothing.
 */
function ownSteps(context: EmbeddedContext, call: Parameters<typeof authoriseOnce>[0]): Steps {
  const authorise = authoriseOnce(call, (attempt) => run(context, attempt, FOUND_STEPS));
  return { ...COMMON, started: authorise, unknown: null };
}

/** The call's time is over or its caller hung up, so the caller may have looked the payment up and reported that nothing was charged. */
class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

interface PayCall {
  idempotencyKey: string;
  /** `performance.now()` when the call arrived. */
  begunAt: number;
  /** Aborted once the caller has hung up, or its own time is over. */
  signal: AbortSignal | undefined;
}

/**
 * Takes a payment. If the sign-up already has an open or paid attempt, assigns the key to that one. A second submission
 * waits here for the first.
 *
 * @throws CallerGone if its time was over, or the caller had hung up, before an attempt was written
 */
export async function startPayment(
  context: EmbeddedContext,
  draft: AttemptDraft,
  { idempotencyKey, begunAt, signal }: PayCall,
): Promise<PaymentAttempt> {
  do {
    const joined = await joinLive(context, draft.signup_id, { idempotencyKey, signal });
    if (joined) return joined;
    await readSockets();
  } while (context.livePayments.has(draft.signup_id));
  const now = performance.now();
  const callEnds = begunAt + context.timeoutMs;
  if (now >= callEnds || signal?.aborted) throw new CallerGone();
  // If the write is slow, a look-up after the call's time may have found no attempt.
  const startBy = Math.min(now + MARGIN_MS, callEnds);
  const callers = [signal];
  const isAwaited = () => callers.some((caller) => !caller?.aborted);
  const result = startAttempt(context.db, writerOf(context), draft, idempotencyKey).then(({ attempt, isNew }) => {
    if (isNew) context.paymentMoved(attempt.state);
    return isNew ? run(context, attempt, ownSteps(context, { startBy, isAwaited })) : resume(context, attempt);
  });
  context.livePayments.set(draft.signup_id, { result, callers });
  try {
    return await result;
  } finally {
    context.livePayments.delete(draft.signup_id);
  }
}

/** Measured after SIGCONT: an aborted call shows in the third turn. */
const SOCKET_TURNS = 10;

/** A process that was stopped reads an old call as if it had just arrived. Its sockets report only afterwards that the caller hung up. */
async function readSockets(): Promise<void> {
  for (let turn = 0; turn < SOCKET_TURNS; turn += 1) await nextTurn();
}

/**
 * Waits for the payment that this process is taking for a payer, and assigns the key to it.
 *
 * @returns undefined without one, or if it took no money under another key, because this key's card has not been tried
 */
export async function joinLive(
  context: EmbeddedContext,
  payerId: string,
  { idempotencyKey, signal }: Pick<PayCall, 'idempotencyKey' | 'signal'>,
): Promise<PaymentAttempt | undefined> {
  const live = context.livePayments.get(payerId);
  if (!live) return undefined;
  live.callers.push(signal);
  return joinPayment(context, await live.result, idempotencyKey);
}

/**
 * Assigns a key to a payer's attempt, unless it is over without an order: this key's card has not been tried then.
 *
 * @param attempt in its current state
 * @returns the key's attempt; undefined if it has none
 */
export async function joinPayment(
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  idempotencyKey: string,
): Promise<PaymentAttempt | undefined> {
  if (!isOver(attempt)) await rememberKey(context.db, attempt, idempotencyKey);
  const own = await findAttemptOfPress(context.db, attempt.signup_id, idempotencyKey);
  return own ?? (isOver(attempt) ? undefined : attempt);
}

/** Continues an unfinished attempt as far as possible, unless another process works on it. @returns its current state */
export async function resume(context: EmbeddedContext, attempt: PaymentAttempt): Promise<PaymentAttempt> {
  return (
    (await recoverAttempt(context, attempt.order_id)) ?? (await findAttempt(context.db, attempt.order_id)) ?? attempt
  );
}

/** Like `resume`, by order id. @returns undefined if another process works on it, or nothing is left to do */
export async function recoverAttempt(context: EmbeddedContext, orderId: string): Promise<PaymentAttempt | undefined> {
  // If the clock was set forward, the lease may seem expired although this process still works on the attempt.
  if (context.workingOn.has(orderId)) return undefined;
  const claimed = await claimAttempt(context.db, writerOf(context), orderId);
  return claimed && run(context, claimed, FOUND_STEPS);
}

/** Looks up again an attempt that was closed as not taken. Returns the money if the provider holds it after all. */
export async function recheckAttempt(context: EmbeddedContext, orderId: string): Promise<PaymentAttempt | undefined> {
  const held = await lookAgain(context, orderId);
  if (held) context.paymentMoved(held.state);
  return held && run(context, held, FOUND_STEPS);
}

/** Whether a process that finds the attempt has work to do. */
export function isUnfinished({ state }: PaymentAttempt): boolean {
  return FOUND_STEPS[state] !== null;
}

async function run(context: EmbeddedContext, leased: PaymentAttempt, steps: Steps): Promise<PaymentAttempt> {
  let attempt = leased;
  context.workingOn.add(attempt.order_id);
  context.paymentInHand(attempt);
  try {
    for (let step = steps[attempt.state]; step !== null; step = steps[attempt.state]) {
      const next = await step(context, attempt);
      if (!next) break;
      if (next.state !== attempt.state) context.paymentMoved(next.state);
      attempt = next;
    }
    await releaseAttempt(context.db, attempt);
  } catch (cause) {
    // The attempt is stored and its lease expires, so recovery will continue it. The visitor sees the waiting page.
    context.report({ event: 'attempt-stalled', orderId: attempt.order_id, cause });
    return attempt;
  } finally {
    context.workingOn.delete(attempt.order_id);
  }
  return (await findAttempt(context.db, attempt.order_id)) ?? attempt;
}
