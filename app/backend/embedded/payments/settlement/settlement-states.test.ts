import { expect, it } from 'vitest';
import type { ProviderRecord } from '~/payments/records-port';
import { FINAL_STATES, WITHOUT_MONEY } from '../attempts/attempt-states';
import {
  ALERTED_STATES,
  firstLook,
  FOLLOWED_STATES,
  nextLook,
  nextSettlement,
  SETTLEMENT_STATES,
  settlementOf,
  type SettlementState,
} from './settlement-states';

const SUBMITTED_AT = '2026-03-01T12:00:00.000Z';
const after = (days: number) => new Date(Date.parse(SUBMITTED_AT) + days * 24 * 60 * 60 * 1000);
const states = Object.keys(SETTLEMENT_STATES) as SettlementState[];

const record = (changes: Partial<ProviderRecord> = {}): ProviderRecord => ({
  transactionId: 'one',
  type: 'sale',
  orderId: 'order-1',
  refundOf: null,
  status: 'settled',
  amount: 17_955,
  currency: 'USD',
  reason: null,
  refunded: 0,
  refunds: [],
  failedAt: null,
  dispute: null,
  createdAt: SUBMITTED_AT,
  ...changes,
});

it.each<[Partial<ProviderRecord> | undefined, SettlementState]>([
  [undefined, 'missing'],
  [{ status: 'settling' }, 'submitted'],
  [{ status: 'undecided' }, 'submitted'],
  [{ status: 'authorised' }, 'submitted'],
  [{}, 'settled'],
  [{ status: 'declined', reason: '4001' }, 'declined'],
  [{ status: 'gatewayRejected' }, 'declined'],
  [{ status: 'voided' }, 'voided'],
  [{ refunded: 1 }, 'partly-refunded'],
  [{ refunded: 17_955 }, 'refunded'],
  [{ dispute: 'open' }, 'disputed'],
  [{ dispute: 'open', refunded: 5 }, 'disputed'],
  [{ dispute: 'won' }, 'dispute-won'],
  [{ dispute: 'won', refunded: 17_955 }, 'refunded'],
  [{ dispute: 'lost' }, 'dispute-lost'],
])('reads %j as %s', (changes, state) => {
  expect(settlementOf(changes && record(changes))).toBe(state);
});

it('keeps a failed refund until all of it is returned, also after a dispute', () => {
  const known = (state: SettlementState) => ({ state, refunded: 5_000 });
  expect(settlementOf(record({ refunded: 4_999 }), known('partly-refunded'))).toBe('refund-failed');
  expect(settlementOf(record({ refunded: 1 }), known('refund-failed'))).toBe('refund-failed');
  expect(settlementOf(record({ dispute: 'open' }), known('refund-failed'))).toBe('disputed');
  expect(settlementOf(record({ dispute: 'won' }), known('disputed'))).toBe('refund-failed');
  expect(settlementOf(record({ refunded: 5_000 }), known('refund-failed'))).toBe('partly-refunded');
});

it('never lets an older response move a state backwards', () => {
  for (const known of states) {
    const next = nextSettlement({ state: known, refunded: 0 }, record({ status: 'settling' }), {
      submittedAt: SUBMITTED_AT,
      now: after(1),
    });
    expect(next).toBe(['submitted', 'missing', 'unsettled'].includes(known) ? 'submitted' : known);
  }
});

it('notifies an operator of payments still in progress after sixty days', () => {
  const settling = record({ status: 'settling' });
  const submitted = { state: 'submitted', refunded: 0 } as const;
  const next = (days: number) => nextSettlement(submitted, settling, { submittedAt: SUBMITTED_AT, now: after(days) });
  expect([next(59.9), next(60)]).toEqual(['submitted', 'unsettled']);
});

it('looks up first after an hour, then twice a day, then rarely, and finally never', () => {
  expect(firstLook(SUBMITTED_AT)).toBe('2026-03-01T13:00:00.000Z');
  expect(nextLook('submitted', SUBMITTED_AT, after(1))).toBe(after(1.5).toISOString());
  expect(nextLook('settled', SUBMITTED_AT, after(2))).toBe(after(32).toISOString());
  for (const state of states) expect(nextLook(state, SUBMITTED_AT, after(365))).toBeNull();
});

it('alerts an operator only if money is lost, disputed or late', () => {
  const lost = ['declined', 'voided', 'refunded', 'refund-failed', 'dispute-lost', 'missing'];
  expect(ALERTED_STATES.toSorted()).toEqual([...lost, 'disputed', 'unsettled'].sort());
});

it('follows every final state in which the money was submitted', () => {
  expect(FOLLOWED_STATES).toEqual(FINAL_STATES.filter((state) => !WITHOUT_MONEY.includes(state)));
});
