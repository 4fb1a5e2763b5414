import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ChargingProvider } from '~/payments/port';
import type { ProviderRecord } from '~/payments/records-port';
import { payments } from '~/commands/operate/payments';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';

const never = () => new Promise<never>(() => undefined);
const replaced: { -readonly [Call in keyof ChargingProvider]?: ChargingProvider[Call] } = {};

let backend: TestBackend;
let orderId: string;
/** A payment whose response was lost, and that the provider holds twice. */
beforeEach(async () => {
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) => replaced[name] ?? backend.sandbox[name],
  });
  backend = await openTestBackend({ demo: false, charging, answerWithin: 60 });
  const signup = await backend.signUp({ email: 'ann@example.com' });
  const request = await backend.requestFor(signup);
  replaced.authorise = (sale) => backend.sandbox.authorise(sale).then(never);
  replaced.findByOrderId = async (id) => {
    const found = await backend.sandbox.findByOrderId(id);
    return [...found, ...found.map((sale) => ({ ...sale, transactionId: 'second' }))];
  };
  await backend.pay(signup, request);
  await backend.lookUp(signup);
  orderId = `${signup.signupId}-1`;
});
afterEach(async () => {
  delete replaced.authorise;
  delete replaced.findByOrderId;
  delete replaced.records;
  await backend.close();
});

const run = (...args: string[]) => callCommandOn(backend, payments, [...args, '--by', 'olga']);
const attempt = async () => (await backend.attempts())[0]!;

it('keeps no payment method of a payment that waits for an operator', async () => {
  expect(await attempt()).toMatchObject({ state: 'needs-operator', reason: 'charged-twice', sealed_nonce: null });
});

it.each(['voided', 'refunded'])('removes the payer’s answers when an operator records %s', async (word) => {
  // As an earlier release left it.
  await backend.store.db.updateTable('backend_payment_attempts').set({ sealed_nonce: 'sealed' }).execute();
  expect(await run(word, orderId)).toMatchObject({ code: 0 });
  const { state, request, sealed_nonce } = await attempt();
  expect([state, sealed_nonce]).toEqual([word, null]);
  expect(request).toContain('"packageId"');
  expect(request).not.toContain('ann@example.com');
});

it('keeps the payer’s answers for another look-up, which may still make the order', async () => {
  expect(await run('again', orderId)).toMatchObject({ code: 0 });
  expect((await attempt()).request).toContain('ann@example.com');
  delete replaced.findByOrderId;
  await backend.recoverAttempts();
  expect(await attempt()).toMatchObject({ state: 'settled' });
});

describe('another look-up after refunds', () => {
  const saleId = () => backend.sandbox.listTransactions()[0]!.transactionId;
  /** Refunds sales at the provider, which has settled them. */
  const refundSales = (amounts: Record<string, number>, dispute: ProviderRecord['dispute'] = null) => {
    replaced.findByOrderId = async (id) => {
      const found = (await backend.sandbox.findByOrderId(id)).map((sale) => ({ ...sale, status: 'settled' as const }));
      return [...found, ...found.map((sale) => ({ ...sale, transactionId: 'second' }))];
    };
    const { records } = backend.sandbox;
    const find = async (id: string) => {
      const record = await records.find(saleId());
      const own = { transactionId: id, refunded: amounts[id] ?? 0, dispute: id === 'second' ? dispute : null };
      return record && { ...record, ...own };
    };
    replaced.records = { ...records, find };
  };
  const lookAgain = async () => {
    await run('again', orderId);
    await backend.recoverAttempts();
    return attempt();
  };
  const orders = async () => (await backend.store.db.selectFrom('backend_orders').selectAll().execute()).length;

  it('makes the order for the sale that was not refunded', async () => {
    refundSales({ second: 17_955 });
    expect(await lookAgain()).toMatchObject({ state: 'settled', transaction_id: saleId() });
    expect(await orders()).toBe(1);
  });

  it('waits for an operator if the second sale was only partly refunded', async () => {
    refundSales({ second: 17_954 });
    expect(await lookAgain()).toMatchObject({ state: 'needs-operator', reason: 'charged-twice' });
  });

  it.each([
    ['makes the order for the other sale if the bank took back', 'lost', 'settled'],
    ['waits for an operator while the bank reclaims', 'open', 'needs-operator'],
    ['waits for an operator if the bank no longer reclaims', 'won', 'needs-operator'],
  ] as const)('%s the second sale', async (_title, dispute, state) => {
    refundSales({}, dispute);
    expect(await lookAgain()).toMatchObject({ state });
    expect(await orders()).toBe(state === 'settled' ? 1 : 0);
  });

  it('makes no order if each sale was refunded', async () => {
    refundSales({ second: 17_955, [saleId()]: 17_955 });
    expect(await lookAgain()).toMatchObject({ state: 'refunded', reason: null, transaction_id: saleId() });
    expect(await orders()).toBe(0);
  });

  it('waits for a provider that does not report the refunds', async () => {
    refundSales({});
    replaced.records!.find = () => Promise.reject(new Error('no answer'));
    expect(await lookAgain()).toMatchObject({ state: 'unknown' });
  });
});
