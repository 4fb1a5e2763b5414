import { expect, it } from 'vitest';
import type { AttemptState } from '~/backend/embedded/payments/attempts/attempt-states';
import type { ProviderRefund, ProviderTransaction } from '~/payments/port';
import { noteOf, planGivingBack, type GivingBack, type Known, type GiveBackRequest } from './plan-giving-back';

const sale = (status: ProviderTransaction['status'], transactionId = 'sale'): ProviderTransaction => ({
  transactionId,
  orderId: 'order-1',
  status,
  amount: 10_000,
  currency: 'USD',
  paymentType: 'creditCard',
  cardLastFour: '1111',
  reason: null,
});
const refundOf = (amount: number, refundId: string, transactionId = 'sale'): ProviderRefund => ({
  refundId,
  transactionId,
  orderId: 'order-1',
  amount,
  currency: 'USD',
});

const known = (changes: Partial<Known> & { state?: AttemptState }): Known => ({
  attempt: {
    order_id: 'order-1',
    state: changes.state ?? 'settled',
    amount: 10_000,
    currency: 'USD',
    transaction_id: 'sale',
  },
  hasOrder: true,
  transactions: [sale('settled')],
  refunds: [],
  disputes: new Map([['sale', null]]),
  notes: [],
  ...changes,
});
const VOID: GiveBackRequest = { way: 'void', onceMore: false };
const REFUND: GiveBackRequest = { way: 'refund', onceMore: false };

it.each<[string, Parameters<typeof known>[0], GiveBackRequest, Partial<GivingBack>]>([
  ['voids a hold', { transactions: [sale('authorised')] }, VOID, { verdict: 'ready', state: 'refunded' }],
  ['voids a submitted payment', { transactions: [sale('settling')] }, VOID, { verdict: 'ready', amount: 10_000 }],
  [
    'voids a payment without an order',
    { transactions: [sale('settling')], hasOrder: false, state: 'needs-operator' },
    VOID,
    { verdict: 'ready', state: 'voided' },
  ],
  [
    'recognises an unrecorded earlier void',
    { transactions: [sale('voided')] },
    VOID,
    { verdict: 'done', state: 'refunded', isWritten: false },
  ],
  [
    'recognises an earlier void',
    { transactions: [sale('voided')], notes: ['voided 100.00 USD of sale'], state: 'refunded' },
    VOID,
    { verdict: 'done', isWritten: true },
  ],
  ['refunds the whole amount', {}, REFUND, { verdict: 'ready', amount: 10_000, state: 'refunded' }],
  ['refunds a part', {}, { ...REFUND, amount: 700 }, { verdict: 'ready', amount: 700, state: 'settled' }],
  [
    'refunds the rest',
    { refunds: [refundOf(700, 'r1')], notes: ['refunded 7.00 USD of sale as r1'] },
    REFUND,
    { verdict: 'ready', amount: 9_300, state: 'refunded' },
  ],
  [
    'refunds no part twice',
    { refunds: [refundOf(700, 'r1')], notes: ['refunded 7.00 USD of sale as r1'] },
    { ...REFUND, amount: 700 },
    { verdict: 'done', isWritten: true },
  ],
  [
    'refunds a part again on request',
    { refunds: [refundOf(700, 'r1')], notes: ['refunded 7.00 USD of sale as r1'] },
    { ...REFUND, amount: 700, onceMore: true },
    { verdict: 'ready', amount: 700 },
  ],
  [
    'recognises the repeated request of a part with a lost response',
    { refunds: [refundOf(700, 'r2'), refundOf(700, 'r1')], notes: ['refunded 7.00 USD of sale as r1'] },
    { ...REFUND, amount: 700, onceMore: true },
    { verdict: 'done', refundIds: ['r2'], isWritten: false },
  ],
  [
    'recognises an unrecorded earlier full refund',
    { refunds: [refundOf(10_000, 'r1')] },
    REFUND,
    { verdict: 'done', amount: 10_000, refundIds: ['r1'], state: 'refunded', isWritten: false },
  ],
  [
    'recognises a full refund from before the dispute',
    { refunds: [refundOf(10_000, 'r1')], disputes: new Map([['sale', 'lost']]) },
    REFUND,
    { verdict: 'done', refundIds: ['r1'], isWritten: false },
  ],
  ['refunds after a won dispute', { disputes: new Map([['sale', 'won']]) }, REFUND, { verdict: 'ready' }],
  [
    'voids one of two sales, and keeps the payment waiting for an operator',
    { state: 'needs-operator', hasOrder: false, transactions: [sale('authorised'), sale('authorised', 'other')] },
    { ...VOID, transactionId: 'other' },
    { verdict: 'ready', state: 'needs-operator' },
  ],
  [
    'voids a remaining hold of a closed payment',
    { state: 'voided', hasOrder: false, transactions: [sale('authorised', 'late')] },
    VOID,
    { verdict: 'ready', state: 'voided' },
  ],
])('%s', (_what, given, request, expected) => {
  expect(planGivingBack(known(given), request)).toMatchObject(expected);
});

it.each<[string, Parameters<typeof known>[0], GiveBackRequest, string]>([
  ['a void of a settled payment', {}, VOID, 'use "refund"'],
  ['a refund of a held amount', { transactions: [sale('authorised')] }, REFUND, 'use "void"'],
  ['a refund of a voided payment', { transactions: [sale('voided')] }, REFUND, 'was voided'],
  ['a declined payment', { transactions: [sale('declined')] }, REFUND, 'took nothing'],
  ['more than the amount', {}, { ...REFUND, amount: 10_001 }, 'Only 100.00 USD of transaction sale is left'],
  ['an unknown transaction', { transactions: [] }, REFUND, 'has no such transaction'],
  ['another order’s transaction', {}, { ...REFUND, transactionId: 'other' }, 'has no such transaction'],
  ['an ambiguous transaction', { transactions: [sale('settled'), sale('settled', 'other')] }, REFUND, '--transaction'],
  ['a lost dispute', { disputes: new Map([['sale', 'lost']]) }, REFUND, 'already has it'],
  [
    'a lost dispute without an order',
    { state: 'orphaned', hasOrder: false, disputes: new Map([['sale', 'lost']]) },
    REFUND,
    'Record that with "refunded"',
  ],
  ['an open dispute', { disputes: new Map([['sale', 'open']]) }, { ...REFUND, amount: 700 }, 'may return it itself'],
  [
    'the disputed sale of two',
    { transactions: [sale('settled'), sale('settled', 'other')], disputes: new Map([['other', 'lost']]) },
    { ...REFUND, transactionId: 'other' },
    'dispute lost',
  ],
  ['an unfinished payment', { state: 'unknown' }, REFUND, 'It is not finished'],
])('refuses %s', (_what, given, request, text) => {
  expect(planGivingBack(known(given), request)).toEqual({
    verdict: 'refused',
    text: expect.stringContaining(text) as string,
  });
});

it('writes notes that it recognises later', () => {
  const refunded = planGivingBack(known({ refunds: [refundOf(10_000, 'r1')] }), REFUND) as GivingBack;
  expect(noteOf(refunded)).toBe('refunded 100.00 USD of sale as r1');
  const again = known({ refunds: [refundOf(10_000, 'r1')], notes: [noteOf(refunded)], state: 'refunded' });
  expect(planGivingBack(again, REFUND)).toMatchObject({ verdict: 'done', isWritten: true });
});
