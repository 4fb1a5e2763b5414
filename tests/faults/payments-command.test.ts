import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findHistory } from '~/backend/embedded/payments/attempts/attempt-history.server';
import {
  OPERATOR_WORDS,
  type AttemptState,
  type OperatorWord,
} from '~/backend/embedded/payments/attempts/attempt-states';
import { payments } from '~/commands/operate/payments';
import { closePayment } from '~/commands/operate/payments/close-payment';
import { openStore, type Store } from '~/store/open-store.server';
import { describeStuckPayments } from '~/commands/operate/payments/stuck-payments';
import { callCommand } from '~tests/servers/call-command';
import { attemptRow, runPaymentsCommand } from '~tests/servers/payments-command';

let dataDir: string;
let store: Store;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'payments-'));
  store = await openStore({ dataDir });
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true });
});

/** Rows of `attemptRow` are older by up to ten minutes. */
const soon = new Date('2026-03-01T12:10:00.000Z');
const later = new Date('2026-03-01T12:17:00.000Z');
const run = (folder = dataDir, now = soon) =>
  callCommand(
    payments,
    [],
    { DATA_DIR: folder },
    { storeClock: { read: () => Promise.resolve({ now, steadyMs: Infinity }) } },
  );
const command = (...args: string[]) => callCommand(payments, [...args, '--by', 'ann'], { DATA_DIR: dataDir });
const OPERATOR = { by: 'ann', why: 'asked by phone' };
const close = (word: OperatorWord, orderId: string) =>
  closePayment(store.db, { word, orderId, now: new Date(), operator: OPERATOR });

async function addAttempt(
  orderId: string,
  state: AttemptState,
  reason: string | null,
  minute: number,
  hasOrder = false,
) {
  const sealed_answer = hasOrder ? 'sealed-answer' : null;
  await store.db
    .insertInto('backend_payment_attempts')
    .values({ ...attemptRow(orderId, state, reason, minute), sealed_answer })
    .execute();
}

const readAttempt = () =>
  store.db
    .selectFrom('backend_payment_attempts')
    .select(['state', 'reason', 'updated_at', 'transaction_id'])
    .executeTakeFirst();

it('reports that nothing waits', async () => {
  await addAttempt('fine-1', 'settled', null, 1);
  expect(await run()).toEqual({ code: 0, said: 'No payment waits for an operator.\n' });
});

it('lists waiting payments, oldest first, with advice and without personal data', async () => {
  await addAttempt('second-1', 'needs-operator', 'charged-twice', 2);
  await addAttempt('first-1', 'needs-operator', 'settlement-refused-91507', 1);
  await addAttempt('fine-1', 'unknown', null, 3);
  const { code, said } = await run();
  expect(code).toBe(1);
  const [title, first, second, ...rest] = said.trim().split('\n\n');
  expect([title, rest]).toEqual(['2 payments wait for an operator.', []]);
  for (const part of ['first-1', '179.55 USD', 'transaction-first-1', '2026-03-01T12:01:00.000Z', 'SETTLE.']) {
    expect(first).toContain(part);
  }
  expect(second).toMatch(/second-1[^]*VOID or REFUND\./);
  expect(said).not.toMatch(/Ann|1111|sealed|fine-1/);
});

it.each(['started', 'unknown', 'authorised', 'registered', 'taken-late'] as const)(
  'lists a payment that has been %s for a quarter of an hour, and exits with 1',
  async (state) => {
    await addAttempt('stuck-1', state, null, 1);
    await addAttempt('fresh-1', state, null, 3);
    expect(await run()).toEqual({ code: 0, said: 'No payment waits for an operator.\n' });
    const { code, said } = await run(dataDir, later);
    expect(code).toBe(1);
    expect(said).toMatch(/^1 payment has been unfinished for 15 minutes or more[.]\n\norder +stuck-1\n/);
    expect(said).toContain('to do        CHECK. The servers retry it every minute.');
    expect(said.includes('before the hold expires')).toBe(state === 'registered');
    expect(said).not.toMatch(/Ann|1111|sealed|fresh-1/);
  },
);

it('counts waiting and unfinished payments separately', async () => {
  await addAttempt('first-1', 'needs-operator', 'charged-twice', 2);
  await addAttempt('stuck-1', 'authorised', null, 1);
  await addAttempt('stuck-2', 'unknown', null, 2);
  const { said } = await run(dataDir, later);
  expect(said.trim().split('\n\n')).toEqual([
    '1 payment waits for an operator.',
    expect.stringContaining('first-1'),
    '2 payments have been unfinished for 15 minutes or more.',
    expect.stringContaining('stuck-1'),
    expect.stringContaining('stuck-2'),
  ]);
});

it.each([
  ['amount-differs', 'VOID.'],
  ['void-refused-91504', 'VOID or REFUND.'],
  ['codes-unreadable', 'RESTORE the SESSION_SECRET that was dropped'],
  ['something-new', 'LOOK.'],
])('shows advice for %s', async (reason, advice) => {
  await addAttempt('one-1', 'needs-operator', reason, 1);
  expect((await describeStuckPayments(store.db, soon)).text).toContain(`to do        ${advice}`);
});

it('reports a missing store', async () => {
  const { code, said } = await run(join(dataDir, 'nowhere'));
  expect([code, said]).toEqual([2, expect.stringContaining('no store') as string]);
});

describe('closing a payment', () => {
  it.each<[OperatorWord, boolean, string]>([
    ['settled', true, 'settled'],
    ['refunded', true, 'refunded'],
    ['voided', false, 'voided'],
    ['refunded', false, 'refunded'],
  ])('records %s with its time (has an order: %s), and keeps the reason for waiting', async (verb, hasOrder, state) => {
    await addAttempt('one-1', 'needs-operator', 'a-reason', 1, hasOrder);
    const before = new Date().toISOString();
    const { code, text } = await close(verb, 'one-1');
    expect([code, text]).toEqual([0, expect.stringContaining(`Payment one-1 is closed as ${state}, 20`)]);
    const attempt = (await readAttempt())!;
    expect(attempt).toMatchObject({ state, reason: 'a-reason', transaction_id: 'transaction-one-1' });
    expect(attempt.updated_at >= before).toBe(true);
    expect(await findHistory(store.db, 'one-1')).toMatchObject([
      { from_state: 'needs-operator', to_state: state, reason: 'asked by phone', by: 'ann', at: attempt.updated_at },
    ]);
    expect(await describeStuckPayments(store.db, soon)).toEqual({
      count: 0,
      text: 'No payment waits for an operator.',
    });
    expect(await close(verb, 'one-1')).toEqual({
      code: 1,
      text: expect.stringContaining(`it has been ${state}`) as string,
    });
  });

  it.each([
    [true, 'registered'],
    [false, 'unknown'],
  ])('makes the server look it up again (has an order: %s)', async (hasOrder, state) => {
    await addAttempt('one-1', 'needs-operator', 'charged-twice', 1, hasOrder);
    expect(await close('again', 'one-1')).toMatchObject({ code: 0 });
    // With a reason the server would release the money.
    expect(await readAttempt()).toMatchObject({ state, reason: null });
  });

  it.each<[OperatorWord, boolean, string]>([
    ['settled', false, 'This payment has no order'],
    ['voided', true, 'The order is valid'],
  ])('rejects %s with a reason (has an order: %s)', async (verb, hasOrder, why) => {
    await addAttempt('one-1', 'needs-operator', 'a-reason', 1, hasOrder);
    const { code, text } = await close(verb, 'one-1');
    expect([code, text]).toEqual([1, expect.stringContaining(why)]);
    expect(await readAttempt()).toMatchObject({ state: 'needs-operator', updated_at: '2026-03-01T12:01:00.000Z' });
  });

  it.each(['started', 'unknown', 'authorised', 'registered', 'settled', 'declined', 'voided'] as const)(
    'skips a payment that needs no operator: %s',
    async (state) => {
      await addAttempt('one-1', state, null, 1, true);
      for (const verb of OPERATOR_WORDS) {
        expect(await close(verb, 'one-1')).toEqual({ code: 1, text: expect.stringContaining(state) as string });
      }
      expect(await readAttempt()).toMatchObject({ state, updated_at: '2026-03-01T12:01:00.000Z' });
    },
  );

  it('works from the command line, with exit codes', async () => {
    await addAttempt('one-1', 'needs-operator', 'a-reason', 1, true);
    const inAProcess = (...args: string[]) => runPaymentsCommand([...args, '--by', 'ann'], { DATA_DIR: dataDir });
    expect(inAProcess('voided', 'one-1')).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('The order is valid') as string,
    });
    expect(inAProcess('settled', 'one-1', dataDir)).toMatchObject({
      status: 0,
      stdout: expect.stringContaining('Payment one-1 is closed as settled, 20') as string,
    });
    expect(await readAttempt()).toMatchObject({ state: 'settled', reason: 'a-reason' });
    expect(inAProcess('voided')).toMatchObject({
      status: 2,
      stdout: '',
      stderr: expect.stringContaining('Usage') as string,
    });
  });

  it('rejects an unknown payment, and shows its usage', async () => {
    expect(await command('voided', 'nothing')).toEqual({ code: 2, said: 'Unknown payment nothing.\n' });
    expect(await command('voided', 'a', 'b', 'c')).toMatchObject({
      code: 2,
      said: expect.stringContaining('Usage') as string,
    });
  });

  it('succeeds once for concurrent calls', async () => {
    await addAttempt('one-1', 'needs-operator', 'a-reason', 1);
    const closings = await Promise.all((['voided', 'refunded', 'voided'] as const).map((verb) => close(verb, 'one-1')));
    expect(closings.map(({ code }) => code).sort()).toEqual([0, 1, 1]);
  });

  it('requires a name, and changes nothing in a dry run', async () => {
    await addAttempt('one-1', 'needs-operator', 'a-reason', 1);
    const nameless = await callCommand(payments, ['voided', 'one-1'], { DATA_DIR: dataDir });
    expect(nameless).toMatchObject({ code: 2, said: expect.stringContaining('--by NAME') as string });
    expect(await command('voided', 'one-1', '--dry-run')).toEqual({
      code: 0,
      said: 'Payment one-1 would go from needs-operator to voided.\n',
    });
    expect(await readAttempt()).toMatchObject({ state: 'needs-operator' });
    expect(await findHistory(store.db, 'one-1')).toEqual([]);
  });

  it('changes nothing while another process works on the payment', async () => {
    await addAttempt('one-1', 'needs-operator', 'a-reason', 1);
    const lease = { lease_token: 'another', lease_until: new Date(Date.now() + 60_000).toISOString() };
    await store.db.updateTable('backend_payment_attempts').set(lease).execute();
    expect(await close('voided', 'one-1')).toEqual({
      code: 1,
      text: expect.stringContaining('is working on it') as string,
    });
    expect(await readAttempt()).toMatchObject({ state: 'needs-operator' });
    expect(await findHistory(store.db, 'one-1')).toEqual([]);
  });
});
