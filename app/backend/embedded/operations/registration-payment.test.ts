import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { safe } from '@orpc/client';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import { limitTime } from '~/backend/limit-time';
import { latch } from '~tests/latch';
import type { ChargingProvider } from '~/payments/port';
import { orderNumberOf } from '~/domain/receipt/order-number';
import {
  ADDRESS,
  ESSENTIALS,
  openTestBackend,
  parentNamed,
  PLUS,
  refusalOf,
  type SignUp,
  type TestBackend,
} from '~tests/servers/embedded-backend';
import { serveApp } from '~tests/servers/serve-app';

const DECLINED_CARD = '4000111111111115';

/** A client in another thread, which sends a call and hangs up at once. */
const CALLER = `
  const { connect } = require('node:net');
  const { parentPort, workerData: { port, isGone } } = require('node:worker_threads');
  const socket = connect(port, '127.0.0.1', () => parentPort.postMessage('connected'));
  parentPort.once('message', (call) => socket.write(call, () => socket.destroy()));
  socket.on('close', () => {
    Atomics.store(isGone, 0, 1);
    Atomics.notify(isGone, 0);
  });
`;

let backend: TestBackend;
let signup: SignUp;
beforeEach(async () => {
  backend = await openTestBackend();
  signup = await backend.signUp();
});
afterEach(() => backend.close());

const charges = () => backend.sandbox.listTransactions().map(({ status, amount }) => ({ status, amount }));
const rows = (
  table: 'backend_accounts' | 'backend_families' | 'backend_orders' | 'backend_invitations' | 'backend_mails',
) => backend.store.db.selectFrom(table).selectAll().execute();

it('registers the contact, address and co-parent at the payment, whatever another tab stores meanwhile', async () => {
  let change: () => Promise<unknown> = () => Promise.resolve();
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) =>
      name === 'authorise'
        ? (...sale: Parameters<ChargingProvider['authorise']>) => change().then(() => paused.sandbox.authorise(...sale))
        : paused.sandbox[name],
  });
  const paused = await openTestBackend({ charging });
  onTestFinished(paused.close);
  const paying = await paused.signUp();
  change = async () => {
    const registration = { params: { signupId: paying.signupId }, headers: paying.headers };
    const parent = parentNamed('other@example.com');
    const coParent = { firstName: 'Eve', lastName: 'Lee', email: 'eve@example.com' };
    await paused.client.registrations.update({ ...registration, body: { sections: ['PARENT'], parent } });
    await paused.client.registrations.update({
      ...registration,
      body: { sections: ['FAMILY'], coParent, coParentDuplicateConfirmed: false, children: [] },
    });
  };
  const { data } = await paused.pay(paying, await paused.requestFor(paying));
  expect(data).toMatchObject({
    state: 'paid',
    answer: { registration: { parent: { email: 'ann1@example.com' }, coParent: { email: 'ben@example.com' } } },
  });
  const { db } = paused.store;
  const emails = [
    ...(await db.selectFrom('backend_accounts').select('email').execute()),
    ...(await db.selectFrom('backend_invitations').select('email').execute()),
  ].map(({ email }) => email);
  expect(emails).toEqual(expect.arrayContaining(['ann1@example.com', 'ben@example.com']));
  expect(emails.filter((email) => /other|eve/.test(email ?? ''))).toEqual([]);
  expect(
    (await db.selectFrom('backend_families').selectAll().execute()).map(({ children }) => children),
  ).toContainEqual(expect.stringContaining('Cy'));
  expect((await paused.attempts())[0]!.request).not.toContain('ann1@example.com');
});

it('registers the payer of the request instead of the stored answers, and rejects an invalid one', async () => {
  const request = await backend.requestFor(signup);
  const coParent = { firstName: 'Bo', lastName: 'Lee', email: 'bo@example.com' };
  const payer = { parent: parentNamed('shown@example.com'), address: { ...ADDRESS, line1: '1 Shown Street' } };
  const body = { ...request, payer: { ...payer, coParent, children: [] } };
  const invalid = { ...body, payer: { ...body.payer, parent: parentNamed('none') } };
  expect(refusalOf(await backend.pay(signup, invalid)).data).toMatchObject({
    validationErrors: [{ field: 'parent.email' }],
  });
  expect((await backend.pay(signup, body)).data).toMatchObject({
    answer: { registration: { parent: { email: 'shown@example.com' }, coParent: { email: 'bo@example.com' } } },
  });
  expect(await rows('backend_accounts')).toContainEqual(
    expect.objectContaining({
      email: 'shown@example.com',
      answers: expect.stringContaining('1 Shown Street') as string,
    }),
  );
});

describe('a payment', () => {
  it('returns the receipt, settles, and creates account, family, invitation, order and mail', async () => {
    const { data } = await backend.pay(signup, await backend.requestFor(signup, { payForCoparent: true }));
    expect(data).toMatchObject({
      state: 'paid',
      answer: {
        receipt: {
          cardLastFour: '1111',
          paymentType: 'creditCard',
          payForCoParent: true,
          totals: { total: 35910, totalFormatted: '$359.10' },
          transactionDateTime: '2026-03-01T12:00:00.000Z',
        },
        registration: {
          parent: { email: 'ann1@example.com' },
          coParent: { email: 'ben@example.com', phoneNumberWithCountryCode: '+16125550199' },
          order: { packageId: '2021' },
        },
      },
    });
    expect(charges()).toEqual([{ status: 'settling', amount: 35910 }]);
    expect(await backend.attempts()).toMatchObject([{ state: 'settled', sealed_nonce: null, lease_token: null }]);
    const { familyId } = (data as { answer: PaymentAnswer }).answer.registration.parent;
    expect(await rows('backend_families')).toContainEqual(
      expect.objectContaining({ id: familyId, first_time_setup: 0 }),
    );
    expect(await rows('backend_invitations')).toContainEqual(
      expect.objectContaining({ family_id: familyId, email: 'ben@example.com', is_subscription_paid: 1 }),
    );
    expect(await rows('backend_orders')).toMatchObject([{ package_id: '2021', pay_for_co_parent: 1 }]);
    expect(await rows('backend_accounts')).toContainEqual(
      expect.objectContaining({ email: 'ann1@example.com', marketing_opt_in: 1, username: null }),
    );
  });

  it('for one parent leaves the first set-up to the co-parent', async () => {
    const { data } = await backend.pay(signup, await backend.requestFor(signup));
    const { familyId } = (data as { answer: PaymentAnswer }).answer.registration.parent;
    expect(await rows('backend_families')).toContainEqual(
      expect.objectContaining({ id: familyId, first_time_setup: 1 }),
    );
  });

  it('returns the contents of the receipt, and stores the agreement with the order', async () => {
    const termsAgreement = { version: '2026-02', agreedAt: '2026-03-01T11:59:58.000Z' };
    const { data } = await backend.pay(signup, { ...(await backend.requestFor(signup)), termsAgreement });
    const [attempt] = await backend.attempts();
    const receipt = {
      orderNumber: orderNumberOf(attempt!.order_id),
      renewal: { date: '2027-03-01T12:00:00.000Z', total: 17_955, totalFormatted: '$179.55' },
      terms: termsAgreement,
      totals: { taxRate: 6.875 },
    };
    expect(data).toMatchObject({ answer: { receipt } });
    const [order] = (await rows('backend_orders')) as { receipt: string }[];
    expect(JSON.parse(order!.receipt)).toMatchObject(receipt);
  });

  it('renews discounted orders at the full price, for both parents and with their tax', async () => {
    const discounted = await backend.signUp();
    discounted.headers['x-referrer-key'] = 'spring';
    const { data } = await backend.pay(discounted, await backend.requestFor(discounted, { payForCoparent: true }));
    const { receipt } = (data as { answer: PaymentAnswer }).answer;
    expect(receipt.totals.total).toBeLessThan(35_910);
    expect(receipt.renewal).toMatchObject({ total: 35_910, totalFormatted: '$359.10' });
  });

  it('renews on the same calendar day in the buyer’s time zone, or on 28 February without a 29th', async () => {
    const renewalsAt = async (paidAt: string, timeZone: string) => {
      backend.advance(Date.parse(paidAt) - backend.clock.now().getTime());
      const buyer = await backend.signUp({ timeZone });
      const { data } = await backend.pay(buyer, await backend.requestFor(buyer));
      const mails = await backend.demo!.mails();
      const newest = mails.find(
        ({ kind, createdAt }) => kind === 'receipt' && createdAt === backend.clock.now().toISOString(),
      );
      const { renewal } = (data as { answer: PaymentAnswer }).answer.receipt;
      return [renewal?.date, /On (\w+ \d+, \d+) you are billed/.exec(newest!.text)?.[1]];
    };
    expect(await renewalsAt('2028-02-29T00:52:00Z', 'America/Chicago')).toEqual([
      '2029-03-01T00:52:00.000Z',
      'February 28, 2029',
    ]);
    expect(await renewalsAt('2028-02-29T18:00:00Z', 'America/Chicago')).toEqual([
      '2029-02-28T18:00:00.000Z',
      'February 28, 2029',
    ]);
  });

  it.each(['', 'Mars/Olympus'])('registers a payer with the time zone “%s” in UTC', async (timeZone) => {
    const buyer = await backend.signUp({ timeZone });
    const { data } = await backend.pay(buyer, await backend.requestFor(buyer));
    expect(data).toMatchObject({ answer: { receipt: { renewal: { date: '2027-03-01T12:00:00.000Z' } } } });
    const [receipt] = (await backend.demo!.mails()).filter(({ kind }) => kind === 'receipt');
    expect(receipt!.text).toContain('12:00');
  });

  it('mails receipt and credentials link separately, and never stores the plain link', async () => {
    const { data } = await backend.pay(signup, await backend.requestFor(signup));
    if (data?.state !== 'paid') throw new Error('not paid');
    const mails = await backend.demo!.mails();
    const receipt = mails.find(({ kind }) => kind === 'receipt');
    const credentialsMail = mails.find(({ kind }) => kind === 'credentials');
    const { clickToJoinToken, registration } = data.answer;
    expect(receipt).toMatchObject({ to: 'ann1@example.com', subject: 'Your Evenkeel receipt' });
    expect(receipt!.text).toContain('Total: $179.55');
    expect(receipt!.text).not.toMatch(/https?:|token/);
    expect(credentialsMail).toMatchObject({ to: 'ann1@example.com', subject: 'Your Evenkeel username and password' });
    expect(credentialsMail!.text).toContain(
      `https://join.example/app/join/credentials?token=${clickToJoinToken}&userId=${registration.parent.userId}`,
    );
    const everything = JSON.stringify([...(await backend.attempts()), ...(await rows('backend_mails'))]);
    expect(everything).not.toContain(clickToJoinToken);
  });

  it('returns the same response for the same key, and charges once', async () => {
    const request = await backend.requestFor(signup);
    const first = await backend.pay(signup, request);
    const again = await backend.pay(signup, request);
    expect(again.data).toEqual(first.data);
    expect(await backend.lookUp(signup)).toEqual(first.data);
    expect(charges()).toHaveLength(1);
  });

  it('charges once for twenty concurrent identical requests', async () => {
    const request = await backend.requestFor(signup);
    const results = await Promise.all(Array.from({ length: 20 }, () => backend.pay(signup, request)));
    expect(new Set(results.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(results[0]!.data?.state).toBe('paid');
    expect(charges()).toHaveLength(1);
    expect((await backend.demo!.mails()).map(({ kind }) => kind).sort()).toEqual(['credentials', 'invite', 'receipt']);
  });

  it('charges once for concurrent requests with different keys, and reports each as paid', async () => {
    const requests = await Promise.all(Array.from({ length: 10 }, () => backend.requestFor(signup)));
    const results = await Promise.all(requests.map((request, index) => backend.pay(signup, request, `key-${index}`)));
    expect(results.map(({ data }) => data?.state)).toEqual(Array(10).fill('paid'));
    expect((await backend.pay(signup, await backend.requestFor(signup), 'late')).data).toEqual({
      ...results[0]!.data,
      isJoined: true,
    });
    const found = await Promise.all(requests.map((_, index) => backend.lookUp(signup, `key-${index}`)));
    expect(found.filter((outcome) => outcome && 'isJoined' in outcome && outcome.isJoined)).toHaveLength(9);
    expect(charges()).toHaveLength(1);
  });

  it('charges once for concurrent requests to two replicas', async () => {
    const replica = await backend.openReplica();
    const request = await backend.requestFor(signup);
    const results = await Promise.all([
      backend.pay(signup, request),
      backend.payWith(replica.client, signup, request, 'key-1'),
      backend.payWith(replica.client, signup, request, 'key-2'),
    ]);
    for (const { data } of results) expect(['paid', 'pending']).toContain(data?.state);
    expect((await backend.lookUp(signup, 'key-2')).state).toBe('paid');
    expect(charges()).toHaveLength(1);
  });

  it('costs nothing with a code for the full price, and calls no provider', async () => {
    const request = await backend.requestFor(signup, { order: ESSENTIALS, codes: ['PREPAID-FULL'], nonce: null });
    const { data } = await backend.pay(signup, request);
    expect(data).toMatchObject({
      state: 'paid',
      answer: { receipt: { transactionId: null, cardLastFour: null, totals: { total: 0 } } },
    });
    expect(charges()).toEqual([]);
    expect(await backend.attempts()).toMatchObject([{ state: 'settled' }]);
    expect(await backend.demo!.payments('en')).toMatchObject([{ amount: 0, state: 'settled' }]);
    const texts = (await backend.demo!.mails()).map(({ text }) => text.replaceAll(/\s+/g, ' '));
    expect(texts.filter((text) => text.includes('given with an order'))).toHaveLength(2);
    expect(texts.join()).not.toMatch(/(with a|with this|your|the) payment/);
  });
});

/** Holds a call while it prices the order, before it writes an attempt. */
function holdPricing() {
  const [reached, hold] = [latch(), latch()];
  const flags = {
    async isTreatment() {
      reached.open();
      await hold.opened;
      return false;
    },
  };
  return { flags, reached, hold };
}

describe('a refused payment', () => {
  it.each([
    [DECLINED_CARD, '2000'],
    ['4000111111111511', 'fraud'],
  ])('reports a decline of card %s for %s, and accepts the next card as attempt 2', async (card, reason) => {
    const declined = await backend.requestFor(signup, { nonce: await backend.makeNonce(card) });
    const expected = { code: 'DECLINED', data: { exception: 'Payment method declined', status: 402 } };
    expect(refusalOf(await backend.pay(signup, declined))).toEqual(expected);
    expect(refusalOf(await backend.pay(signup, declined))).toEqual(expected);
    expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment method declined' });
    expect((await backend.pay(signup, await backend.requestFor(signup), 'key-2')).data?.state).toBe('paid');
    expect(await backend.attempts()).toMatchObject([
      { state: 'declined', reason, order_id: `${signup.signupId}-1` },
      { state: 'settled', order_id: `${signup.signupId}-2` },
    ]);
  });

  it('is pending while its checks run, and charges nothing once its caller has given up', async () => {
    const { flags, reached, hold } = holdPricing();
    const replica = await backend.openReplica({ flags, timeoutMs: 300 });
    const order = { packageId: '2041', productId: 'SUB2YEAR', services: ['TONEMETER', 'UNLIMITEDPAYMENTS'] };
    const request = await backend.requestFor(signup, { order });
    const paying = backend.payWith(replica.client, signup, request, 'key-1');
    await reached.opened;
    expect(await backend.lookUp(signup, 'key-1', replica.client)).toEqual({ state: 'pending' });
    expect((await paying).error).toMatchObject({ reason: 'late' });
    hold.open();
    await expect.poll(() => backend.lookUp(signup, 'key-1', replica.client)).toEqual({ state: 'none' });
    expect([charges(), await backend.attempts()]).toEqual([[], []]);
    const { data } = await backend.pay(signup, request, 'key-1');
    expect([data?.state, charges().length]).toEqual(['paid', 1]);
  });

  it('charges nothing if its caller’s time ends during the checks, although its own is not over', async () => {
    const { flags, reached, hold } = holdPricing();
    const replica = await backend.openReplica({ flags, interceptors: [limitTime(() => 300)] });
    const order = { packageId: '2041', productId: 'SUB2YEAR', services: ['TONEMETER', 'UNLIMITEDPAYMENTS'] };
    const paying = backend.payWith(replica.client, signup, await backend.requestFor(signup, { order }), 'key-1');
    await reached.opened;
    expect((await paying).error).toMatchObject({ reason: 'late' });
    hold.open();
    await expect.poll(() => backend.lookUp(signup, 'key-1', replica.client)).toEqual({ state: 'none' });
    expect([charges(), await backend.attempts()]).toEqual([[], []]);
  });

  it('charges nothing if its caller’s time ends while its attempt is written', async () => {
    const [reached, hold] = [latch(), latch()];
    const storeClock = {
      async read() {
        reached.open();
        await hold.opened;
        return { now: backend.clock.now(), steadyMs: Infinity };
      },
    };
    const request = await backend.requestFor(signup);
    const replica = await backend.openReplica({ storeClock, interceptors: [limitTime(() => 300)] });
    const paying = backend.payWith(replica.client, signup, request, 'key-1');
    await reached.opened;
    expect((await paying).error).toMatchObject({ reason: 'late' });
    hold.open();
    await expect.poll(async () => (await backend.attempts()).map(({ state }) => state)).toEqual(['unknown']);
    expect(charges()).toEqual([]);
  });

  it('is charged once for a second press that still waits after the first caller hung up', async () => {
    const [reached, hold] = [latch(), latch()];
    let reads = 0;
    const storeClock = {
      async read() {
        reads += 1;
        // The first read is in the transaction that writes the attempt. This one decides whether it is too late to charge.
        if (reads === 2) {
          reached.open();
          await hold.opened;
        }
        return { now: backend.clock.now(), steadyMs: Infinity };
      },
    };
    const caller = new AbortController();
    const signals = [caller.signal];
    const replica = await backend.openReplica({
      storeClock,
      interceptors: [({ next, ...call }) => next({ ...call, signal: signals.shift() ?? call.signal })],
    });
    const request = await backend.requestFor(signup);
    const first = backend.payWith(replica.client, signup, request, 'key-1');
    await reached.opened;
    const second = backend.payWith(replica.client, signup, request, 'key-1');
    // One after the other, they outlast the few queries after which the second press waits.
    for (let times = 0; times < 10; times += 1) await backend.lookUp(signup, 'key-1');
    caller.abort();
    hold.open();
    expect((await second).data?.state).toBe('paid');
    await first;
    expect(charges()).toHaveLength(1);
  });

  it('charges nothing if its process was stopped until the caller had hung up', async () => {
    const failed: unknown[] = [];
    const { server, port } = await serveApp(express().use(backend.serveHttp((error) => failed.push(error))));
    const body = JSON.stringify(await backend.requestFor(signup));
    const headers = { ...signup.headers, 'idempotency-key': 'key-1', 'content-type': 'application/json' };
    const call = [
      `POST /v2/registrations/${signup.signupId}/payment HTTP/1.1\r\nHost: backend`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    ].join('\r\n');
    const accepted = once(server, 'connection');
    const isGone = new Int32Array(new SharedArrayBuffer(4));
    const caller = new Worker(CALLER, { eval: true, workerData: { port, isGone } });
    onTestFinished(async () => void (await caller.terminate()));
    await Promise.all([accepted, once(caller, 'message')]);
    caller.postMessage(call);
    // Stops this process, which reads the call and the end of its connection afterwards.
    expect(Atomics.wait(isGone, 0, 0, 30_000)).not.toBe('timed-out');
    await expect.poll(() => failed).toEqual([expect.objectContaining({ name: 'CallerGone' })]);
    expect(await backend.lookUp(signup)).toEqual({ state: 'none' });
    expect([charges(), await backend.attempts()]).toEqual([[], []]);
    const { data } = await backend.pay(signup, await backend.requestFor(signup));
    expect([data?.state, charges().length]).toEqual(['paid', 1]);
  });

  it('charges the next card if another press is declined while it waits', async () => {
    const gate = latch();
    const cards: string[] = [];
    const { authorise } = backend.sandbox;
    backend.sandbox.authorise = async (sale) => {
      cards.push(sale.nonce);
      await gate.opened;
      return authorise(sale);
    };
    const declined = await backend.requestFor(signup, { nonce: await backend.makeNonce(DECLINED_CARD) });
    const [good, other] = [await backend.requestFor(signup), await backend.requestFor(signup)];
    const first = backend.pay(signup, declined, 'declined');
    await expect.poll(() => cards).toHaveLength(1);
    const waiting = [
      backend.pay(signup, good, 'good'),
      backend.pay(signup, other, 'other'),
      backend.pay(signup, declined, 'declined'),
    ] as const;
    await Promise.all(waiting.map(() => backend.lookUp(signup, 'good')));
    gate.open();
    expect(refusalOf(await first).code).toBe('DECLINED');
    const [one, two, repeated] = await Promise.all(waiting);
    expect([one.data?.state, two.data?.state]).toEqual(['paid', 'paid']);
    expect(refusalOf(repeated).code).toBe('DECLINED');
    expect(
      charges()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['declined', 'settling']);
    expect(cards).toHaveLength(2);
  });

  it('charges nothing if the displayed price is wrong, and returns the new price', async () => {
    const request = await backend.requestFor(signup);
    for (const wrong of [{ amountDisplayed: 1 }, { taxAmountDisplayed: 0 }]) {
      const result = await backend.pay(signup, { ...request, payment: { ...request.payment, ...wrong } });
      expect(refusalOf(result)).toMatchObject({ code: 'PRICE_CHANGED', data: { pricing: { finalPrice: 17955 } } });
    }
    expect(await backend.attempts()).toEqual([]);
    expect(charges()).toEqual([]);
  });

  it('requires an available order, an address, a payment method and the right key', async () => {
    const request = await backend.requestFor(signup);
    const unsold = { ...request, order: { ...PLUS, packageId: '1' } };
    const unpaid = { ...request, payment: { ...request.payment, nonce: null } };
    expect(refusalOf(await backend.pay(signup, unsold)).code).toBe('INVALID');
    expect(refusalOf(await backend.pay(signup, unpaid)).code).toBe('INVALID');
    expect(refusalOf(await backend.pay(await backend.create(), request)).data).toMatchObject({
      validationErrors: [{ field: 'address' }],
    });
    const stranger = { ...signup, headers: { 'x-registration-key': 'wrong' } };
    expect(refusalOf(await backend.pay(stranger, request)).code).toBe('FORBIDDEN');
    expect(refusalOf(await backend.pay({ ...signup, signupId: 'unknown' }, request)).code).toBe('NOT_FOUND');
    expect(refusalOf(await safe(backend.lookUp(stranger))).code).toBe('FORBIDDEN');
    expect(await backend.lookUp(signup, 'never sent')).toEqual({ state: 'none' });
    expect(await backend.attempts()).toEqual([]);
  });

  it('detects a duplicate created during the sign-up', async () => {
    const other = await backend.signUp({ email: 'ann1@example.com' });
    await backend.pay(other, await backend.requestFor(other));
    const request = await backend.requestFor(signup);
    expect(refusalOf(await backend.pay(signup, request)).data).toMatchObject({
      validationErrors: [{ field: 'parent.duplicate' }],
    });
    const confirmed = await backend.pay(signup, { ...request, parentDuplicateConfirmed: true });
    expect(confirmed.data?.state).toBe('paid');
  });

  it('spends a code once and refunds the second buyer', async () => {
    const second = await backend.signUp();
    const codes = ['PREPAID-40'];
    const requests = [
      await backend.requestFor(signup, { codes }),
      await backend.requestFor(second, { codes }),
    ] as const;
    // Both are quoted with the code before either is charged.
    const { authorise } = backend.sandbox;
    const arrived: (() => void)[] = [];
    backend.sandbox.authorise = async (request) => {
      await new Promise<void>((go) => {
        arrived.push(go);
        if (arrived.length === 2) arrived.forEach((each) => each());
      });
      return authorise(request);
    };
    const results = await Promise.all([backend.pay(signup, requests[0]), backend.pay(second, requests[1])]);
    expect(results.filter(({ data }) => data?.state === 'paid')).toHaveLength(1);
    const refused = refusalOf(results.find(({ error }) => error !== null)!);
    // After INVALID the front end would send the same nonce again, which the voided sale has used.
    const expected = { code: 'DECLINED', data: { exception: 'Invalid activation code', status: 402 } };
    expect(refused).toEqual(expected);
    expect(
      charges()
        .map(({ status }) => status)
        .sort(),
    ).toEqual(['settling', 'voided']);
    const [loser, request] = results[0].error ? [signup, requests[0]] : [second, requests[1]];
    expect(refusalOf(await backend.pay(loser, request))).toEqual(expected);
    expect(await backend.lookUp(loser)).toEqual({ state: 'failed', exception: 'Invalid activation code' });
    expect(refusalOf(await backend.pay(loser, { ...request }, 'key-2')).code).toBe('PRICE_CHANGED');
  });

  it('locks the codes of an order in the same sequence, however they were typed', async () => {
    const locked: string[] = [];
    const { db } = backend.store;
    const replica = await backend.openReplica({
      db: db.withPlugin({
        transformQuery({ node }) {
          const text = JSON.stringify(node);
          if (node.kind === 'UpdateQueryNode' && text.includes('"backend_activation_codes"'))
            locked.push(...(/PREPAID-\w+/.exec(text) ?? []));
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      }) as typeof db,
    });
    for (const codes of [
      ['PREPAID-FULL', 'prepaid-40'],
      ['PREPAID-40', 'prepaid-full'],
    ]) {
      const buyer = await backend.signUp();
      const { data } = await backend.payWith(
        replica.client,
        buyer,
        await backend.requestFor(buyer, { codes }),
        'key-1',
      );
      expect(data?.state).toBe('paid');
      await db.updateTable('backend_activation_codes').set({ spent_at: null, spent_by: null }).execute();
    }
    expect(locked).toEqual(['PREPAID-40', 'PREPAID-FULL', 'PREPAID-40', 'PREPAID-FULL']);
  });
});
