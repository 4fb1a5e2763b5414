import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import { withoutAnswers } from '~/backend/embedded/payments/attempts/payment-attempt';
import { findSettlement } from '~/backend/embedded/payments/settlement/settlement-store.server';
import { createSealing } from '~/lib/sealing.server';
import type { ChargingProvider, RefundOutcome } from '~/payments/port';
import { openTestBackend, parentNamed, type TestBackend } from '~tests/servers/embedded-backend';
import { BEN, inviteCoParent, payAs, requestOf, tellAll } from '~tests/walks/invited-parent';
import { giveBack } from './giving-back';

const LEASE_MS = 10_000;
const HOUR_MS = 60 * 60 * 1000;
const SEALING = createSealing(['a secret for tests alone, thirty-two'], 'backend');
const SENDER = { brandName: 'Evenkeel', brandColor: '#0f5c63', supportEmail: 'support@example.com' };
const PART = { way: 'refund', amount: 700, onceMore: false } as const;

let backend: TestBackend;
let orderId: string;
beforeEach(async () => {
  backend = await openTestBackend();
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  orderId = `${signup.signupId}-1`;
  backend.sandbox.settle(backend.sandbox.listTransactions()[0]!.transactionId);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await backend.close();
});

/** Refunds a part through a sandbox with some calls replaced. */
const refundPart = (changes: Partial<ChargingProvider> = {}, given: { orderId?: string; mails?: boolean } = {}) =>
  giveBack(
    {
      db: backend.store.db,
      charging: { ...backend.sandbox, ...changes },
      writer: { clock: backend.storeClock, leaseMs: LEASE_MS, by: 'ann' },
      operator: { by: 'ann', why: null },
      mail: given.mails === true ? { sealing: SEALING, ...SENDER } : undefined,
    },
    given.orderId ?? orderId,
    PART,
  );
const refunds = async () => (await backend.sandbox.findRefunds(orderId)).length;
const isLeased = async () => (await findAttempt(backend.store.db, orderId))!.lease_token !== null;
const refundWithoutResponse = async (id: string, amount: number): Promise<RefundOutcome> => {
  await backend.sandbox.refund(id, amount);
  return { outcome: 'unknown', cause: new Error('reset') };
};
const failWithoutResponse = () => Promise.reject(new Error('no answer'));

it('finds a refund immediately after a lost response', async () => {
  expect(await refundPart({ refund: refundWithoutResponse })).toMatchObject({ isDone: true });
  expect([await refunds(), await isLeased()]).toEqual([1, false]);
});

it('sends no second refund while the first may still take effect, then looks it up first', async () => {
  let lookUps = 0;
  const findRefunds = async (id: string) => (++lookUps > 1 ? failWithoutResponse() : backend.sandbox.findRefunds(id));
  const first = await refundPart({ refund: refundWithoutResponse, findRefunds });
  expect(first).toEqual({
    isDone: false,
    text: expect.stringMatching(/^The call to the provider failed \(reset\).* after 2026-03-01 12:00:10 UTC/) as string,
  });
  expect(await refundPart()).toMatchObject({
    isDone: false,
    text: expect.stringContaining('another operator is working on it') as string,
  });
  backend.advance(LEASE_MS);
  expect(await refundPart()).toEqual({ isDone: true, text: expect.stringContaining('was refunded before') as string });
  expect([await refunds(), await isLeased()]).toEqual([1, false]);
});

it('sends no second refund while another operator sends one', async () => {
  let second: unknown;
  const refund = async (id: string, amount: number) => {
    second = await refundPart();
    return backend.sandbox.refund(id, amount);
  };
  expect(await refundPart({ refund })).toMatchObject({ isDone: true });
  expect(second).toMatchObject({ isDone: false, text: expect.stringContaining('another operator') as string });
  expect([await refunds(), await isLeased()]).toEqual([1, false]);
});

it('sends no refund if another operator sent one after its lease ended', async () => {
  const findRefunds = async (id: string) => {
    const before = await backend.sandbox.findRefunds(id);
    backend.advance(LEASE_MS);
    expect(await refundPart()).toMatchObject({ isDone: true });
    return before;
  };
  await expect(refundPart({ findRefunds })).rejects.toThrow('Another process took the payment over');
  expect(await refunds()).toBe(1);
});

it.each(['an unfollowed', 'a settled'])('has the next round look up %s payment without a record', async (which) => {
  if (which === 'a settled') {
    backend.advance(HOUR_MS);
    await backend.runSettlementRound();
  }
  const { records } = backend.sandbox;
  const find = async (id: string) => ((await refunds()) > 0 ? failWithoutResponse() : records.find(id));
  expect(await refundPart({ records: { ...records, find } })).toMatchObject({ isDone: true });
  await backend.runSettlementRound();
  expect(await findSettlement(backend.store.db, orderId)).toMatchObject({ state: 'partly-refunded', refunded: 700 });
});

it.each([
  ['dispute', 'is reclaiming'],
  ['dispute-lost', 'took back'],
] as const)('sends no refund after the bank’s event %s', async (event, text) => {
  backend.sandbox.play(event, (await findAttempt(backend.store.db, orderId))!.transaction_id!);
  expect(await refundPart()).toEqual({ isDone: false, text: expect.stringContaining(text) as string });
  expect([await refunds(), await isLeased()]).toEqual([0, false]);
});

it('sends no refund while the provider does not report whether the payment is disputed', async () => {
  const records = { ...backend.sandbox.records, find: failWithoutResponse };
  expect(await refundPart({ records })).toEqual({
    isDone: false,
    text: expect.stringContaining('Failed to query the provider: no answer') as string,
  });
  expect(await refunds()).toBe(0);
});

it('retries a refund that had no effect', async () => {
  expect(await refundPart({ refund: failWithoutResponse })).toMatchObject({ isDone: false });
  expect(await refunds()).toBe(0);
  backend.advance(LEASE_MS);
  expect(await refundPart()).toMatchObject({ isDone: true });
  expect(await refunds()).toBe(1);
});

it('reports the provider’s reason for a refusal, and releases the payment', async () => {
  const refund = () => Promise.resolve<RefundOutcome>({ outcome: 'declined', reason: '91506' });
  expect(await refundPart({ refund })).toEqual({ isDone: false, text: expect.stringContaining('(91506)') as string });
  expect(await refundPart({ findByOrderId: failWithoutResponse })).toEqual({
    isDone: false,
    text: expect.stringContaining('Failed to query the provider: no answer') as string,
  });
  expect(await isLeased()).toBe(false);
});

it('mails the parent who paid, although another tab changed the sign-up’s e-mail during the payment', async () => {
  const { client, sandbox } = backend;
  const { signupId, headers } = await backend.signUp({ email: 'payer@example.com' });
  const request = await backend.requestFor({ signupId, headers });
  const { authorise } = sandbox;
  vi.spyOn(sandbox, 'authorise').mockImplementation(async (...sale) => {
    const parent = { ...parentNamed('other.tab@example.com'), firstName: 'Olga' };
    await client.registrations.update({ params: { signupId }, headers, body: { sections: ['PARENT'], parent } });
    return authorise(...sale);
  });
  await backend.pay({ signupId, headers }, request);
  const paid = `${signupId}-1`;
  sandbox.settle((await findAttempt(backend.store.db, paid))!.transaction_id!);
  expect(await refundPart({}, { orderId: paid, mails: true })).toEqual({
    isDone: true,
    text: expect.stringContaining('The customer gets a mail.') as string,
  });
  const mails = backend.store.db.selectFrom('backend_mails').selectAll().where('kind', '=', 'refund');
  const mail = await mails.executeTakeFirstOrThrow();
  expect([mail.recipient, SEALING.open(mail.sealed_content)]).toEqual([
    'payer@example.com',
    expect.stringContaining('Hello Ann,') as string,
  ]);
});

it.each([
  ['open', 'needs-operator', ['payer@example.com'], 'The customer gets a mail.'],
  ['closed', 'orphaned', [], 'No mail was queued, because the payer’s e-mail is not stored.'],
] as const)('mails no other holder of an invite whose %s payment has no order', async (_, state, recipients, text) => {
  const { client, sandbox, store } = backend;
  const invited = await inviteCoParent(backend);
  await tellAll(client, invited, { ...BEN, email: 'payer@example.com' });
  const request = await requestOf(backend, invited);
  const { authorise } = sandbox;
  vi.spyOn(sandbox, 'authorise').mockImplementation(async (...sale) => {
    await tellAll(client, invited, { ...BEN, email: 'other.holder@example.com' });
    await authorise(...sale);
    throw new Error('reset');
  });
  await payAs(client, invited, request);
  const paid = `${invited.userId}-1`;
  const [held] = await sandbox.findByOrderId(paid);
  await sandbox.submitForSettlement(held!.transactionId);
  sandbox.settle(held!.transactionId);
  const { request: stored } = (await findAttempt(store.db, paid))!;
  const changes = {
    state,
    lease_token: null,
    lease_until: null,
    ...(state === 'orphaned' && { request: withoutAnswers(stored) }),
  };
  await store.db.updateTable('backend_payment_attempts').set(changes).where('order_id', '=', paid).execute();
  const ending = await refundPart({}, { orderId: paid, mails: true });
  expect(ending).toEqual({ isDone: true, text: expect.stringContaining(text) as string });
  const mails = await store.db.selectFrom('backend_mails').select('recipient').where('kind', '=', 'refund').execute();
  expect(mails.map(({ recipient }) => recipient)).toEqual(recipients);
});

it('mails the amount in the currency that the provider took', async () => {
  const findByOrderId = async (id: string) =>
    (await backend.sandbox.findByOrderId(id)).map((transaction) => ({ ...transaction, currency: 'GBP' }));
  expect(await refundPart({ findByOrderId }, { mails: true })).toMatchObject({ isDone: true });
  const mails = backend.store.db.selectFrom('backend_mails').select('sealed_content').where('kind', '=', 'refund');
  const text = SEALING.open((await mails.executeTakeFirstOrThrow()).sealed_content);
  expect(text).toContain('£7.00');
  expect(text).not.toMatch(/\$7[.]00|US dollars/);
});
