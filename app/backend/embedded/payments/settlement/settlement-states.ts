import { keysOf } from '~/domain/keys-of';
import type { TransactionStatus, ProviderRecord } from '~/payments/records-port';
import type { SettlementTable } from '~/store/settlement-tables';
import type { AttemptState } from '../attempts/attempt-states';

export type SettlementState = SettlementTable['state'];

interface SettlementMeaning {
  /** `acts`: an operator is alerted and must act. `reads`: the payment's history shows it. */
  operator: 'acts' | 'reads';
  /** How often the provider is queried, and for how long after the submission. Null: only a message can change it. */
  looks: { everyHours: number; days: number } | null;
}

const MONTHLY = { everyHours: 30 * 24, days: 150 };

/**
 * The states of a submitted payment, and what each means. The order stays valid in every state; only an operator ends it. No state sends a
 * mail to the payer: an operator decides first (docs/decisions/0050).
 */
export const SETTLEMENT_STATES: Readonly<Record<SettlementState, SettlementMeaning>> = {
  /** Collection was requested from the provider. */
  submitted: { operator: 'reads', looks: { everyHours: 12, days: 60 } },
  settled: { operator: 'reads', looks: MONTHLY },
  /** The bank refused to pay what it had approved. The order is unpaid. */
  declined: { operator: 'acts', looks: null },
  /** Voided at the provider after it was submitted. The order is unpaid. */
  voided: { operator: 'acts', looks: null },
  'partly-refunded': { operator: 'reads', looks: MONTHLY },
  /** Refunded in full at the provider, while the order is still valid. */
  refunded: { operator: 'acts', looks: { everyHours: 7 * 24, days: 150 } },
  /** A refund failed at the provider after it was counted, so the payer lacks money that was promised to them. */
  'refund-failed': { operator: 'acts', looks: { everyHours: 7 * 24, days: 150 } },
  /** The payer's bank reclaims the money. The provider's control panel shows the deadline for a reply. */
  disputed: { operator: 'acts', looks: { everyHours: 24, days: 365 } },
  'dispute-won': { operator: 'reads', looks: MONTHLY },
  'dispute-lost': { operator: 'acts', looks: null },
  /** The provider has no record of the transaction. */
  missing: { operator: 'acts', looks: { everyHours: 24, days: 60 } },
  /** Not settled in the time that `submitted` is followed. */
  unsettled: { operator: 'acts', looks: { everyHours: 7 * 24, days: 150 } },
};

const ALL_STATES = keysOf(SETTLEMENT_STATES);

/** The states that alert an operator. */
export const ALERTED_STATES = ALL_STATES.filter((state) => SETTLEMENT_STATES[state].operator === 'acts');

/** The states in which the provider may still settle a payment, or try again. */
const NOT_YET: readonly SettlementState[] = ['submitted', 'missing', 'unsettled'];

/** The attempts whose settlement is followed: those that were submitted, even if an operator has returned the money since. */
export const FOLLOWED_STATES: AttemptState[] = ['settled', 'refunded'];

const BY_STATUS: Readonly<Record<TransactionStatus | 'undecided', SettlementState>> = {
  // Submitted according to our records; reconciliation reports the difference.
  authorised: 'submitted',
  undecided: 'submitted',
  settling: 'submitted',
  settled: 'settled',
  voided: 'voided',
  declined: 'declined',
  gatewayRejected: 'declined',
};

/** A settlement as we last knew it. `refunded` is the highest amount ever returned: a failed refund stays `refund-failed` until that is reported again. */
export type KnownSettlement = Pick<SettlementTable, 'state'> & { refunded: number };

/**
 * Maps a provider's record to a state.
 *
 * @param record undefined if the provider has no record of the transaction
 * @param known undefined if it was never looked up
 */
export function settlementOf(record: ProviderRecord | undefined, known?: KnownSettlement): SettlementState {
  if (!record) return 'missing';
  const { dispute, refunded, amount, status } = record;
  if (dispute === 'lost') return 'dispute-lost';
  if (dispute === 'open') return 'disputed';
  if (known && refunded < known.refunded) return 'refund-failed';
  if (refunded > 0) return refunded >= amount ? 'refunded' : 'partly-refunded';
  return dispute === 'won' ? 'dispute-won' : BY_STATUS[status];
}

/**
 * The state after a look-up.
 *
 * @param submittedAt ISO 8601
 */
export function nextSettlement(
  known: KnownSettlement,
  record: ProviderRecord | undefined,
  { submittedAt, now }: { submittedAt: string; now: Date },
): SettlementState {
  const reported = settlementOf(record, known);
  if (reported !== 'submitted') return reported;
  // An outdated result must not move a payment back to `submitted`.
  if (!NOT_YET.includes(known.state)) return known.state;
  return isPast(submittedAt, SETTLEMENT_STATES.submitted.looks?.days ?? 0, now) ? 'unsettled' : 'submitted';
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** When to query the provider again. Null if nothing more is expected. */
export function nextLook(state: SettlementState, submittedAt: string, now: Date): string | null {
  const { looks } = SETTLEMENT_STATES[state];
  if (!looks || isPast(submittedAt, looks.days, now)) return null;
  return new Date(now.getTime() + looks.everyHours * HOUR_MS).toISOString();
}

/** The first look-up of a payment that was just submitted. */
export function firstLook(submittedAt: string): string {
  return new Date(Date.parse(submittedAt) + HOUR_MS).toISOString();
}

function isPast(submittedAt: string, days: number, now: Date): boolean {
  return now.getTime() - Date.parse(submittedAt) >= days * DAY_MS;
}

/** Whether an operator must act. Not if the attempt's own state already shows that the money was released or returned. */
export function needsOperator(state: SettlementState, attempt: AttemptState): boolean {
  const isKnown = attempt === 'refunded' && (state === 'refunded' || state === 'voided');
  return SETTLEMENT_STATES[state].operator === 'acts' && !isKnown;
}
