import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptEvent } from '~/backend/embedded/context';
import { createBraintreeCharging } from '~/payments/braintree/charging.server';
import { FAKE_ACCOUNTS, FAKE_KEYS, startFakeBraintree, type FakeBraintree } from '~tests/fakes/braintree';
import { sampleWebhook } from '~tests/fakes/braintree-webhooks';
import { payments } from '~/commands/operate/payments';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { findHistory } from '../attempts/attempt-history.server';
import { findSettlement } from './settlement-store.server';

let fake: FakeBraintree;
let backend: TestBackend;
let orderId: string;
let events: AttemptEvent[];
beforeEach(async () => {
  fake = await startFakeBraintree();
  const charging = createBraintreeCharging({
    environment: fake.environment,
    keys: FAKE_KEYS,
    merchantAccounts: FAKE_ACCOUNTS,
    callDeadline: 2_000,
    idle: 700,
  });
  events = [];
  backend = await openTestBackend({
    charging,
    merchantAccounts: FAKE_ACCOUNTS,
    answerWithin: 5_000,
    report: (event) => void events.push(event),
  });
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup, { nonce: fake.books.addNonce('1111') }));
  orderId = `${signup.signupId}-1`;
});
afterEach(async () => {
  await backend.close();
  await fake.close();
});

const transaction = () => fake.books.transactions[0]!;
const receive = (form: URLSearchParams) => backend.openWebhooks()!.receive(form);
const send = (kind: string, id = transaction().id) => receive(sampleWebhook(kind, id));
const state = async () => (await findSettlement(backend.store.db, orderId))?.state;
const lines = async () => {
  const all = await findHistory(backend.store.db, orderId);
  return all.map(({ reason }) => reason).filter((reason) => reason?.startsWith('provider'));
};
const countLookUps = () =>
  fake.requests.filter(({ path }) => path.includes(`/transactions/${transaction().id}`)).length;

describe('a notice', () => {
  it.each<[string, () => void, string]>([
    ['transaction_settled', () => (transaction().status = 'settled'), 'settled'],
    ['transaction_disbursed', () => (transaction().status = 'settled'), 'settled'],
    ['transaction_settlement_declined', () => (transaction().status = 'settlement_declined'), 'declined'],
    ['dispute_opened', () => dispute('open'), 'disputed'],
    ['dispute_under_review', () => dispute('under_review'), 'disputed'],
    ['dispute_disputed', () => dispute('disputed'), 'disputed'],
    ['dispute_won', () => dispute('won'), 'dispute-won'],
    ['dispute_lost', () => dispute('lost'), 'dispute-lost'],
    ['dispute_accepted', () => dispute('accepted'), 'dispute-lost'],
    ['dispute_auto_accepted', () => dispute('auto_accepted'), 'dispute-lost'],
    ['dispute_expired', () => dispute('expired'), 'dispute-lost'],
  ])('triggers a look-up for %s, which records the provider’s state', async (kind, change, expected) => {
    change();
    expect(await send(kind)).toMatchObject({ outcome: 'changed' });
    expect(await state()).toBe(expected);
    expect(await lines()).toHaveLength(1);
  });

  function dispute(...disputes: string[]) {
    Object.assign(transaction(), { status: 'settled', disputes });
  }

  const settlement = async () => (await findSettlement(backend.store.db, orderId))!;
  const waiting = async () =>
    Object.entries((await backend.readBacklog()).settlements).filter(([, count]) => count > 0);

  it.each([
    ['refunded', undefined],
    ['partly-refunded', '50.00'],
  ])('alerts an operator if the refund of a %s sale failed', async (before, amount) => {
    transaction().status = 'settled';
    fake.books.refund(transaction().id, amount);
    await send('transaction_settled');
    expect(await state()).toBe(before);
    // An operator returned the money, so `refunded` alerts no one.
    await backend.store.db.updateTable('backend_payment_attempts').set({ state: 'refunded' }).execute();
    const refund = fake.books.transactions[1]!;
    refund.status = 'processor_declined';
    expect(await send('refund_failed', refund.id)).toEqual({ kind: 'refund-failed', outcome: 'changed' });
    expect(await state()).toBe('refund-failed');
    expect((await backend.readBacklog()).settlements).toMatchObject({ 'refund-failed': 1 });
  });

  it('alerts an operator if a refund failed that no look-up had seen, until it is returned again', async () => {
    transaction().status = 'settled';
    fake.books.refund(transaction().id, '20.00');
    await send('transaction_settled');
    fake.books.refund(transaction().id, '50.00');
    const refund = fake.books.transactions[2]!;
    refund.status = 'failed';
    const form = sampleWebhook('refund_failed', refund.id);
    expect(await receive(form)).toEqual({ kind: 'refund-failed', outcome: 'changed' });
    expect(await state()).toBe('refund-failed');
    expect((await lines()).at(-1)).toBe('provider-refund-failed-50.00');
    expect((await backend.readBacklog()).settlements).toMatchObject({ 'refund-failed': 1 });
    expect(await send('transaction_disbursed')).toMatchObject({ outcome: 'unchanged' });
    fake.books.refund(transaction().id, '50.00');
    backend.advance(7 * 24 * 60 * 60 * 1000);
    await backend.runSettlementRound();
    expect(await state()).toBe('partly-refunded');
  });

  it('does not alert an operator of a failed refund if all money was returned by another one', async () => {
    transaction().status = 'settled';
    fake.books.refund(transaction().id, undefined);
    fake.books.transactions[1]!.status = 'failed';
    fake.books.refund(transaction().id, undefined);
    await send('refund_failed', fake.books.transactions[1]!.id);
    expect(await state()).toBe('refunded');
  });

  it.each([
    ['all of it', '50.00', 'unchanged', 'provider-partly-refunded-50.00'],
    ['a part of it', '20.00', 'changed', 'provider-refund-failed-30.00'],
  ] as const)('does not count a failed refund again after another returned %s', async (_what, again, outcome, line) => {
    transaction().status = 'settled';
    fake.books.refund(transaction().id, '50.00');
    const refund = fake.books.transactions[1]!;
    refund.status = 'failed';
    fake.books.refund(transaction().id, again);
    await send('transaction_settled');
    expect(await send('refund_failed', refund.id)).toEqual({ kind: 'refund-failed', outcome });
    expect((await lines()).at(-1)).toBe(line);
  });

  it('owes a failed refund although another refund was made before the failure', async () => {
    transaction().status = 'settled';
    fake.books.refund(transaction().id, '50.00');
    fake.books.refund(transaction().id, '20.00');
    const [, refund, other] = fake.books.transactions;
    Object.assign(refund!, {
      status: 'failed',
      failedAt: new Date(Date.parse(other!.createdAt) + 1_000).toISOString(),
    });
    expect(await send('refund_failed', refund!.id)).toEqual({ kind: 'refund-failed', outcome: 'changed' });
    expect((await lines()).at(-1)).toBe('provider-refund-failed-50.00');
  });

  /** Sells the order a second time. */
  function failRefundOfSecondSale() {
    transaction().status = 'settled';
    fake.books.transactions.push({ ...transaction(), id: 'twice' });
    fake.books.refund('twice', undefined);
    const refund = fake.books.transactions[2]!;
    refund.status = 'failed';
    return refund;
  }

  it('alerts an operator of a failed refund of another sale, and does not count it for the followed one', async () => {
    const refund = failRefundOfSecondSale();
    expect(await send('refund_failed', refund.id)).toEqual({ kind: 'refund-failed', outcome: 'changed' });
    expect(await lines()).toEqual(['provider-refund-failed-179.55-of-twice']);
    expect(events).toMatchObject([{ event: 'settlement-needs-operator', orderId }]);
    expect((await backend.readBacklog()).settlements).toMatchObject({ 'refund-failed': 1 });
    for (const [kind, outcome] of [
      ['transaction_settled', 'changed'],
      ['transaction_disbursed', 'unchanged'],
    ] as const) {
      expect(await send(kind)).toMatchObject({ outcome });
      expect((await backend.readBacklog()).settlements).toMatchObject({ 'refund-failed': 1 });
      const reason = 'provider-refund-failed-179.55-of-twice';
      expect(await findSettlement(backend.store.db, orderId)).toMatchObject({ state: 'settled', reason });
    }
  });

  it('alerts no operator if another refund of the other sale returned the money since', async () => {
    const refund = failRefundOfSecondSale();
    fake.books.refund('twice', undefined);
    expect(await send('refund_failed', refund.id)).toEqual({ kind: 'refund-failed', outcome: 'unchanged' });
    expect([await lines(), events]).toEqual([[], []]);
  });

  it('alerts an operator once of each state of another sale’s dispute, until it is won', async () => {
    transaction().status = 'settled';
    const other = { ...transaction(), id: 'twice', disputes: [] as string[] };
    fake.books.transactions.push(other);
    const receiveAll = async (...kinds: [string, string][]) => {
      for (const [kind, outcome] of kinds) expect([kind, (await send(kind, 'twice')).outcome]).toEqual([kind, outcome]);
    };
    await send('transaction_settled');
    other.disputes = ['open'];
    await receiveAll(['dispute_opened', 'changed'], ['dispute_under_review', 'unchanged']);
    expect(await settlement()).toMatchObject({ state: 'settled', reason: 'provider-disputed-of-twice' });
    expect([await waiting(), events.length]).toEqual([[['disputed', 1]], 1]);
    other.disputes = ['won'];
    await receiveAll(['dispute_won', 'changed']);
    expect(await settlement()).toMatchObject({ reason: null, waiting_since: null });
    other.disputes = ['lost'];
    await receiveAll(['dispute_lost', 'changed'], ['dispute_accepted', 'unchanged']);
    expect(await settlement()).toMatchObject({ state: 'settled', reason: 'provider-dispute-lost-of-twice' });
    expect([await waiting(), events.length]).toEqual([[['dispute-lost', 1]], 2]);
    expect((await lines()).slice(1)).toEqual([
      'provider-disputed-of-twice',
      'provider-dispute-won-of-twice',
      'provider-dispute-lost-of-twice',
    ]);
  });

  it.each([
    ['is off the list', 'dealt with', []],
    ['stays on the list', 'not dealt with', [['disputed', 1]]],
  ])('%s when another sale’s dispute is won if its own was %s', async (_title, own, expected) => {
    dispute('open');
    const other = { ...transaction(), id: 'twice' };
    fake.books.transactions.push(other);
    await send('dispute_opened');
    const dealWith = () => callCommandOn(backend, payments, ['dealt-with', orderId, '--by', 'olga', '--why', 'wrote']);
    if (own === 'dealt with') expect(await dealWith()).toMatchObject({ code: 0 });
    await send('dispute_opened', 'twice');
    expect(await waiting()).toEqual([['disputed', 1]]);
    other.disputes = ['won'];
    await send('dispute_won', 'twice');
    expect(await waiting()).toEqual(expected);
  });

  it.each([
    ['before', ['refund_failed', 'dispute_opened']],
    ['after', ['dispute_opened', 'refund_failed']],
  ])('lists another sale’s refund that failed %s the dispute of the followed one', async (_when, kinds) => {
    const refund = failRefundOfSecondSale();
    dispute('open');
    for (const kind of kinds) await send(kind, kind === 'refund_failed' ? refund.id : undefined);
    const reason = 'provider-refund-failed-179.55-of-twice';
    expect(await settlement()).toMatchObject({ state: 'disputed', reason });
    expect(await waiting()).toEqual([['disputed', 1]]);
    dispute('won');
    await send('dispute_won');
    expect(await settlement()).toMatchObject({ state: 'dispute-won', reason });
    expect(await waiting()).toEqual([['refund-failed', 1]]);
  });

  it('keeps the followed sale’s reason beside that of another sale', async () => {
    transaction().status = 'settlement_declined';
    await send('transaction_settlement_declined');
    const { reason } = await settlement();
    expect(reason).not.toBeNull();
    Object.assign(transaction(), { status: 'settled' });
    const refund = failRefundOfSecondSale();
    transaction().status = 'settlement_declined';
    await send('refund_failed', refund.id);
    expect(await settlement()).toMatchObject({ reason: `${reason}; provider-refund-failed-179.55-of-twice` });
    await send('transaction_disbursed');
    expect(await settlement()).toMatchObject({ reason: `${reason}; provider-refund-failed-179.55-of-twice` });
  });

  it('is not trusted without a look-up', async () => {
    expect(await send('transaction_settled')).toMatchObject({ outcome: 'unchanged' });
    expect(await state()).toBe('submitted');
    expect(await lines()).toEqual([]);
  });

  it('changes nothing and calls no provider when repeated', async () => {
    transaction().status = 'settled';
    const form = sampleWebhook('transaction_settled', transaction().id);
    await receive(form);
    const lookUps = countLookUps();
    expect(await receive(form)).toEqual({ kind: 'settled', outcome: 'replayed' });
    expect([countLookUps(), await lines()]).toEqual([lookUps, ['provider-settled']]);
  });

  it('writes one history line when it arrives several times at once', async () => {
    transaction().status = 'settled';
    const form = sampleWebhook('transaction_settled', transaction().id);
    await Promise.all([receive(form), receive(form), receive(form)]);
    expect(await lines()).toEqual(['provider-settled']);
  });

  it('is ignored when it arrives out of order', async () => {
    const opened = sampleWebhook('dispute_opened', transaction().id);
    dispute('lost');
    await send('dispute_lost');
    expect(await receive(opened)).toMatchObject({ outcome: 'unchanged' });
    expect([await state(), await lines()]).toEqual(['dispute-lost', ['provider-dispute-lost']]);
  });

  it.each(['check', 'subscription_went_past_due', 'partner_merchant_connected'])('is ignored for %s', async (kind) => {
    expect(await send(kind)).toMatchObject({ outcome: 'ignored' });
    expect(countLookUps()).toBe(1);
  });

  it('is ignored for an unknown transaction or another product', async () => {
    expect(await send('dispute_opened', 'unknown')).toEqual({ kind: 'dispute', outcome: 'not-followed' });
    transaction().orderId = 'renewal-77';
    expect(await send('dispute_opened')).toEqual({ kind: 'dispute', outcome: 'not-followed' });
    expect(await state()).toBeUndefined();
  });

  it('is accepted later if the payment was not submitted yet', async () => {
    const { db } = backend.store;
    await db.updateTable('backend_payment_attempts').set({ state: 'registered' }).execute();
    transaction().status = 'settled';
    const form = sampleWebhook('transaction_settled', transaction().id);
    expect(await receive(form)).toMatchObject({ outcome: 'not-followed' });
    await db.updateTable('backend_payment_attempts').set({ state: 'settled' }).execute();
    expect(await receive(form)).toMatchObject({ outcome: 'changed' });
  });

  it('is rejected without a look-up if signed with another key or changed in transit', async () => {
    transaction().status = 'settled';
    const lookUps = fake.requests.length;
    const own = sampleWebhook('transaction_settled', transaction().id);
    const other = sampleWebhook('transaction_settled', transaction().id, { ...FAKE_KEYS, privateKey: 'another' });
    const mixed = new URLSearchParams({
      bt_signature: own.get('bt_signature')!,
      bt_payload: sampleWebhook('dispute_lost', transaction().id).get('bt_payload')!,
    });
    for (const form of [other, mixed, new URLSearchParams()]) {
      expect(await receive(form)).toEqual({ kind: 'none', outcome: 'forged' });
    }
    expect([fake.requests.length, await state()]).toEqual([lookUps, undefined]);
  });

  it('is accepted after a forged copy was rejected', async () => {
    transaction().status = 'settled';
    const own = sampleWebhook('transaction_settled', transaction().id);
    const copy = new URLSearchParams({
      ...Object.fromEntries(own),
      bt_signature: `${FAKE_KEYS.publicKey}|${'0'.repeat(40)}`,
    });
    expect(await receive(copy)).toEqual({ kind: 'none', outcome: 'forged' });
    expect(await receive(own)).toMatchObject({ outcome: 'changed' });
    expect(await receive(copy)).toEqual({ kind: 'none', outcome: 'forged' });
  });

  it.each([
    ['transaction_settled', 'dispute_opened', 'dispute_lost'],
    ['dispute_lost', 'dispute_opened', 'transaction_settled'],
    ['dispute_opened', 'dispute_lost', 'transaction_settled'],
    ['dispute_lost', 'transaction_settled', 'dispute_opened'],
  ])('records the provider’s state in the order %s, %s, %s, also after a replay', async (...kinds) => {
    dispute('lost');
    const forms = kinds.map((kind) => sampleWebhook(kind, transaction().id));
    for (const form of [...forms, ...forms.toReversed()]) await receive(form);
    expect([await state(), await lines()]).toEqual(['dispute-lost', ['provider-dispute-lost']]);
  });

  it('fails while the provider does not respond, and is processed when resent', async () => {
    transaction().status = 'settled';
    const form = sampleWebhook('transaction_settled', transaction().id);
    fake.set({ accident: 'server-error' });
    await expect(receive(form)).rejects.toThrow();
    fake.set();
    expect(await receive(form)).toMatchObject({ outcome: 'changed' });
  });
});

it('deletes a notice sixty days after it was processed', async () => {
  await send('transaction_settled');
  const storedNotices = () => backend.store.db.selectFrom('backend_notices').selectAll().execute();
  expect(await storedNotices()).toHaveLength(1);
  backend.advance(59 * 24 * 60 * 60 * 1000);
  await backend.purge();
  expect(await storedNotices()).toHaveLength(1);
  backend.advance(24 * 60 * 60 * 1000);
  await backend.purge();
  expect(await storedNotices()).toEqual([]);
});
