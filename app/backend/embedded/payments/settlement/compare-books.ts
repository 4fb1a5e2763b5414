import { toDecimal } from '~/domain/money';
import { leftOfSale } from '~/payments/port';
import type { ProviderRecord } from '~/payments/records-port';
import { ATTEMPT_STATES, UNRESOLVED_STATES } from '../attempts/attempt-states';
import type { PaymentAttempt } from '../attempts/payment-attempt';
import { settlementOf, type KnownSettlement, type SettlementState } from './settlement-states';

/**
 * - `no-order`: the provider holds money for which we have no order
 * - `no-transaction`: our order has no transaction at the provider
 * - `amount-differs`: amount or currency differ
 * - `state-differs`: only one side shows the money as taken
 * - `charged-twice`: two sales of one order hold money; one difference for each sale too many
 */
export const DIFFERENCE_KINDS = [
  'no-order',
  'no-transaction',
  'amount-differs',
  'state-differs',
  'charged-twice',
] as const;
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

/** Contains no personal data. */
export interface Difference {
  kind: DifferenceKind;
  orderId: string | null;
  transactionId: string | null;
  /** Each side's record, such as `179.55 USD settled`. */
  ours: string;
  theirs: string;
}

/** One order in our records and in the provider's. */
export interface BookEntry {
  orderId: string | null;
  attempt: Pick<PaymentAttempt, 'state' | 'amount' | 'currency' | 'transaction_id'> | undefined;
  /** Whether the order itself is in our store. */
  hasOrder: boolean;
  /** Its last known settlement; undefined before the first look-up. */
  settlement: KnownSettlement | undefined;
  /** The provider's records of the order, with refunds. */
  records: ProviderRecord[];
}

/** States that may differ only because the provider is ahead of our next look-up. */
const EQUIVALENT_STATES: readonly SettlementState[] = ['submitted', 'settled', 'unsettled', 'dispute-won'];
const NOTHING = 'nothing';

/** Compares one order with the provider's records. Leaves out payments that are unfinished or wait for an operator. */
export function compareEntry(entry: BookEntry): Difference[] {
  const { attempt } = entry;
  const sales = entry.records.filter(({ type }) => type === 'sale');
  const holding = sales.filter((sale) => leftOfSale(sale) > 0);
  if (!attempt) return holding.map((sale) => makeDifference(entry, 'no-order', sale));
  if (UNRESOLVED_STATES.includes(attempt.state) || attempt.amount === 0) return [];
  const ownFirst = holding.toSorted((one, other) => rank(one, attempt) - rank(other, attempt));
  const doubleCharges = ownFirst.slice(1).map((sale) => makeDifference(entry, 'charged-twice', sale));
  if (ATTEMPT_STATES[attempt.state].standing === 'closed')
    return [...doubleCharges, ...ownFirst.slice(0, 1).map((sale) => makeDifference(entry, 'state-differs', sale))];
  return [...doubleCharges, ...compareSale(entry, attempt, sales)];
}

/** Sorts the payment's own sale first, then the oldest, so that a difference names the same sale in each comparison. */
function rank({ transactionId, createdAt }: ProviderRecord, attempt: NonNullable<BookEntry['attempt']>): number {
  return transactionId === attempt.transaction_id ? 0 : Date.parse(createdAt);
}

function compareSale(
  entry: BookEntry,
  attempt: NonNullable<BookEntry['attempt']>,
  sales: ProviderRecord[],
): Difference[] {
  const sale = sales.find(({ transactionId }) => transactionId === attempt.transaction_id);
  if (!sale) return [makeDifference(entry, 'no-transaction', undefined)];
  const found: Difference[] = [];
  if (!entry.hasOrder) found.push(makeDifference(entry, 'no-order', sale));
  if (sale.amount !== attempt.amount || sale.currency !== attempt.currency)
    found.push(makeDifference(entry, 'amount-differs', sale));
  if (!isSameState(entry, sale)) found.push(makeDifference(entry, 'state-differs', sale));
  return found;
}

function isSameState({ settlement }: BookEntry, sale: ProviderRecord): boolean {
  const known = settlement?.state ?? 'submitted';
  const seen = settlementOf(sale, settlement);
  // The money is only held, although an operator or the settlement call reported it as submitted.
  if (sale.status === 'authorised') return false;
  if (EQUIVALENT_STATES.includes(known) && EQUIVALENT_STATES.includes(seen)) return true;
  // A failed refund is known, and an open dispute may hide one.
  const isAmountKnown = known === 'refund-failed' || known === 'disputed' || known === 'dispute-lost';
  return known === seen && (isAmountKnown || (settlement?.refunded ?? 0) === sale.refunded);
}

function makeDifference(entry: BookEntry, kind: DifferenceKind, sale: ProviderRecord | undefined): Difference {
  const { orderId, attempt, settlement, hasOrder } = entry;
  const ours = attempt
    ? `${toDecimal(attempt.amount)} ${attempt.currency} ${settlement?.state ?? attempt.state}${hasOrder ? '' : ', no order'}`
    : NOTHING;
  const theirs = sale
    ? `${toDecimal(sale.amount)} ${sale.currency} ${sale.status === 'authorised' ? 'authorised' : settlementOf(sale)}`
    : NOTHING;
  return { kind, orderId, transactionId: sale?.transactionId ?? attempt?.transaction_id ?? null, ours, theirs };
}
