import { afterEach, describe, expect, it } from 'vitest';
import type { ChargeOutcome, ChargingProvider } from '~/payments/port';
import { createSealing } from '~/lib/sealing.server';
import { ESSENTIALS, openTestBackend, refusalOf, type SignUp, type TestBackend } from '~tests/servers/embedded-backend';
import type { AttemptEvent } from '~/backend/embedded/context';

const SLOW_CARD = '4005519200000004';
const AFTER_LEASE_MS = 60_000;

let backend: TestBackend;
afterEach(() => backend.close());

/** Opens a backend whose sandbox provider has some calls replaced. */
async function openWith(change: (sandbox: ChargingProvider) => Partial<ChargingProvider> = () => ({})) {
  const replaced: Partial<ChargingProvider> = {};
  const events: AttemptEvent[] = [];
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) => replaced[name] ?? backend.sandbox[name],
  });
  backend = await openTestBackend({ charging, answerWithin: 60, report: (event) => void events.push(event) });
  const signup = await backend.signUp();
  const request = await backend.requestFor(signup);
  Object.assign(replaced, change(backend.sandbox));
  const restore = () => Object.keys(replaced).forEach((name) => delete replaced[name as keyof ChargingProvider]);
  return { signup, request, restore, events, replaced };
}
const stateOf = async (signup: SignUp) =>
  (await backend.attempts()).find(({ signup_id }) => signup_id === signup.signupId)?.state;
const charges = () => backend.sandbox.listTransactions().map(({ status }) => status);
const never = () => new Promise<never>(() => undefined);

describe('an unknown outcome', () => {
  it('is pending for the slow card, then looked up and paid with one charge', async () => {
    const { signup } = await openWith();
    const request = await backend.requestFor(signup, { nonce: await backend.makeNonce(SLOW_CARD) });
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    expect(await stateOf(signup)).toBe('unknown');
    const found = await backend.lookUp(signup);
    expect(found.state).toBe('paid');
    expect((await backend.pay(signup, request)).data).toEqual(found);
    expect(charges()).toEqual(['settling']);
  });

  it('is charged once if a request with another key arrives', async () => {
    const { signup } = await openWith((sandbox) => ({
      authorise: (request) => sandbox.authorise(request).then(never),
      findByOrderId: () => Promise.reject(new Error('no answer')),
    }));
    expect((await backend.pay(signup, await backend.requestFor(signup))).data).toEqual({ state: 'pending' });
    const other = await backend.requestFor(signup);
    expect((await backend.pay(signup, other, 'key-2')).data).toEqual({ state: 'pending' });
    expect(await backend.lookUp(signup, 'key-2')).toEqual({ state: 'pending' });
    expect(charges()).toEqual(['authorised']);
  });

  it('is found as paid after a connection reset if the provider took the money', async () => {
    const { signup, request, restore, events } = await openWith((sandbox) => ({
      async authorise(sale) {
        await sandbox.authorise(sale);
        throw new Error('socket hang up');
      },
      findByOrderId: () => Promise.reject(new Error('no answer')),
    }));
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    expect((await backend.lookUp(signup)).state).toBe('pending');
    // Operators search the log for the order id.
    const failed = { event: 'provider-call-failed', orderId: `${signup.signupId}-1` };
    expect(events).toEqual(['socket hang up', 'no answer'].map((cause) => ({ ...failed, cause: new Error(cause) })));
    restore();
    expect((await backend.lookUp(signup)).state).toBe('paid');
    expect(charges()).toEqual(['settling']);
  });

  it('is closed after a connection reset only once the provider can no longer take the money', async () => {
    const { signup, request, restore } = await openWith(() => ({
      authorise: () => Promise.reject(new Error('connection refused')),
    }));
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    restore();
    backend.advance(15_000);
    expect(await backend.lookUp(signup)).toEqual({ state: 'pending' });
    backend.advance(1);
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Unexpected error' });
    expect(refusalOf(await backend.pay(signup, request)).code).toBe('DECLINED');
    expect((await backend.pay(signup, request, 'key-2')).data?.state).toBe('paid');
    expect(charges()).toEqual(['settling']);
  });

  it.each<[string, (sandbox: ChargingProvider) => ChargingProvider['authorise'], string, string]>([
    ['declined', (sandbox) => (sale) => sandbox.authorise(sale).then(never), '4000111111111115', 'declined,settling'],
    ['not taken', () => () => Promise.reject(new Error('connection refused')), '4111111111111111', 'settling'],
  ])('charges the card of another key whose look-up finds the payment %s', async (_what, authorise, card, expected) => {
    const { signup, restore } = await openWith((sandbox) => ({ authorise: authorise(sandbox) }));
    const first = await backend.requestFor(signup, { nonce: await backend.makeNonce(card) });
    expect((await backend.pay(signup, first)).data).toEqual({ state: 'pending' });
    restore();
    backend.advance(15_001);
    const second = await backend.requestFor(signup);
    const { data } = await backend.pay(signup, second, 'key-2');
    expect(data).toMatchObject({ state: 'paid', isJoined: false });
    expect((await backend.pay(signup, second, 'key-2')).data).toEqual(data);
    expect(await backend.lookUp(signup, 'key-2')).toEqual(data);
    expect(refusalOf(await backend.pay(signup, first)).code).toBe('DECLINED');
    expect(charges().sort().join()).toBe(expected);
  });

  it('charges the card of a key that joined it, if that key is pressed again after it was declined', async () => {
    const { signup, restore } = await openWith((sandbox) => ({
      authorise: (sale) => sandbox.authorise(sale).then(never),
      findByOrderId: () => Promise.reject(new Error('no answer')),
    }));
    const first = await backend.requestFor(signup, { nonce: await backend.makeNonce('4000111111111115') });
    expect((await backend.pay(signup, first)).data).toEqual({ state: 'pending' });
    const second = await backend.requestFor(signup);
    // The browser did not receive this response.
    expect((await backend.pay(signup, second, 'key-2')).data).toEqual({ state: 'pending' });
    restore();
    backend.advance(AFTER_LEASE_MS);
    const { data } = await backend.pay(signup, second, 'key-2');
    expect(data).toMatchObject({ state: 'paid', isJoined: false });
    expect((await backend.pay(signup, second, 'key-2')).data).toEqual(data);
    expect(await backend.lookUp(signup, 'key-2')).toEqual(data);
    expect(refusalOf(await backend.pay(signup, first)).code).toBe('DECLINED');
    expect(charges().sort()).toEqual(['declined', 'settling']);
  });

  it('reports the decline of another key’s card to a look-up', async () => {
    const { signup, restore } = await openWith((sandbox) => ({
      authorise: (sale) => sandbox.authorise(sale).then(never),
      findByOrderId: () => Promise.reject(new Error('no answer')),
    }));
    const first = await backend.requestFor(signup, { nonce: await backend.makeNonce('4000111111111115') });
    await backend.pay(signup, first);
    await backend.pay(signup, await backend.requestFor(signup), 'key-2');
    restore();
    backend.advance(AFTER_LEASE_MS);
    const failed = { state: 'failed', exception: 'Payment method declined' };
    expect(await backend.lookUp(signup, 'key-2')).toEqual({ ...failed, isJoined: true });
  });

  it('becomes a decline if the response to a decline was lost', async () => {
    const { signup, restore } = await openWith((sandbox) => ({
      authorise: (sale) => sandbox.authorise(sale).then(never),
    }));
    const request = await backend.requestFor(signup, { nonce: await backend.makeNonce('4000111111111115') });
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    restore();
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment method declined' });
  });

  it('is looked up if the gateway reports a duplicate', async () => {
    const { signup, request, restore } = await openWith((sandbox) => ({
      async authorise(sale): Promise<ChargeOutcome> {
        await sandbox.authorise(sale);
        return { outcome: 'declined', reason: 'duplicate' };
      },
    }));
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    restore();
    expect((await backend.lookUp(signup)).state).toBe('paid');
  });

  it('waits for an operator if the amount is unexpected', async () => {
    const { signup, request, events } = await openWith((sandbox) => ({
      authorise: (sale) => sandbox.authorise({ ...sale, amount: sale.amount + 1 }),
    }));
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    expect(await stateOf(signup)).toBe('needs-operator');
    expect(events).toMatchObject([{ event: 'attempt-needs-operator', reason: 'amount-differs' }]);
    backend.advance(AFTER_LEASE_MS);
    expect(await backend.recoverAttempts()).toEqual({ found: 0, unfinished: 0 });
    expect((await backend.pay(signup, request, 'key-2')).data).toEqual({ state: 'pending' });
    expect(charges()).toHaveLength(1);
  });
});

describe('a hold that an operator voids at the provider', () => {
  const voidAll = () =>
    Promise.all(backend.sandbox.listTransactions().map(({ transactionId }) => backend.sandbox.void(transactionId)));

  it('counts as unpaid before its look-up', async () => {
    const { signup, request, restore } = await openWith((sandbox) => ({
      authorise: (sale) => sandbox.authorise(sale).then(never),
    }));
    await backend.pay(signup, request);
    await voidAll();
    restore();
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment given back' });
    expect((await backend.pay(signup, await backend.requestFor(signup), 'key-2')).data?.state).toBe('paid');
  });

  it('keeps the visitor’s order and waits for an operator before its settlement', async () => {
    const { signup, request, events } = await openWith((sandbox) => ({
      async submitForSettlement(id) {
        await sandbox.void(id);
        return sandbox.submitForSettlement(id);
      },
    }));
    expect((await backend.pay(signup, request)).data?.state).toBe('paid');
    expect(await stateOf(signup)).toBe('needs-operator');
    expect(events).toMatchObject([{ reason: 'settlement-refused-91507' }]);
    expect((await backend.lookUp(signup)).state).toBe('paid');
  });
});

describe('a killed process', () => {
  /** Kills a process in a provider call. Its lease then expires. */
  async function killAt(call: 'authorise' | 'submitForSettlement', when: 'before' | 'after') {
    const opened = await openWith();
    const dead = await backend.openReplica({
      answerWithin: 3_600_000,
      charging: {
        ...backend.sandbox,
        async [call](argument: never) {
          if (when === 'after') await backend.sandbox[call](argument);
          return never();
        },
      },
    });
    void backend.payWith(dead.client, opened.signup, opened.request, 'key-1');
    await expect.poll(() => stateOf(opened.signup)).toBe(call === 'authorise' ? 'started' : 'registered');
    await expect.poll(() => charges().length).toBe(call === 'authorise' && when === 'before' ? 0 : 1);
    return opened;
  }
  // The dead replica waits an hour for its provider, and its lease is longer than that.
  const AFTER_DEAD_LEASE_MS = 3_700_000;

  it('has its payment registered and settled once if the provider took the money before the kill', async () => {
    const { signup, request } = await killAt('authorise', 'after');
    expect(await backend.lookUp(signup)).toEqual({ state: 'pending' });
    expect(await backend.recoverAttempts()).toEqual({ found: 0, unfinished: 0 });
    backend.advance(AFTER_DEAD_LEASE_MS);
    const replica = await backend.openReplica();
    const [one, other] = await Promise.all([backend.recoverAttempts(), replica.recoverAttempts()]);
    expect(Math.max(one.found, other.found)).toBe(1);
    expect((await backend.lookUp(signup)).state).toBe('paid');
    expect((await backend.pay(signup, request)).data?.state).toBe('paid');
    expect(charges()).toEqual(['settling']);
    expect((await backend.demo!.mails()).map(({ kind }) => kind).sort()).toEqual(['credentials', 'invite', 'receipt']);
  });

  it('has its payment closed if killed before the provider call, and another card can pay', async () => {
    const { signup } = await killAt('authorise', 'before');
    backend.advance(AFTER_DEAD_LEASE_MS);
    expect(await backend.recoverAttempts()).toEqual({ found: 1, unfinished: 0 });
    expect((await backend.lookUp(signup)).state).toBe('failed');
    expect((await backend.pay(signup, await backend.requestFor(signup), 'key-2')).data?.state).toBe('paid');
    expect(charges()).toEqual(['settling']);
  });

  it.each(['before', 'after'] as const)(
    'has its payment reported as paid if killed %s settlement, and settled by recovery',
    async (when) => {
      const { signup } = await killAt('submitForSettlement', when);
      expect((await backend.lookUp(signup)).state).toBe('paid');
      backend.advance(AFTER_DEAD_LEASE_MS);
      await backend.recoverAttempts();
      expect(await stateOf(signup)).toBe('settled');
      expect(charges()).toEqual(['settling']);
    },
  );
});

describe('a store that fails while the order is registered', () => {
  it('reports the payment as pending, and recovery completes it', async () => {
    const { signup, request, events } = await openWith();
    await backend.store.db.schema.alterTable('backend_orders').renameTo('hidden').execute();
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    expect(events).toMatchObject([{ event: 'attempt-stalled' }]);
    expect(await stateOf(signup)).toBe('authorised');
    await backend.store.db.schema.alterTable('hidden').renameTo('backend_orders').execute();
    backend.advance(AFTER_LEASE_MS);
    expect(await backend.recoverAttempts()).toEqual({ found: 1, unfinished: 0 });
    expect((await backend.lookUp(signup)).state).toBe('paid');
    expect(charges()).toEqual(['settling']);
  });
});

describe('an order that cannot be registered', () => {
  it('has its money voided if the payer was deleted meanwhile', async () => {
    const { signup, restore } = await openWith((sandbox) => ({
      authorise: (sale) => sandbox.authorise(sale).then(never),
    }));
    await backend.pay(signup, await backend.requestFor(signup));
    await backend.store.db.deleteFrom('backend_registrations').where('id', '=', signup.signupId).execute();
    restore();
    backend.advance(AFTER_LEASE_MS);
    expect(await backend.recoverAttempts()).toEqual({ found: 1, unfinished: 0 });
    expect(await backend.attempts()).toMatchObject([{ state: 'voided', reason: 'payer-deleted' }]);
    expect(charges()).toEqual(['voided']);
  });

  it('reports no returned money if the order was free', async () => {
    const { signup } = await openWith();
    const free = { order: ESSENTIALS, codes: ['PREPAID-FULL'], nonce: null };
    const request = await backend.requestFor(signup, free);
    const { schema } = backend.store.db;
    await schema.alterTable('backend_orders').renameTo('hidden').execute();
    expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    await schema.alterTable('hidden').renameTo('backend_orders').execute();
    const other = await backend.signUp({ email: 'ann1@example.com' });
    await backend.pay(other, await backend.requestFor(other));
    backend.advance(AFTER_LEASE_MS);
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Unexpected error' });
  });

  it('waits for an operator if no secret opens its activation codes', async () => {
    const { signup, restore, events } = await openWith((sandbox) => ({
      authorise: (sale) => sandbox.authorise(sale).then(never),
    }));
    await backend.pay(signup, await backend.requestFor(signup, { codes: ['PREPAID-40'] }));
    restore();
    const sealing = createSealing(['another secret for tests, thirty-two'], 'backend');
    const replica = await backend.openReplica({ sealing });
    backend.advance(AFTER_LEASE_MS);
    expect(await replica.recoverAttempts()).toEqual({ found: 1, unfinished: 0 });
    expect(await backend.attempts()).toMatchObject([{ state: 'needs-operator', reason: 'codes-unreadable' }]);
    expect(events).toMatchObject([
      { event: 'provider-call-failed' },
      { event: 'attempt-needs-operator', reason: 'codes-unreadable' },
    ]);
    expect(charges()).toEqual(['authorised']);

    // The operator sets the old secret again, and asks for another look-up.
    const again = { state: 'unknown', reason: null } as const;
    await backend.store.db.updateTable('backend_payment_attempts').set(again).execute();
    expect((await backend.lookUp(signup)).state).toBe('paid');
    expect(charges()).toEqual(['settling']);
  });
});

describe('voiding a payment', () => {
  /** Makes a payment whose code is spent by another order during the provider call. */
  async function payWithSpentCode(voiding: ChargingProvider['void']) {
    const opened = await openWith();
    const request = await backend.requestFor(opened.signup, { codes: ['PREPAID-40'] });
    Object.assign(opened.replaced, {
      void: voiding,
      authorise: async (sale: Parameters<ChargingProvider['authorise']>[0]) => {
        const spent = { spent_at: '2026-03-01T12:00:00.000Z', spent_by: 'another order' };
        await backend.store.db.updateTable('backend_activation_codes').set(spent).execute();
        return backend.sandbox.authorise(sale);
      },
    });
    return { ...opened, result: await backend.pay(opened.signup, request) };
  }

  it('is retried until its outcome is known, and registers no order', async () => {
    const { signup, restore, result } = await payWithSpentCode(never);
    expect(result.data).toEqual({ state: 'pending' });
    await backend.store.db.updateTable('backend_activation_codes').set({ spent_at: null, spent_by: null }).execute();
    restore();
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Invalid activation code' });
    expect(charges()).toEqual(['voided']);
  });

  it('is complete when the provider reports it as already voided', async () => {
    const { signup, restore, result } = await payWithSpentCode(async (id) => {
      await backend.sandbox.void(id);
      return never();
    });
    expect(result.data).toEqual({ state: 'pending' });
    restore();
    expect((await backend.lookUp(signup)).state).toBe('failed');
    expect(await stateOf(signup)).toBe('voided');
  });

  it('waits for an operator when the provider refuses', async () => {
    const { signup, result, events } = await payWithSpentCode(async () => ({ outcome: 'declined', reason: '91504' }));
    expect(result.data).toEqual({ state: 'pending' });
    expect(await stateOf(signup)).toBe('needs-operator');
    expect(events).toMatchObject([{ reason: 'void-refused-91504' }]);
  });
});
