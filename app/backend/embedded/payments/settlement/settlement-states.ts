import { keysOf } from '~/domain/keys-of';
import type { TransactionStatus, ProviderRecord } from '~/payments/records-port';
import type { SettlementTable } from '~/store/settlement-tables';
import type { AttemptState } from '../attempts/attempt-states';

export type SettlementState = SettlementTable['state'];

interface SettlementMeaning {
  /** Where the order's money is. The order itself stands in every state, and only a person ends it. */
  money: 'on-its-way' | 'here' | 'partly-here' | 'disputed' | 'gone';
  /** `acts`: an operator is told and has something to do. `reads`: it stands in the payment's history. */
  operator: 'acts' | 'reads';
  /** Who writes to the payer. Nothing is sent by itself in any state: an operator judges first (docs/decisions/0050). */
  person: 'nobody' | 'operator';
  /** How often the provider is asked again, and until how long after the submission. Null: a message alone can change it. */
  looks: { everyHours: number; days: number } | null;
}

const SELDOM = { everyHours: 30 * 24, days: 150 };

/** What each thing that becomes of a submitted payment means. */
export const SETTLEMENT_STATES: Readonly<Record<SettlementState, SettlementMeaning>> = {
  /** The provider has the order to collect the money. */
  submitted: { money: 'on-its-way', operator: 'reads', person: 'nobody', looks: { everyHours: 12, days: 60 } },
  settled: { money: 'here', operator: 'reads', person: 'nobody', looks: SELDOM },
  /** The bank refused to pay what it had approved. The order is unpaid. */
  declined: { money: 'gone', operator: 'acts', person: 'operator', looks: null },
  /** Somebody voided it at the provider after it was submitted. The order is unpaid. */
  voided: { money: 'gone', operator: 'acts', person: 'operator', looks: null },
  'partly-refunded': { money: 'partly-here', operator: 'reads', person: 'operator', looks: SELDOM },
  /** Somebody gave all of it back, and the order stands. */
  refunded: { money: 'gone', operator: 'acts', person: 'operator', looks: { everyHours: 7 * 24, days: 150 } },
  /** The payer's bank asks for the money. There is a date until when to answer, in the provider's control panel. */
  disputed: { money: 'disputed', operator: 'acts', person: 'operator', looks: { everyHours: 24, days: 365 } },
  'dispute-won': { money: 'here', operator: 'reads', person: 'nobody', looks: SELDOM },
  'dispute-lost': { money: 'gone', operator: 'acts', person: 'operator', looks: null },
  /** The provider does not know the transaction. */
  missing: { money: 'gone', operator: 'acts', person: 'nobody', looks: { everyHours: 24, days: 60 } },
  /** Nothing came of it in the time that `submitted` is followed. */
  unsettled: { money: 'on-its-way', operator: 'acts', person: 'nobody', looks: { everyHours: 7 * 24, days: 150 } },
};

const ALL_STATES = keysOf(SETTLEMENT_STATES);

/** The states of which an operator is told. */
export const ACTED_ON_STATES = ALL_STATES.filter((state) => SETTLEMENT_STATES[state].operator === 'acts');

/** The states from which a payment may still be, or be again, on its way. */
const NOT_YET: readonly SettlementState[] = ['submitted', 'missing', 'unsettled'];

/** The attempts whose settlement is followed: those that were submitted, also where an operator gave the money back since. */
export const FOLLOWED_STATES: AttemptState[] = ['settled', 'refunded'];

const BY_STATUS: Readonly<Record<TransactionStatus | 'undecided', SettlementState>> = {
  // It was submitted all the same: reconciliation tells that the provider says otherwise.
  authorised: 'submitted',
  undecided: 'submitted',
  settling: 'submitted',
  settled: 'settled',
  voided: 'voided',
  declined: 'declined',
  gatewayRejected: 'declined',
};

/** The state that a provider's record shows. @param record undefined where the provider knows no such transaction */
export function settlementOf(record: ProviderRecord | undefined): SettlementState {
  if (!record) return 'missing';
  const { dispute, refunded, amount, status } = record;
  if (dispute === 'lost') return 'dispute-lost';
  if (dispute === 'open') return 'disputed';
  if (refunded > 0) return refunded >= amount ? 'refunded' : 'partly-refunded';
  return dispute === 'won' ? 'dispute-won' : BY_STATUS[status];
}

/**
 * The state after a look-up.
 *
 * @param submittedAt ISO 8601
 */
export function nextSettlement(
  known: SettlementState,
  record: ProviderRecord | undefined,
  { submittedAt, now }: { submittedAt: string; now: Date },
): SettlementState {
  const seen = settlementOf(record);
  if (seen !== 'submitted') return seen;
  // An answer that is older than what is known does not take a payment back onto its way.
  if (!NOT_YET.includes(known)) return known;
  return isPast(submittedAt, SETTLEMENT_STATES.submitted.looks?.days ?? 0, now) ? 'unsettled' : 'submitted';
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** When the provider is asked again. Null where nothing more is expected. */
export function nextLook(state: SettlementState, submittedAt: string, now: Date): string | null {
  const { looks } = SETTLEMENT_STATES[state];
  if (!looks || isPast(submittedAt, looks.days, now)) return null;
  return new Date(now.getTime() + looks.everyHours * HOUR_MS).toISOString();
}

/** When a payment that was just submitted is asked about for the first time. */
export function firstLook(submittedAt: string): string {
  return new Date(Date.parse(submittedAt) + HOUR_MS).toISOString();
}

function isPast(submittedAt: string, days: number, now: Date): boolean {
  return now.getTime() - Date.parse(submittedAt) >= days * DAY_MS;
}

/** Whether an operator has something to do: not where the attempt's own state says already that the money was released or went back. */
export function needsOperator(state: SettlementState, attempt: AttemptState): boolean {
  const isKnown = attempt === 'refunded' && (state === 'refunded' || state === 'voided');
  return SETTLEMENT_STATES[state].operator === 'acts' && !isKnown;
}
