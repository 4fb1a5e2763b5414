import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { giveBack } from '~/commands/operate/payments/giving-back';
import { noteOnAttempt } from '~/backend/embedded/payments/attempts/attempt-history.server';
import { startAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import type { Db } from '~/store/store';
import { attemptDraft } from '~tests/answers/attempt-draft';
import { professionalBody } from '~tests/answers/professional-answers';
import { openTestBackend, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';
import { choose, inviteCoParent, type Invited, payAs, requestOf, tellAll } from '~tests/walks/invited-parent';

it('returns the attempt that another replica is writing, even if it was declined', async () => {
  const backend = await openTestBackend();
  const { db } = backend.store;
  const { signupId } = await backend.signUp();
  const draft = attemptDraft(signupId);
  const at = '2026-03-01T12:00:00.000Z';
  const declined = { order_id: 'first', number: 1, state: 'declined' as const, created_at: at, updated_at: at };
  const key = { signup_id: signupId, idempotency_key: 'key-1', order_id: 'first' };
  const pressing = await db.transaction().execute(async (first) => {
    await first.updateTable('backend_registrations').set({ updated_at: at }).where('id', '=', signupId).execute();
    const second = startAttempt(
      db,
      { clock: { read: async () => ({ now: new Date(at), steadyMs: Infinity }) }, leaseMs: 1000, by: 'host:1' },
      draft,
      'key-1',
    );
    await expect.poll(() => countWaiting(db)).toBe(1);
    await first
      .insertInto('backend_payment_attempts')
      .values({ ...draft, ...declined })
      .execute();
    await first.insertInto('backend_payment_keys').values(key).execute();
    return { second };
  });
  expect(await pressing.second).toMatchObject({ isNew: false, attempt: declined });
  expect(await backend.attempts()).toHaveLength(1);
  await backend.close();
});

it('records returned money after a look-up that is writing the same payment', async () => {
  const backend = await openTestBackend();
  const { db } = backend.store;
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  const orderId = `${signup.signupId}-1`;
  backend.sandbox.settle(backend.sandbox.listTransactions()[0]!.transactionId);
  backend.advance(60 * 60 * 1000);
  await backend.runSettlementRound();
  const desk = {
    db,
    charging: backend.sandbox,
    writer: { clock: backend.storeClock, leaseMs: 10_000, by: 'ann' },
    operator: { by: 'ann', why: null },
    mail: undefined,
  };
  const refunding = await db.transaction().execute(async (lookUp) => {
    await lookUp.updateTable('backend_settlements').set({ reason: null }).where('order_id', '=', orderId).execute();
    const refund = giveBack(desk, orderId, { way: 'refund', onceMore: false });
    await expect.poll(() => countWaiting(db)).toBe(1);
    await noteOnAttempt(lookUp, orderId, { at: '2026-03-01T13:00:00.000Z', reason: 'provider-settled', by: 'host:1' });
    return { refund };
  });
  expect(await refunding.refund).toMatchObject({ isDone: true });
  expect(await backend.attempts()).toMatchObject([{ state: 'refunded' }]);
  await backend.close();
});

it.each([
  { first: 'Ann', second: 'Ben', code: 'FORBIDDEN' },
  { first: 'Ben', second: 'Ann', code: 'INVALID' },
  { first: 'Ann', second: 'an invited Ben', code: 'INVALID' },
  { first: 'an invited Ben', second: 'Ann', code: 'INVALID' },
] as const)('charges only $first if Ann pays for Ben, too, and the order of $second overlaps', async (pair) => {
  const backend = await openTestBackend({ answerWithin: 30_000 });
  const { db } = backend.store;
  const invited = await inviteCoParent(backend);
  await tellAll(backend.client, invited);
  const ann = await backend.signUp({ email: 'ann@example.com' });
  const ben = await backend.signUp({ email: 'ben@example.com' });
  const requests = {
    Ann: await backend.requestFor(ann, { payForCoparent: true }),
    Ben: await backend.requestFor(ben),
    'an invited Ben': await requestOf(backend, invited),
  };
  const press = {
    Ann: () => backend.pay(ann, requests.Ann),
    Ben: () => backend.pay(ben, requests.Ben),
    'an invited Ben': () => payAs(backend.client, invited, requests['an invited Ben']),
  };
  const before = new Set(backend.sandbox.listTransactions().map(({ transactionId }) => transactionId));
  const [first, second] = await db.transaction().execute(async (holder) => {
    // The first order is checked and almost written, but not committed.
    await sql`lock table backend_orders in exclusive mode`.execute(holder);
    const pressed = [press[pair.first]()];
    await expect.poll(() => countWaiting(db)).toBe(1);
    pressed.push(press[pair.second]());
    await expect.poll(() => countWaiting(db)).toBe(2);
    return pressed;
  });
  expect((await first!).data).toMatchObject({ state: 'paid' });
  expect(refusalOf(await second!).code).toBe(pair.code);
  const charges = backend.sandbox.listTransactions().filter(({ transactionId }) => !before.has(transactionId));
  expect(charges.map(({ status }) => status).toSorted()).toEqual(['settling', 'voided']);
  await backend.close();
});

it.each([
  { coParent: 'an invited parent', join: joinInvited },
  { coParent: 'a professional', join: registerProfessional },
])('refuses an order that pays for $coParent, too, whose account is not committed yet', async ({ join }) => {
  const backend = await openTestBackend({ answerWithin: 30_000 });
  const { db } = backend.store;
  const ben = await join(backend);
  const ann = await backend.signUp({ email: 'ann@example.com' });
  const request = await backend.requestFor(ann, { payForCoparent: true });
  const replica = await backend.openDistantReplica();
  const [saved, order] = await db.transaction().execute(async (holder) => {
    // The last table that the credentials are written to.
    await sql`lock table backend_tokens in exclusive mode`.execute(holder);
    const saving = choose(backend.client, ben, 'ben-lee');
    await expect.poll(() => countWaiting(db)).toBe(1);
    const paying = backend.payWith(replica.client, ann, request, 'key-1');
    await expect.poll(() => countWaiting(db)).toBe(2);
    return [saving, paying];
  });
  expect((await saved!).error).toBeNull();
  expect(refusalOf(await order!).code).toBe('INVALID');
  expect(backend.sandbox.listTransactions()[0]).toMatchObject({ status: 'voided' });
  await backend.close();
});

/** Invites Ben, who has nothing to pay. @returns the link that makes his account */
async function joinInvited(backend: TestBackend): Promise<Invited> {
  const invited = await inviteCoParent(backend, { payForCoparent: true });
  await tellAll(backend.client, invited);
  return invited;
}

/** Registers Ben as a professional. @returns the link that confirms his account */
async function registerProfessional(backend: TestBackend): Promise<Invited> {
  const headers = { 'idempotency-key': 'key-1' };
  const { userId } = await backend.client.professional.create({ headers, body: professionalBody('ben@example.com') });
  const mails = await backend.demo!.mails();
  const text = mails.find((mail) => mail.text.includes(`userId=${userId}`))!.text;
  return { userId: userId!, token: /token=([\w-]+)/.exec(text)![1]! };
}

async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
