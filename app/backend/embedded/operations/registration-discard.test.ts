import { safe } from '@orpc/client';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { OWN_REASONS } from '~/backend/embedded/payments/attempts/attempt-states';
import type { ChargingProvider } from '~/payments/port';
import { latch } from '~tests/latch';
import { openTestBackend, refusalOf, type SignUp, type TestBackend } from '~tests/servers/embedded-backend';

const DAY_MS = 24 * 60 * 60 * 1000;
const DECLINED_CARD = '4000111111111115';

let backend: TestBackend;
let signup: SignUp;
beforeEach(async () => {
  backend = await openTestBackend({ demo: false });
  signup = await backend.signUp();
});
afterEach(() => backend.close());

const discard = ({ signupId, headers }: SignUp, { client } = backend) =>
  safe(client.registrations.discard({ params: { signupId }, headers }));
const registrations = async () =>
  (await backend.store.db.selectFrom('backend_registrations').select('id').execute()).map(({ id }) => id);

/** Returns every value of the store as one text. */
async function readStore(): Promise<string> {
  const tables = await backend.store.db.introspection.getTables();
  const rows = await Promise.all(
    tables.map(({ name }) =>
      backend.store.db
        .selectFrom(name as 'backend_mails')
        .selectAll()
        .execute(),
    ),
  );
  return JSON.stringify(rows);
}

it('deletes every row of an unpaid sign-up, and its failed payments', async () => {
  const nonce = await backend.makeNonce(DECLINED_CARD);
  await backend.pay(signup, await backend.requestFor(signup, { nonce }));
  for (const text of ['ann1@example.com', 'ben@example.com', '12 Elm Street'])
    expect(await readStore()).toContain(text);
  expect((await discard(signup)).data).toEqual({});
  const stored = await readStore();
  for (const text of ['ann1@example.com', 'ben@example.com', '12 Elm Street', '6125550100'])
    expect(stored).not.toContain(text);
  expect(await backend.attempts()).toEqual([]);
  expect((await discard(signup)).data).toEqual({});
});

it('keeps the figures of a payment that the provider may still turn out to hold, until the purge', async () => {
  await backend.pay(signup, await backend.requestFor(signup, { nonce: await backend.makeNonce(DECLINED_CARD) }));
  await backend.store.db
    .updateTable('backend_payment_attempts')
    .set({ state: 'voided', reason: OWN_REASONS.notTaken })
    .execute();
  expect((await discard(signup)).data).toEqual({});
  const [attempt] = await backend.attempts();
  expect(attempt).toMatchObject({ state: 'voided', amount: 17_955 });
  expect(JSON.stringify(attempt)).not.toMatch(/Elm Street|6125550100|@example/);
  backend.advance(DAY_MS);
  await backend.recoverAttempts();
  expect(await backend.attempts()).toMatchObject([{ state: 'voided' }]);
  backend.advance(31 * DAY_MS);
  await backend.purge();
  expect(await backend.attempts()).toEqual([]);
});

it('keeps only the figures of a payment that was refunded without an order', async () => {
  await backend.pay(signup, await backend.requestFor(signup, { nonce: await backend.makeNonce(DECLINED_CARD) }));
  const { db } = backend.store;
  await db.updateTable('backend_payment_attempts').set({ state: 'refunded' }).execute();
  // An operator, who must reach the payer, has not dealt with a failed refund.
  const at = backend.clock.now().toISOString();
  const times = { submitted_at: at, updated_at: at, waiting_since: at, next_look_at: null };
  await db
    .insertInto('backend_settlements')
    .values({
      ...times,
      order_id: `${signup.signupId}-1`,
      transaction_id: 'sale',
      state: 'refund-failed',
      reason: null,
    })
    .execute();
  await discard(signup);
  expect(await registrations()).toHaveLength(1);
  await db.deleteFrom('backend_settlements').execute();
  expect((await discard(signup)).data).toEqual({});
  expect(await registrations()).toEqual([]);
  expect(await backend.attempts()).toMatchObject([{ state: 'refunded', amount: 17_955 }]);
  expect(await readStore()).not.toMatch(/Elm Street|6125550100|ann1@example/);
  backend.advance(31 * DAY_MS);
  await backend.purge();
  expect(await backend.attempts()).toMatchObject([{ state: 'refunded' }]);
});

it.each([
  'started',
  'unknown',
  'authorised',
  'registered',
  'settled',
  'taken-late',
  'orphaned',
  'needs-operator',
] as const)('deletes nothing while a payment is %s', async (state) => {
  await backend.pay(signup, await backend.requestFor(signup, { nonce: await backend.makeNonce(DECLINED_CARD) }));
  await backend.store.db.updateTable('backend_payment_attempts').set({ state }).execute();
  const before = await readStore();
  expect(refusalOf(await discard(signup)).code).toBe('PAYMENT_BEGUN');
  expect(await readStore()).toBe(before);
});

it('refuses a payment that arrives after the deletion, and charges nothing', async () => {
  const request = await backend.requestFor(signup);
  await discard(signup);
  expect(refusalOf(await backend.pay(signup, request)).code).toBe('NOT_FOUND');
  expect(backend.sandbox.listTransactions()).toEqual([]);
});

it('refuses a payment whose sign-up is deleted between its checks and its start', async () => {
  const request = await backend.requestFor(signup);
  const { db } = backend.store;
  const late = new Proxy(db, {
    get(target, name: keyof typeof db) {
      if (name !== 'transaction') return (target[name] as unknown as () => unknown).bind?.(target) ?? target[name];
      return () => ({
        async execute(work: Parameters<ReturnType<typeof db.transaction>['execute']>[0]) {
          await discard(signup);
          return db.transaction().execute(work);
        },
      });
    },
  });
  const { client } = await backend.openReplica({ db: late });
  expect(refusalOf(await backend.payWith(client, signup, request, 'key-1')).code).toBe('FORBIDDEN');
  expect(await backend.attempts()).toEqual([]);
  expect(backend.sandbox.listTransactions()).toEqual([]);
});

it('waits for a payment to finish its charge', async () => {
  const [arrived, held] = [latch(), latch()];
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) =>
      name === 'authorise'
        ? async (...sale: Parameters<ChargingProvider['authorise']>) => {
            arrived.open();
            await held.opened;
            return paying.sandbox.authorise(...sale);
          }
        : paying.sandbox[name],
  });
  const paying = await openTestBackend({ charging, answerWithin: 30_000 });
  onTestFinished(paying.close);
  const visitor = await paying.signUp();
  const payment = paying.pay(visitor, await paying.requestFor(visitor));
  await arrived.opened;
  expect(refusalOf(await discard(visitor, paying)).code).toBe('PAYMENT_BEGUN');
  held.open();
  expect((await payment).data).toMatchObject({ state: 'paid' });
  expect(refusalOf(await discard(visitor, paying)).code).toBe('PAYMENT_BEGUN');
});

it('lets either the payment or the deletion win, from two replicas at once', async () => {
  const { client } = await backend.openReplica();
  for (let round = 0; round < 12; round += 1) {
    const visitor = await backend.signUp();
    const request = await backend.requestFor(visitor);
    const charged = backend.sandbox.listTransactions().length;
    const [deleted, paid] = await Promise.all([
      discard(visitor, { client } as TestBackend),
      backend.pay(visitor, request),
    ]);
    const isPaid = paid.error === null;
    expect(deleted.error === null).toBe(!isPaid);
    if (!isPaid) expect(['FORBIDDEN', 'NOT_FOUND']).toContain(refusalOf(paid).code);
    expect(backend.sandbox.listTransactions().length - charged).toBe(isPaid ? 1 : 0);
    expect((await registrations()).includes(visitor.signupId)).toBe(isPaid);
  }
});
