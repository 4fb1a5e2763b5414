import { afterEach, beforeEach, expect, it } from 'vitest';
import { payments } from '~/commands/operate/payments';
import { orderNumberOf } from '~/domain/receipt/order-number';
import { callCommandOn } from '~tests/servers/call-command';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';

let backend: TestBackend;
beforeEach(async () => void (backend = await openTestBackend({ demo: false, processName: 'host:1' })));
afterEach(() => backend.close());

/** Runs the command as an operator does, next to the server. */
const run = (...args: string[]) =>
  callCommandOn(backend, payments, args, { clock: backend.clock, storeClock: backend.storeClock });

/** Pays after a declined card. @returns the order id */
async function pay(email = 'ann@example.com'): Promise<string> {
  const signup = await backend.signUp({ email });
  const declined = await backend.makeNonce('4000111111111115');
  await backend.pay(signup, await backend.requestFor(signup, { nonce: declined }), 'key-1');
  await backend.pay(signup, await backend.requestFor(signup), 'key-2');
  return `${signup.signupId}-2`;
}

it('shows the history of a payment without its payer', async () => {
  const orderId = await pay();
  const { code, said } = await run('show', orderId);
  expect(code).toBe(0);
  for (const part of [
    `payment      ${orderId}`,
    `number       ${orderNumberOf(orderId)}`,
    'state        settled since 2026-03-01 12:00:00 UTC',
    'amount       179.55 USD',
    'method       card ending in 1111',
    'taken by     merchant account sandbox-usd',
    'order        created 2026-03-01 12:00:00 UTC, package 2021 PLUS1',
    'renews       2027-03-01 12:00:00 UTC',
    'without username and password yet',
    'receipt  waiting, tried 0 times',
    'credentials  open until',
    '2026-03-01 12:00:00 UTC  started, by host:1',
    '2026-03-01 12:00:00 UTC  registered -> settled, by host:1',
    'declined  (2000)  179.55 USD',
  ]) {
    expect(said).toContain(part);
  }
  expect(said).not.toMatch(/ann@example|Lee|5550100|Elm|to do/i);
  expect((await run('show', orderId, '--person')).said).toContain(
    // english-ok: the output of the command
    'who          Ann Lee, ann@example.com, +1 6125550100',
  );
});

it('shows the same as JSON, with amounts in minor units', async () => {
  const orderId = await pay();
  const story = JSON.parse((await run('show', orderId, '--json')).said) as Record<string, unknown>;
  expect(story).toMatchObject({
    orderId,
    state: 'settled',
    standing: 'paid',
    amount: 17_955,
    order: { packageId: '2021', packageCode: 'PLUS1', forCoParent: false, renewsAt: '2027-03-01T12:00:00.000Z' },
    account: { hasCredentials: false },
    mails: [
      { kind: 'receipt', state: 'waiting', sentAt: null },
      { kind: 'credentials', state: 'waiting', sentAt: null },
    ],
    otherAttempts: [{ state: 'declined', reason: '2000' }],
    toDo: null,
  });
  expect(story).not.toHaveProperty('person');
  const history = story.history as { from: string | null; to: string }[];
  expect(history.map(({ from, to }) => [from, to])).toEqual([
    [null, 'started'],
    ['started', 'authorised'],
    ['authorised', 'registered'],
    ['registered', 'settled'],
  ]);
});

it('shows advice for a waiting payment, and that a server is processing one', async () => {
  const orderId = await pay();
  const attempts = backend.store.db.updateTable('backend_payment_attempts').where('order_id', '=', orderId);
  await attempts.set({ state: 'needs-operator', reason: 'settlement-refused-91507' }).execute();
  expect((await run('show', orderId)).said).toContain('to do        SETTLE.');
  await attempts.set({ state: 'unknown', lease_until: '2999-01-01T00:00:00.000Z' }).execute();
  const { said } = await run('show', orderId);
  expect(said).toContain('to do        WAIT.');
  expect(said).toContain('worked on    until 2999-01-01 00:00:00 UTC at most');
});

it('finds payments by e-mail, order, transaction and last four digits, newest first', async () => {
  const orderOfAnn = await pay();
  backend.advance(1000);
  const orderOfBo = await pay('bo@example.com');
  const ids = async (text: string) => {
    const { code, said } = await run('find', text, '--json');
    return [code, (JSON.parse(said) as { orderId: string }[]).map(({ orderId }) => orderId)];
  };
  const declined = (orderId: string) => orderId.replace(/2$/, '1');
  expect(await ids('Ann@Example.com')).toEqual([0, [orderOfAnn, declined(orderOfAnn)]]);
  expect(await ids(orderOfBo)).toEqual([0, [orderOfBo]]);
  expect(await ids(orderOfAnn.slice(5, 30).toUpperCase())).toEqual([0, [orderOfAnn, declined(orderOfAnn)]]);
  expect(await ids('1111')).toEqual([0, [orderOfBo, orderOfAnn]]);
  const { transaction_id } = (await backend.attempts()).find(({ order_id }) => order_id === orderOfBo)!;
  expect(await ids(transaction_id!)).toEqual([0, [orderOfBo]]);
  const number = orderNumberOf(orderOfBo);
  expect(await ids(number)).toEqual([0, [orderOfBo, declined(orderOfBo)]]);
  expect(await ids(number.toLowerCase().replaceAll('-', ' '))).toEqual([0, [orderOfBo, declined(orderOfBo)]]);
  for (const none of ['nobody@example.com', '9999', '%%%%', '____']) expect(await ids(none)).toEqual([1, []]);
  const { said } = await run('find', '1111');
  expect(said).toContain(`${orderOfBo}  2026-03-01 12:00:01 UTC  settled  179.55 USD  card ending in 1111\n`);
  expect(said).not.toContain('@');
});

it('reports an unknown payment, or a search that is too short', async () => {
  expect(await run('show', 'nothing')).toMatchObject({
    code: 2,
    said: expect.stringContaining('Unknown payment') as string,
  });
  expect(await run('find', 'nothing')).toEqual({ code: 1, said: 'No payment was found.\n' });
  expect(await run('find', '111')).toMatchObject({ code: 2, said: expect.stringContaining('too short') as string });
  expect(await run('show')).toMatchObject({ code: 2 });
});
