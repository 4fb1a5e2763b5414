import { toDecimal } from '~/domain/money';
import { withTimeout } from '~/lib/with-timeout';
import type { ProviderRecord } from '~/payments/records-port';
import type { EmbeddedContext } from '~/backend/embedded/context';
import type { Db } from '~/store/store';
import { findHistory, noteOnAttempt, type HistoryLine } from '../attempts/attempt-history.server';
import { findAttempt } from '../attempts/attempt-store.server';
import type { PaymentAttempt } from '../attempts/payment-attempt';
import { FOLLOWED_STATES, needsOperator, nextLook, nextSettlement } from './settlement-states';
import { disputeNotesOf, noteOfOther, readDealtWith, readReason, writeReason } from './settlement-reason';
import {
  findSettlement,
  insertSettlement,
  lookAtNextRound,
  saveSettlement,
  type Settlement,
} from './settlement-store.server';

/** `not-followed`: not a payment of this site, or not yet submitted. */
export type FollowResult = 'changed' | 'unchanged' | 'not-followed';

/**
 * Looks up a submitted payment at the provider, and records what changed.
 *
 * Each write replaces only the row that was read before the look-up. So of two concurrent look-ups, the slower one is repeated instead of
 * replacing a newer result with an older one.
 *
 * @param reported a failed refund or a disputed sale that the provider reports. No look-up may have seen it, or it can be of an order's second
 * sale.
 * @throws Error if the provider or the store fails
 */
export async function followSettlement(
  context: EmbeddedContext,
  orderId: string,
  reported?: ProviderRecord,
): Promise<FollowResult> {
  const failedRefund = reported?.type === 'refund' ? reported : undefined;
  for (;;) {
    const attempt = await findAttempt(context.db, orderId);
    if (attempt && reported && saleOf(reported) !== attempt.transaction_id)
      return reportOfOtherSale(context, attempt, reported);
    if (!attempt?.transaction_id || !FOLLOWED_STATES.includes(attempt.state)) return 'not-followed';
    const { transaction_id, updated_at } = attempt;
    const known = await findSettlement(context.db, orderId);
    if (!known) {
      await insertSettlement(context.db, { order_id: orderId, transaction_id, submitted_at: updated_at });
      continue;
    }
    const record = await withTimeout(context.answerWithin, () => context.charging.records.find(transaction_id));
    const { now } = await context.storeClock.read(context.db);
    const result = await write(context, attempt, known, seenIn(known, record, { now, failedRefund }));
    if (result !== 'overtaken') return result;
  }
}

/** The id of a sale, or of a refund's sale. */
function saleOf({ type, transactionId, refundOf }: ProviderRecord): string | null {
  return type === 'refund' ? refundOf : transactionId;
}

/** Reports a failed refund or a dispute of an order's second sale, which no look-up follows, to an operator. */
async function reportOfOtherSale(
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  reported: ProviderRecord,
): Promise<FollowResult> {
  const report = reported.type === 'refund' ? await describeOwed(context, reported) : describeDispute(reported);
  if (!report) return 'unchanged';
  const { order_id: orderId, transaction_id, updated_at } = attempt;
  const { note, replaces } = report;
  const { now } = await context.storeClock.read(context.db);
  const at = now.toISOString();
  const isNew = await context.db.transaction().execute(async (transaction) => {
    const history = await findHistory(transaction, orderId);
    if (history.findLast(({ reason }) => reason !== null && replaces.includes(reason))?.reason === note) return false;
    // The settlement first, as in a look-up, so that the two cannot block each other.
    if (transaction_id && FOLLOWED_STATES.includes(attempt.state)) {
      await insertSettlement(transaction, { order_id: orderId, transaction_id, submitted_at: updated_at });
      const known = await findSettlement(transaction, orderId);
      const ownWaits = known !== undefined && needsOperator(known.state, attempt.state) && !isDealtWith(known, history);
      if (known && !(await saveSettlement(transaction, known, withReport(known, report, { at, ownWaits }))))
        throw new Error('A look-up changed the settlement meanwhile; the provider repeats its message');
    }
    await noteOnAttempt(transaction, orderId, { at, reason: note, by: context.processName });
    return true;
  });
  if (!isNew) return 'unchanged';
  if (report.needsOperator) context.report({ event: 'settlement-needs-operator', orderId, reason: note });
  return 'changed';
}

interface OtherSaleReport {
  note: string;
  /** Earlier notes that this one replaces. */
  replaces: readonly string[];
  needsOperator: boolean;
}

/** Undefined if later refunds have returned the money of a failed one. */
async function describeOwed(context: EmbeddedContext, failed: ProviderRecord): Promise<OtherSaleReport | undefined> {
  const { refundOf } = failed;
  const find = () => (refundOf === null ? undefined : context.charging.records.find(refundOf));
  const sale = await withTimeout(context.answerWithin, async () => find());
  const owed = sale ? owedFor(failed, sale) : failed.amount;
  if (owed === 0) return undefined;
  return { note: noteOfOther(`refund-failed-${toDecimal(owed)}`, refundOf), replaces: [], needsOperator: true };
}

function describeDispute({ transactionId, dispute }: ProviderRecord): OtherSaleReport | undefined {
  if (dispute === null) return undefined;
  const notes = disputeNotesOf(transactionId);
  return { note: notes[dispute], replaces: Object.values(notes), needsOperator: dispute !== 'won' };
}

/** Whether an operator has dealt with the followed sale's state. Another sale's matter may have listed the payment again since. */
function isDealtWith({ state }: Settlement, history: readonly HistoryLine[]): boolean {
  const reasons = history.map(({ reason }) => reason ?? '');
  const dealtWith = reasons.findLastIndex((reason) => readDealtWith(reason) === state);
  const reported = reasons.findLastIndex((reason) => readReason(reason).own?.startsWith(`provider-${state}`));
  return dealtWith > reported;
}

/** The changes that list another sale's matter with the followed sale's own, or take a won dispute off. */
function withReport(known: Settlement, report: OtherSaleReport, { at, ownWaits }: { at: string; ownWaits: boolean }) {
  const earlier = findWaitingOthers(known).filter((note) => !report.replaces.includes(note));
  const others = report.needsOperator ? [...earlier, report.note] : earlier;
  const reason = writeReason({ own: readReason(known.reason).own, others });
  if (report.needsOperator) return { reason, waiting_since: known.waiting_since ?? at };
  const isWaiting = others.length > 0 || ownWaits;
  return { reason, waiting_since: isWaiting ? known.waiting_since : null };
}

/** Keeps on the list what waits at other sales. */
function listWithOthers(known: Settlement, own: { reason: string | null; waitsSince: string | null }) {
  const others = findWaitingOthers(known);
  const othersWaitSince = others.length > 0 ? known.waiting_since : null;
  return {
    reason: writeReason({ own: own.reason, others }),
    waiting_since: own.waitsSince ?? othersWaitSince,
  };
}

/** The notes of other sales that wait for an operator. */
function findWaitingOthers({ waiting_since, reason }: Settlement): readonly string[] {
  return waiting_since === null ? [] : readReason(reason).others;
}

async function write(
  context: EmbeddedContext,
  attempt: PaymentAttempt,
  known: Settlement,
  { at, ...seen }: Seen,
): Promise<FollowResult | 'overtaken'> {
  const { state, refunded } = seen;
  const isWaiting = needsOperator(state, attempt.state);
  const listed = listWithOthers(known, { reason: seen.reason, waitsSince: isWaiting ? at : null });
  if (state === known.state && refunded === known.refunded) {
    const { reason } = listed;
    return (await saveSettlement(context.db, known, { ...seen, reason })) ? 'unchanged' : 'overtaken';
  }
  const saved = await context.db.transaction().execute(async (transaction) => {
    const changes = { ...seen, ...listed, updated_at: at };
    if (!(await saveSettlement(transaction, known, changes))) return false;
    await noteOnAttempt(transaction, attempt.order_id, { at, reason: describe(seen), by: context.processName });
    return true;
  });
  if (!saved) return 'overtaken';
  context.settlementMoved(state);
  if (isWaiting) context.report({ event: 'settlement-needs-operator', orderId: attempt.order_id, reason: state });
  return 'changed';
}

/**
 * Records the provider's state after an operator returned money, so that reconciliation agrees before the next look-up. If `record` is
 * undefined, because the provider did not respond, the next round looks the payment up.
 *
 * Call it in the transaction that writes the history. A concurrent look-up's write wins, because it also read the
 * provider's state.
 */
export async function recordGivenBack(
  db: Db,
  { order_id, transaction_id, state: attemptState, updated_at }: PaymentAttempt,
  record: ProviderRecord | undefined,
  now: Date,
): Promise<void> {
  if (!transaction_id || !FOLLOWED_STATES.includes(attemptState)) return;
  if (record && transaction_id !== record.transactionId) return;
  await insertSettlement(db, { order_id, transaction_id, submitted_at: updated_at });
  if (!record) {
    await lookAtNextRound(db, order_id, now);
    return;
  }
  const known = await findSettlement(db, order_id);
  if (!known) return;
  const { at, ...seen } = seenIn(known, record, { now });
  const waitsSince = needsOperator(seen.state, attemptState) ? (known.waiting_since ?? at) : null;
  const listed = listWithOthers(known, { reason: seen.reason, waitsSince });
  await saveSettlement(db, known, { ...seen, ...listed, updated_at: at });
}

type Seen = ReturnType<typeof seenIn>;

/** What a look-up stores at the time `at`, even if the state stays. */
function seenIn(
  known: Settlement,
  record: ProviderRecord | undefined,
  { now, failedRefund }: { now: Date; failedRefund?: ProviderRecord | undefined },
) {
  const submittedAt = known.submitted_at;
  const { refunded, amount } = record ?? { refunded: 0, amount: 0 };
  const owed = record && failedRefund ? owedFor(failedRefund, record) : 0;
  const promised = Math.max(known.refunded, Math.min(refunded + owed, amount));
  const state = nextSettlement({ state: known.state, refunded: promised }, record, { submittedAt, now });
  return {
    at: now.toISOString(),
    state,
    refunded: promised,
    reason: state === 'refund-failed' ? toDecimal(promised - refunded) : (record?.reason ?? null),
    next_look_at: nextLook(state, submittedAt, now),
  };
}

/**
 * The part of a failed refund that no refund made after its failure returned, in minor units. A message can arrive after an operator
 * refunded the sale again: a false alert could then cause a second payout.
 */
function owedFor(failed: ProviderRecord, { refunds }: ProviderRecord): number {
  const failedAt = failed.failedAt ?? failed.createdAt;
  const later = refunds.filter(({ createdAt }) => createdAt >= failedAt);
  return Math.max(0, failed.amount - later.reduce((sum, { amount }) => sum + amount, 0));
}

/** The history entry, such as `provider-declined-4001`, `provider-partly-refunded-50.00` or `provider-refund-failed-50.00`. */
function describe({ state, refunded, reason }: Pick<Settlement, 'state' | 'refunded' | 'reason'>): string {
  const detail = state.endsWith('refunded') ? toDecimal(refunded) : reason;
  return ['provider', state, detail].filter(Boolean).join('-');
}
