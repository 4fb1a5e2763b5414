import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findHistory } from '~/backend/embedded/payments/attempts/attempt-history.server';
import { actions } from '~/commands/operate/actions';
import { payments } from '~/commands/operate/payments';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
  writeFileSync(join(backend.dataDir, 'session-secret'), 'a secret for tests alone, thirty-two');
});
afterEach(() => backend.close());

/** Runs the command as an operator does, next to the server. */
function run(args: string[], ask?: (question: string) => Promise<string>) {
  return callCommandOn(backend, payments, args, {
    clock: backend.clock,
    storeClock: backend.storeClock,
    ask,
  });
}
const CONFIRMED = ['--by', 'ann', '--yes'];

/** @returns the order id */
async function pay(): Promise<string> {
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  return `${signup.signupId}-1`;
}
async function payAndSettle(): Promise<string> {
  const orderId = await pay();
  backend.sandbox.settle(backend.sandbox.listTransactions()[0]!.transactionId);
  return orderId;
}

const stateOf = async () => (await backend.attempts())[0]!.state;
const statuses = () => backend.sandbox.listTransactions().map(({ status }) => status);
const refunds = async (orderId: string) => (await backend.sandbox.findRefunds(orderId)).map(({ amount }) => amount);
const mails = async () => (await backend.demo!.mails()).filter(({ kind }) => kind === 'refund');
const notes = async (orderId: string) =>
  (await findHistory(backend.store.db, orderId)).filter(({ by }) => by === 'ann').map(({ reason }) => reason);

it('voids a submitted payment, records it and mails the customer, all only once', async () => {
  const orderId = await pay();
  const { code, said } = await run(['void', orderId, '--by', 'ann', '--why', 'asked by phone', '--yes']);
  expect([code, said]).toEqual([0, expect.stringMatching(/^179\.55 USD of transaction .* was voided\. .* refunded\./)]);
  expect([statuses(), await stateOf()]).toEqual([['voided'], 'refunded']);
  expect(await notes(orderId)).toEqual([
    expect.stringMatching(/^void requested: 179\.55 USD of .*; asked by phone$/),
    expect.stringMatching(/^voided 179\.55 USD of .*; asked by phone$/),
  ]);
  const [mail, ...more] = await mails();
  expect([mail!.to, mail!.subject, more]).toEqual(['ann1@example.com', 'Your Evenkeel refund', []]);
  expect(mail!.text).toContain('We have released your payment of $179.55');
  expect(mail!.text).toContain('Goes back to your card ending in 1111');
  expect(await backend.store.db.selectFrom('backend_orders').select('id').execute()).toEqual([{ id: orderId }]);

  const again = await run(['void', orderId, ...CONFIRMED]);
  expect(again).toEqual({ code: 0, said: expect.stringContaining('was voided before') as string });
  expect(await mails()).toHaveLength(1);
  expect(await notes(orderId)).toHaveLength(2);
});

it('refunds in parts until the whole amount is refunded', async () => {
  const orderId = await payAndSettle();
  expect(await run(['void', orderId, ...CONFIRMED])).toMatchObject({ code: 1 });
  expect(await run(['refund', orderId, '--amount', '10.00', ...CONFIRMED])).toMatchObject({ code: 0 });
  expect(await stateOf()).toBe('settled');
  expect(await run(['refund', orderId, '--amount', '10', ...CONFIRMED])).toMatchObject({ code: 0 });
  expect(await refunds(orderId)).toEqual([1_000]);
  expect(await run(['refund', orderId, '--amount', '10', '--once-more', ...CONFIRMED])).toMatchObject({ code: 0 });
  expect(await run(['refund', orderId, '--amount', '170', ...CONFIRMED])).toMatchObject({ code: 1 });
  expect(await run(['refund', orderId, '--no-mail', ...CONFIRMED])).toMatchObject({ code: 0 });
  expect(await refunds(orderId)).toEqual([15_955, 1_000, 1_000]);
  expect(await stateOf()).toBe('refunded');
  expect((await mails()).map(({ text }) => /Amount: (.*)/.exec(text)![1])).toEqual(['$10.00', '$10.00']);
  const { said } = await run(['refund', orderId, ...CONFIRMED]);
  expect(said).toContain('was refunded before');
  expect(await refunds(orderId)).toHaveLength(3);
  expect((await run(['show', orderId])).said).toMatch(/settled -> refunded \(refunded 159\.55 USD of .*\), by ann/);
});

it('reconciles after a partial and a full refund, and lists both as actions', async () => {
  const orderId = await payAndSettle();
  backend.advance(3_600_001);
  await backend.runSettlementRound();
  expect(await run(['refund', orderId, '--amount', '10.00', ...CONFIRMED])).toMatchObject({ code: 0 });
  expect(await run(['reconcile'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('nothing differs') as string,
  });
  expect(await run(['settlements'])).toMatchObject({ code: 0 });
  expect(await run(['refund', orderId, ...CONFIRMED])).toMatchObject({ code: 0 });
  expect(await run(['reconcile'])).toMatchObject({
    code: 0,
    said: expect.stringContaining('nothing differs') as string,
  });
  expect(await run(['settlements'])).toMatchObject({ code: 0 });
  for (const args of [[], ['--about', orderId]]) {
    const { said } = await callCommandOn(backend, actions, args, { clock: backend.clock });
    expect(said).toMatch(new RegExp(`UTC {2}payment {2}${orderId} {2}by ann {2}\\(refunded 10\\.00 USD of `));
    expect(said).not.toContain('provider-');
  }
});

it('reconciles a partial refund before the first settlement round', async () => {
  const orderId = await payAndSettle();
  expect(await run(['refund', orderId, '--amount', '10.00', ...CONFIRMED])).toMatchObject({ code: 0 });
  expect(await run(['reconcile'])).toMatchObject({ code: 0 });
});

it('asks for confirmation, and changes nothing without it, in a dry run or without an operator name', async () => {
  const orderId = await payAndSettle();
  const questions: string[] = [];
  const reply = (answer: string) => (question: string) => {
    questions.push(question);
    return Promise.resolve(answer);
  };
  expect(await run(['refund', orderId, '--by', 'ann'], reply('no'))).toEqual({
    code: 1,
    said: 'Nothing was changed.\n',
  });
  expect(questions[0]).toMatch(/^About to refund 179\.55 USD of transaction .* \(settled\)/);
  const dry = await run(['refund', orderId, '--by', 'ann', '--dry-run']);
  expect(dry).toEqual({ code: 0, said: expect.stringMatching(/^Would refund 179\.55 USD/) as string });
  expect(await run(['refund', orderId, '--by', 'ann'])).toMatchObject({
    code: 2,
    said: expect.stringContaining('Pass --yes') as string,
  });
  for (const args of [
    ['--yes'],
    ['--by', ' ', '--yes'],
    ['--by', 'host:1', '--yes'],
    ['--amount', '1.5', ...CONFIRMED],
  ]) {
    expect(await run(['refund', orderId, ...args])).toMatchObject({ code: 2 });
  }
  expect([await refunds(orderId), await notes(orderId), await mails()]).toEqual([[], [], []]);
  expect((await run(['refund', orderId, '--by', 'ann'], reply(orderId))).code).toBe(0);
  expect(await refunds(orderId)).toEqual([17_955]);
});

it('rejects a payment that a server is processing, and one of another merchant account', async () => {
  const orderId = await payAndSettle();
  const attempts = backend.store.db.updateTable('backend_payment_attempts');
  await attempts.set({ lease_token: 'a server', lease_until: '2026-03-01T12:01:00.000Z' }).execute();
  expect(await run(['refund', orderId, ...CONFIRMED])).toMatchObject({
    code: 1,
    said: expect.stringContaining('another operator is working on it') as string,
  });
  await attempts.set({ lease_token: null, lease_until: null, merchant_account: 'another' }).execute();
  expect(await run(['refund', orderId, ...CONFIRMED])).toMatchObject({
    code: 2,
    said: expect.stringContaining('but another took this payment') as string,
  });
  expect(await refunds(orderId)).toEqual([]);
});

it('refunds once for two concurrent operators', async () => {
  const orderId = await payAndSettle();
  const args = ['refund', orderId, '--amount', '10.00', ...CONFIRMED];
  await Promise.all([run(args), run(args)]);
  expect(await refunds(orderId)).toEqual([1_000]);
  expect(await mails()).toHaveLength(1);
});

it('records a void made in the control panel', async () => {
  const orderId = await pay();
  await backend.sandbox.void(backend.sandbox.listTransactions()[0]!.transactionId);
  expect((await run(['void', orderId, '--by', 'ann', '--dry-run'])).said).toMatch(/^Would record/);
  expect(await run(['void', orderId, ...CONFIRMED])).toMatchObject({ code: 0 });
  expect([await stateOf(), (await notes(orderId)).length]).toEqual(['refunded', 1]);
});
