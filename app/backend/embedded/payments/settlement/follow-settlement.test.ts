import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AttemptEvent } from '~/backend/embedded/context';
import type { BankEvent } from '~/payments/sandbox/bank.server';
import { openTestBackend, type SignUp, type TestBackend } from '~tests/servers/embedded-backend';
import { latch } from '~tests/latch';
import { findHistory } from '../attempts/attempt-history.server';
import { findSettlement } from './settlement-store.server';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

let backend: TestBackend;
let events: AttemptEvent[];
let moved: string[];
beforeEach(async () => {
  events = [];
  moved = [];
  backend = await openTestBackend({
    report: (event) => void events.push(event),
    settlementMoved: (state) => void moved.push(state),
  });
});
afterEach(() => backend.close());

async function pay(): Promise<SignUp> {
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  return signup;
}
const orderOf = ({ signupId }: SignUp) => `${signupId}-1`;
const settlementOf = (signup: SignUp) => findSettlement(backend.store.db, orderOf(signup));
const sale = () => backend.sandbox.listTransactions()[0]!.transactionId;
const playEvents = (...bankEvents: BankEvent[]) => {
  for (const event of bankEvents) expect(backend.sandbox.play(event, sale())).toBe(true);
};
const history = async (signup: SignUp) =>
  (await findHistory(backend.store.db, orderOf(signup)))
    .filter(({ reason }) => reason?.startsWith('provider'))
    .map(({ from_state, to_state, reason }) => `${from_state} ${to_state} ${reason}`);
async function afterAnHour() {
  backend.advance(HOUR_MS + 1_000);
  await backend.runSettlementRound();
}

it('follows a submitted payment from one hour on until it is settled', async () => {
  const signup = await pay();
  await backend.runSettlementRound();
  expect(await settlementOf(signup)).toMatchObject({ state: 'submitted', version: 0 });
  await afterAnHour();
  const lookedUp = (await settlementOf(signup))!;
  expect(lookedUp.state).toBe('submitted');
  playEvents('settle');
  await backend.runSettlementRound();
  expect((await settlementOf(signup))!.version).toBe(lookedUp.version);
  backend.advance(12 * HOUR_MS);
  await backend.runSettlementRound();
  expect(await settlementOf(signup)).toMatchObject({ state: 'settled', waiting_since: null });
  expect(await history(signup)).toEqual(['settled settled provider-settled']);
  expect([events, moved]).toEqual([[], ['settled']]);
});

it('looks a payment up by the store’s time, whatever the clock of its process', async () => {
  const signup = await pay();
  const [ahead, behind] = await Promise.all(
    [61 * DAY_MS, -61 * DAY_MS].map((ms) =>
      backend.openReplica({ clock: { now: () => new Date(backend.clock.now().getTime() + ms) } }),
    ),
  );
  await ahead!.runSettlementRound();
  expect(await settlementOf(signup)).toMatchObject({ state: 'submitted', version: 0 });
  backend.advance(HOUR_MS + 1_000);
  await ahead!.runSettlementRound();
  // A payment without a result for sixty days would be unsettled.
  expect(await settlementOf(signup)).toMatchObject({ state: 'submitted' });
  playEvents('decline');
  backend.advance(12 * HOUR_MS);
  await behind!.runSettlementRound();
  const at = backend.clock.now().toISOString();
  expect(await settlementOf(signup)).toMatchObject({ state: 'declined', waiting_since: at, updated_at: at });
  expect((await findHistory(backend.store.db, orderOf(signup))).at(-1)).toMatchObject({ at });
});

it.each<[BankEvent[], string, string]>([
  [['decline'], 'declined', 'provider-declined-4001'],
  [['void'], 'voided', 'provider-voided'],
  [['settle', 'refund'], 'refunded', 'provider-refunded-179.55'],
  [['settle', 'dispute'], 'disputed', 'provider-disputed'],
  [['settle', 'dispute', 'dispute-lost'], 'dispute-lost', 'provider-dispute-lost'],
])('notifies an operator after %j, and changes nothing for order and visitor', async (bankEvents, state, line) => {
  const signup = await pay();
  playEvents(...bankEvents);
  await afterAnHour();
  expect(await settlementOf(signup)).toMatchObject({ state, waiting_since: expect.any(String) as string });
  expect(await history(signup)).toEqual([`settled settled ${line}`]);
  expect(events).toMatchObject([{ event: 'settlement-needs-operator', orderId: orderOf(signup), reason: state }]);
  const waiting = (await backend.readBacklog()).settlements;
  expect(Object.entries(waiting).filter(([, count]) => count > 0)).toEqual([[state, 1]]);
  expect((await backend.lookUp(signup)).state).toBe('paid');
  expect((await backend.demo!.mails()).map(({ kind }) => kind).sort()).toEqual(['credentials', 'invite', 'receipt']);
});

it('records each partial refund without a notification', async () => {
  const signup = await pay();
  playEvents('settle');
  await backend.sandbox.refund(sale(), 5_000);
  await afterAnHour();
  await backend.sandbox.refund(sale(), 2_000);
  backend.advance(30 * DAY_MS);
  await backend.runSettlementRound();
  expect(await settlementOf(signup)).toMatchObject({ state: 'partly-refunded', refunded: 7_000, waiting_since: null });
  expect(await history(signup)).toEqual([
    'settled settled provider-partly-refunded-50.00',
    'settled settled provider-partly-refunded-70.00',
  ]);
  expect(events).toEqual([]);
});

it('notifies an operator of a refund that fails later, until the money is returned again', async () => {
  const signup = await pay();
  playEvents('settle');
  let refunded = 5_000;
  const { records } = backend.sandbox;
  const replica = await backend.openReplica({
    report: (event) => void events.push(event),
    charging: {
      ...backend.sandbox,
      records: { ...records, find: async (id) => ({ ...(await records.find(id))!, refunded }) },
    },
  });
  async function afterAMonth() {
    backend.advance(30 * DAY_MS);
    await replica.runSettlementRound();
    return settlementOf(signup);
  }
  expect(await afterAMonth()).toMatchObject({ state: 'partly-refunded' });
  refunded = 0;
  const failed = { state: 'refund-failed', refunded: 5_000, waiting_since: expect.any(String) as string };
  expect(await afterAMonth()).toMatchObject(failed);
  expect(events).toMatchObject([{ event: 'settlement-needs-operator', reason: 'refund-failed' }]);
  expect((await replica.readBacklog()).settlements).toMatchObject({ 'refund-failed': 1 });
  expect((await history(signup)).at(-1)).toBe('settled settled provider-refund-failed-50.00');
  refunded = 1;
  expect(await afterAMonth()).toMatchObject({ ...failed, reason: '49.99' });
  refunded = 5_000;
  expect(await afterAMonth()).toMatchObject({ state: 'partly-refunded', waiting_since: null });
});

it('sends no further notification after a won dispute', async () => {
  const signup = await pay();
  playEvents('settle', 'dispute');
  await afterAnHour();
  playEvents('dispute-won');
  backend.advance(DAY_MS);
  await backend.runSettlementRound();
  expect(await settlementOf(signup)).toMatchObject({ state: 'dispute-won', waiting_since: null });
  expect(moved).toEqual(['disputed', 'dispute-won']);
});

it.each<[BankEvent[], string]>([
  [['settle', 'refund'], 'refunded'],
  [['void'], 'voided'],
])('does not notify an operator of a refund made by an operator: %j', async (bankEvents, state) => {
  const signup = await pay();
  playEvents(...bankEvents);
  await backend.store.db.updateTable('backend_payment_attempts').set({ state: 'refunded' }).execute();
  await afterAnHour();
  expect(await settlementOf(signup)).toMatchObject({ state, waiting_since: null });
  expect(events).toEqual([]);
});

it('creates missing settlements of payments, except free ones', async () => {
  const signup = await pay();
  await backend.runSettlementRound();
  await backend.store.db.deleteFrom('backend_settlements').execute();
  const replica = await backend.openReplica();
  backend.advance(59 * DAY_MS);
  await replica.runSettlementRound();
  expect(await settlementOf(signup)).toBeDefined();
  await backend.store.db.updateTable('backend_payment_attempts').set({ transaction_id: null }).execute();
  await backend.store.db.deleteFrom('backend_settlements').execute();
  await (await backend.openReplica()).runSettlementRound();
  expect(await settlementOf(signup)).toBeUndefined();
});

it('notifies an operator of unknown transactions and of those still open after sixty days', async () => {
  const signup = await pay();
  await backend.runSettlementRound();
  backend.advance(60 * DAY_MS);
  await backend.runSettlementRound();
  expect(await settlementOf(signup)).toMatchObject({ state: 'unsettled' });
  await backend.store.db.updateTable('backend_payment_attempts').set({ transaction_id: 'made-up' }).execute();
  backend.advance(7 * DAY_MS);
  await backend.runSettlementRound();
  expect(await settlementOf(signup)).toMatchObject({ state: 'missing' });
  expect(events.map(({ reason }) => reason)).toEqual(['unsettled', 'missing']);
});

describe('a provider', () => {
  it('ends the round if it does not respond, and later rounds look up each payment again', async () => {
    let calls = 0;
    const silent = await backend.openReplica({
      charging: {
        ...backend.sandbox,
        records: { ...backend.sandbox.records, find: () => Promise.reject(new Error(`down ${(calls += 1)}`)) },
      },
    });
    const [one, other] = [await pay(), await pay()];
    await silent.runSettlementRound();
    backend.advance(HOUR_MS + 1_000);
    await expect(silent.runSettlementRound()).rejects.toThrow('down 1');
    await expect(silent.runSettlementRound()).rejects.toThrow('down 2');
    await silent.runSettlementRound();
    expect(calls).toBe(2);
    for (const { transactionId } of backend.sandbox.listTransactions()) backend.sandbox.play('settle', transactionId);
    backend.advance(15 * 60_000);
    await backend.runSettlementRound();
    expect([(await settlementOf(one))?.state, (await settlementOf(other))?.state]).toEqual(['settled', 'settled']);
  });

  it('does not overwrite newer states with a late response', async () => {
    const signup = await pay();
    const late = latch();
    let isCalled = false;
    const slow = await backend.openReplica({
      answerWithin: 60_000,
      charging: {
        ...backend.sandbox,
        records: {
          ...backend.sandbox.records,
          async find(id) {
            const seen = await backend.sandbox.records.find(id);
            if (!isCalled) {
              isCalled = true;
              await late.opened;
            }
            return seen;
          },
        },
      },
    });
    await slow.runSettlementRound();
    playEvents('settle');
    backend.advance(HOUR_MS + 1_000);
    const round = slow.runSettlementRound();
    await expect.poll(() => isCalled).toBe(true);
    playEvents('refund');
    backend.advance(HOUR_MS);
    await backend.runSettlementRound();
    expect(await settlementOf(signup)).toMatchObject({ state: 'refunded' });
    late.open();
    await round;
    expect(await settlementOf(signup)).toMatchObject({ state: 'refunded' });
    expect(await history(signup)).toEqual(['settled settled provider-refunded-179.55']);
  });
});

it('calls the provider from only one of two replicas', async () => {
  await pay();
  let calls = 0;
  const counting = () =>
    backend.openReplica({
      charging: {
        ...backend.sandbox,
        records: {
          ...backend.sandbox.records,
          find(id) {
            calls += 1;
            return backend.sandbox.records.find(id);
          },
        },
      },
    });
  const [one, other] = [await counting(), await counting()];
  await one.runSettlementRound();
  backend.advance(HOUR_MS + 1_000);
  await Promise.all([one.runSettlementRound(), other.runSettlementRound()]);
  expect(calls).toBe(1);
});
