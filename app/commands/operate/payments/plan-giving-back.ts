import type { AttemptState } from '~/backend/embedded/payments/attempts/attempt-states';
import type { PaymentAttempt } from '~/backend/embedded/payments/attempts/payment-attempt';
import { leftOf, type ProviderRefund, type ProviderTransaction } from '~/payments/port';
import { money } from './readable';

/** `void` releases held or submitted money; `refund` returns settled money. */
export type Way = 'void' | 'refund';

export interface GiveBackRequest {
  way: Way;
  /** Minor units, only for a refund; undefined for all that is left. */
  amount?: number;
  /** Required if the provider holds more than one transaction. */
  transactionId?: string;
  /** Allows a second refund of the same amount. */
  onceMore: boolean;
}

/** Our records and the provider's about a payment. */
export interface Known {
  attempt: Pick<PaymentAttempt, 'order_id' | 'state' | 'amount' | 'currency' | 'transaction_id'>;
  hasOrder: boolean;
  transactions: readonly ProviderTransaction[];
  refunds: readonly ProviderRefund[];
  /** For a refund: the dispute of each transaction that holds money, by its id. */
  disputes: ReadonlyMap<string, keyof typeof DISPUTED | 'won' | null>;
  /** The reasons in the payment's history. */
  notes: readonly string[];
}

export type Plan = { verdict: 'refused'; text: string } | GivingBack;

export interface GivingBack {
  /** `done`: the provider already did it, and is not called again. */
  verdict: 'ready' | 'done';
  way: Way;
  transaction: ProviderTransaction;
  /** Minor units. */
  amount: number;
  /** For `done`: the refunds that are not in the history yet. */
  refundIds: string[];
  /** The payment's state afterwards. */
  state: AttemptState;
  /** Whether our records already show it. */
  isWritten: boolean;
}

const UNFINISHED: readonly AttemptState[] = ['started', 'unknown', 'authorised'];
const CLOSED: readonly AttemptState[] = ['declined', 'voided', 'refunded'];

/** Why a disputed transaction is not refunded: its money would go back twice. */
const DISPUTED = {
  lost: (id: string, hasOrder: boolean) =>
    `The customer's bank took back the money of transaction ${id} (dispute lost), so the customer already has it. ${hasOrder ? 'Decide whether the order ends, then use "dealt-with"' : 'Record that with "refunded"'}. If the dispute is about a part only, refund the rest in the control panel.`,
  open: (id: string) =>
    `The customer's bank is reclaiming the money of transaction ${id} (dispute open), and may return it itself. Respond to the dispute in the control panel. Refund only after it is won.`,
};

/** Plans how to return the money now. Never plans to return the same money twice. */
export function planGivingBack(known: Known, request: GiveBackRequest): Plan {
  const { attempt, transactions } = known;
  if (attempt.amount === 0) return refused('Nothing was charged: its total is zero.');
  if (UNFINISHED.includes(attempt.state)) {
    return refused(`It is not finished: it is ${attempt.state}, and the servers look it up every minute.`);
  }
  const holding = transactions.filter((one) => leftOf(one, known.refunds) > 0);
  if (request.transactionId === undefined && holding.length > 1) {
    const ids = holding.map(({ transactionId, status }) => `${transactionId} (${status})`).join(', ');
    return refused(`The provider holds more than one transaction: ${ids}. Select one with --transaction.`);
  }
  const wanted = request.transactionId ?? attempt.transaction_id;
  const transaction =
    (request.transactionId === undefined ? holding[0] : undefined) ??
    transactions.find(({ transactionId }) => transactionId === wanted) ??
    (request.transactionId === undefined ? transactions.find(({ status }) => status === 'voided') : undefined);
  if (!transaction) return refused('The provider has no such transaction for this order.');
  return request.way === 'void' ? planVoid(known, transaction) : planRefund(known, transaction, request);
}

/** The history entry by which a later command recognises that this money was returned. */
export function noteOf({ way, amount, transaction, refundIds }: GivingBack): string {
  const { transactionId, currency } = transaction;
  if (way === 'void') return `voided ${money(amount, currency)} of ${transactionId}`;
  return `refunded ${money(amount, currency)} of ${transactionId} as ${refundIds.join(' and ')}`;
}

function planVoid(known: Known, transaction: ProviderTransaction): Plan {
  const { status, transactionId, amount } = transaction;
  if (status === 'settled') return refused(`Transaction ${transactionId} is settled: use "refund".`);
  if (status === 'declined' || status === 'gatewayRejected') return refuseUntaken(transaction);
  const isDone = status === 'voided';
  const state = stateAfter(known, 'void', isDone ? 0 : amount);
  const isNoted = known.notes.some((note) => note.startsWith('voided ') && note.includes(` of ${transactionId}`));
  return {
    verdict: isDone ? 'done' : 'ready',
    way: 'void',
    transaction,
    amount,
    refundIds: [],
    state,
    isWritten: isDone && isNoted && state === known.attempt.state,
  };
}

function planRefund(known: Known, transaction: ProviderTransaction, { amount, onceMore }: GiveBackRequest): Plan {
  const { status, transactionId } = transaction;
  if (status === 'declined' || status === 'gatewayRejected') return refuseUntaken(transaction);
  if (status === 'authorised') return refused(`Transaction ${transactionId} is only held: use "void".`);
  if (status === 'voided')
    return refused(`Transaction ${transactionId} was voided, so nothing was taken. Use "void" to record that.`);
  const refunds = known.refunds.filter((one) => one.transactionId === transactionId);
  const left = leftOf(transaction, refunds);
  const unrecorded = refunds.filter(({ refundId }) => !known.notes.some((note) => note.includes(refundId)));
  // A refund missing from the history is the one whose response was lost, or one made in the control panel.
  const found =
    amount === undefined
      ? left === 0
        ? unrecorded
        : []
      : unrecorded.filter((one) => one.amount === amount).slice(0, 1);
  const isRefunded = amount === undefined ? left === 0 : !onceMore && refunds.some((one) => one.amount === amount);
  if (found.length > 0 || isRefunded) {
    const state = stateAfter(known, 'refund', 0);
    const refundsToRecord = found.length > 0 ? found : refunds;
    return {
      verdict: 'done',
      way: 'refund',
      transaction,
      amount: amount ?? sum(refundsToRecord),
      refundIds: refundsToRecord.map(({ refundId }) => refundId),
      state,
      isWritten: found.length === 0 && state === known.attempt.state,
    };
  }
  const dispute = known.disputes.get(transactionId);
  if (dispute && dispute !== 'won') return refused(DISPUTED[dispute](transactionId, known.hasOrder));
  const asked = amount ?? left;
  if (asked > left)
    return refused(`Only ${money(left, transaction.currency)} of transaction ${transactionId} is left to refund.`);
  const state = stateAfter(known, 'refund', asked);
  return { verdict: 'ready', way: 'refund', transaction, amount: asked, refundIds: [], state, isWritten: false };
}

/**
 * With an order the state is `refunded`, however the money was returned, because a visitor with an order must never see that the payment
 * failed. A payment that is already closed, or that still holds money, keeps its state.
 */
function stateAfter({ attempt, hasOrder, transactions, refunds }: Known, way: Way, givenBack: number): AttemptState {
  const remaining = transactions.reduce((rest, one) => rest + leftOf(one, refunds), -givenBack);
  if (remaining > 0 || CLOSED.includes(attempt.state)) return attempt.state;
  return hasOrder || way === 'refund' ? 'refunded' : 'voided';
}

function sum(refunds: readonly ProviderRefund[]): number {
  return refunds.reduce((total, { amount }) => total + amount, 0);
}

function refuseUntaken({ transactionId, status }: ProviderTransaction): Plan {
  return refused(`Transaction ${transactionId} took nothing: it is ${status}.`);
}

function refused(text: string): Plan {
  return { verdict: 'refused', text };
}
