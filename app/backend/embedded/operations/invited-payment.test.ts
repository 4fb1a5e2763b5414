import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DONE } from '~/backend/schemas/answers';
import { createSealing } from '~/lib/sealing.server';
import { readAnswers } from '~/backend/embedded/people/sections.server';
import type { ChargingProvider } from '~/payments/port';
import {
  ADDRESS,
  ESSENTIALS,
  openTestBackend,
  PLUS,
  refusalOf,
  type TestBackend,
} from '~tests/servers/embedded-backend';
import {
  bearer,
  BEN,
  choose,
  inviteCoParent,
  invitedIn,
  inviteOf,
  lookUpAs,
  payAs,
  priceFor,
  requestOf,
  tell,
  tellAll,
  type Invited,
} from '~tests/walks/invited-parent';

const DECLINED_CARD = '4000111111111115';
const AFTER_LEASE_MS = 60_000;
const never = () => new Promise<never>(() => undefined);

let backend: TestBackend;
let invited: Invited;
const replaced: Partial<ChargingProvider> = {};
beforeEach(async () => {
  Object.keys(replaced).forEach((name) => delete replaced[name as keyof ChargingProvider]);
  const charging = new Proxy({} as ChargingProvider, {
    get: (_target, name: keyof ChargingProvider) => replaced[name] ?? backend.sandbox[name],
  });
  backend = await openTestBackend({ charging });
  invited = await inviteCoParent(backend);
  await tellAll(backend.client, invited);
});
afterEach(() => backend.close());

/** The transactions since parent A paid. */
const charges = () => backend.sandbox.listTransactions().filter(({ orderId }) => orderId.startsWith(invited.userId));
const statuses = () => charges().map(({ status }) => status);
const attempts = async () => (await backend.attempts()).filter(({ payer }) => payer === 'invitation');
const stateOf = async () => (await attempts()).at(-1)?.state;
const mailsTo = async (address: string) => (await backend.demo!.mails()).filter(({ to }) => to === address);
const accounts = () =>
  backend.store.db.selectFrom('backend_accounts').selectAll().where('id', '=', invited.userId).execute();

describe('the price of an invited parent', () => {
  it('depends on the invited parent’s address and covers only that parent', async () => {
    const { data } = await priceFor(backend.client, invited);
    // Texas: 8.25 % on 168.00.
    expect(data?.pricing).toMatchObject({
      finalPrice: 18186,
      taxes: 1386,
      payForCoParent: false,
      couponDetail: null,
      request: { limboId: invited.userId, address: { region: 'TX' }, phoneNumber: BEN.phoneNumber },
    });
  });

  it('deducts an activation code and the invitation’s coupon, or the referrer’s coupon if it is higher', async () => {
    const paid = await priceFor(backend.client, invited, ESSENTIALS, ['PREPAID-FULL']);
    expect(paid.data?.pricing).toMatchObject({ finalPrice: 0, paymentCodeDetails: [{ amount: 12000 }] });
    const withCoupon = { userId: '9006', token: 'demo-invite-coupon' };
    await tellAll(backend.client, withCoupon, { ...BEN, email: 'gale@example.com' });
    expect((await inviteOf(backend.client, withCoupon)).data?.availableCoupons).toEqual([
      { couponCode: 'WELCOME15', description: '15% off', percentage: 15 },
    ]);
    const own = await priceFor(backend.client, withCoupon);
    expect(own.data?.pricing.couponDetail).toMatchObject({ couponCode: 'WELCOME15', discount: 2520 });
    const better = await priceFor(backend.client, withCoupon, PLUS, [], 'spring');
    expect(better.data?.pricing.couponDetail).toMatchObject({ couponCode: 'SPRING20', discount: 3360 });
    const { data } = await payAs(backend.client, withCoupon, await requestOf(backend, withCoupon));
    expect(data).toMatchObject({
      state: 'paid',
      answer: { pricingInfo: { couponDetail: { couponCode: 'WELCOME15' } } },
    });
  });

  it.each([
    ['agreed', 'another', { packageId: '2061', result: 'success', price: 12000 }],
    [undefined, 'agreed', { packageId: '2011', result: 'failure', price: 9600 }],
  ])('follows the id of the request, %s, as do the packages, not one told before', async (id, told, expected) => {
    const flags = { isTreatment: async (_name: string, visitor?: string) => visitor === 'agreed' };
    const { client } = await backend.openReplica({ flags });
    await tell(client, invited, { sections: ['PARENT'], segmentAnonymousId: told });
    const { userId } = invited;
    const request = { params: { userId }, headers: { ...bearer(invited), 'x-anonymous-id': id } };
    const { packageIds } = await client.invites.get({ ...request, query: { callingCode: '+44', country: 'GB' } });
    const countryCriteria = { countryCode: '+44', phoneNumber: '2079460000', country: 'GB' };
    const body = { packageId: '2061', countryCriteria };
    const { result } = await client.parents.checkCountry({ ...request, body });
    const orderDetail = { packageId: '2041', productId: 'SUB1YEAR', services: ['CALLSBASIC', 'MYFILES'] };
    const { pricing } = await client.parents.price({
      ...request,
      body: { userId, orderDetail, subscriptionCodes: [] },
    });
    const price = pricing.totals.subTotal;
    expect({ packageId: packageIds?.[0], result, price }).toEqual(expected);
  });

  it('requires contact and address', async () => {
    const bare = await inviteCoParent(backend);
    expect(refusalOf(await priceFor(backend.client, bare)).data).toMatchObject({
      validationErrors: [{ field: 'parent' }, { field: 'address' }],
    });
    await tell(backend.client, bare, { sections: ['PARENT'] });
    expect(refusalOf(await priceFor(backend.client, bare)).data).toMatchObject({
      validationErrors: [{ field: 'address' }],
    });
  });
});

describe('the payment of an invited parent', () => {
  it('registers the contact and address of the request, whatever another browser stores before and meanwhile', async () => {
    const request = await requestOf(backend, invited);
    const others = { ...BEN, firstName: 'Eve', email: 'eve@example.com' };
    await tell(backend.client, invited, { sections: ['PARENT'], parent: others });
    replaced.authorise = async (sale) => {
      await tellAll(backend.client, invited, others);
      return backend.sandbox.authorise(sale);
    };
    const address = { ...ADDRESS, line1: '9 Pine Road', region: 'TX', postalCode: '75001', city: 'Dallas' };
    const payer = { parent: { ...BEN, timeZone: 'America/Chicago' }, address };
    const { data } = await payAs(backend.client, invited, { ...request, payer });
    expect(data).toMatchObject({ state: 'paid', answer: { registration: { parent: { email: BEN.email } } } });
    const [account] = await accounts();
    expect(account).toMatchObject({ email: BEN.email });
    expect(readAnswers(account!.answers)).toMatchObject({ parent: { firstName: 'Ben' }, address });
    expect(await mailsTo('eve@example.com')).toEqual([]);
    const [receipt] = await mailsTo(BEN.email);
    expect(receipt!.text).toContain('9 Pine Road');
    // The copy is removed once the order exists.
    expect((await attempts())[0]!.request).not.toContain(BEN.email);
    // The last form's contact is that of the payer.
    expect(await tell(backend.client, invited, { sections: ['PARENT'] })).toMatchObject({ data: DONE });
    const { error } = await tell(backend.client, invited, { sections: ['PARENT'], parent: others });
    expect(refusalOf({ error }).code).toBe('FORBIDDEN');
  });

  it('is refused while another invite of the e-mail is paid, also if that is paid during the charge', async () => {
    const request = await requestOf(backend, invited);
    const refusal = { code: 'INVALID', data: { validationErrors: [{ field: 'parent.email' }] } };
    replaced.authorise = async (sale) => {
      delete replaced.authorise;
      await inviteCoParent(backend, { payForCoparent: true });
      return backend.sandbox.authorise(sale);
    };
    expect(refusalOf(await payAs(backend.client, invited, request))).toMatchObject(refusal);
    expect(refusalOf(await payAs(backend.client, invited, request))).toMatchObject(refusal);
    expect(refusalOf(await payAs(backend.client, invited, await requestOf(backend, invited), 'key-2'))).toMatchObject(
      refusal,
    );
    expect(statuses()).toEqual(['voided']);
    expect(await lookUpAs(backend.client, invited)).toMatchObject({
      data: { state: 'failed', exception: 'Payment given back' },
    });
  });

  it('charges nothing once its caller has hung up', async () => {
    const body = await requestOf(backend, invited);
    const headers = { authorization: `Bearer ${invited.token}`, 'idempotency-key': 'key-1' };
    const caller = new AbortController();
    const call = { params: { userId: invited.userId }, headers, body };
    const paying = backend.client.parents.pay(call, { signal: caller.signal });
    caller.abort();
    await expect(paying).rejects.toThrow();
    expect(await attempts()).toEqual([]);
  });

  it('rejects a request with a faulty address', async () => {
    const payer = { parent: BEN, address: { ...ADDRESS, city: '' } };
    const body = { ...(await requestOf(backend, invited)), payer };
    expect(refusalOf(await payAs(backend.client, invited, body)).data).toMatchObject({
      validationErrors: [{ field: 'address.city' }],
    });
    expect(await attempts()).toEqual([]);
  });

  it('settles, creates the account in the inviter’s family, and mails a working return link', async () => {
    backend.advance(1);
    const { data } = await payAs(backend.client, invited, await requestOf(backend, invited));
    expect(data).toMatchObject({ state: 'paid' });
    expect(statuses()).toEqual(['settling']);
    const [account] = await accounts();
    const { family_id } = await backend.store.db
      .selectFrom('backend_accounts')
      .select('family_id')
      .where('email', '=', 'ann1@example.com')
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ family_id, email: 'ben@example.com', username: null });
    const mails = await mailsTo('ben@example.com');
    expect(mails.find(({ kind }) => kind === 'receipt')?.text).not.toMatch(/https?:/);
    const back = invitedIn(mails.find(({ kind }) => kind === 'credentials')?.text);
    expect(back.userId).toBe(invited.userId);
    expect(back.token).not.toBe(invited.token);
    expect((await inviteOf(backend.client, back)).data).toMatchObject({
      paidOrder: { order: { packageId: '2021' } },
      paidByAnother: null,
    });
    const older = (await inviteOf(backend.client, invited)).data;
    expect(older).toMatchObject({
      isSubscriptionCurrent: true,
      paidOrder: null,
      paidByAnother: { order: { packageId: '2021' }, totalFormatted: '$181.86' },
    });
    expect(JSON.stringify(older)).not.toMatch(/1111|Elm Street/);
  });

  it('describes the invitation by another link as its inviter wrote it', async () => {
    const bare = await inviteCoParent(backend);
    const before = (await inviteOf(backend.client, bare)).data;
    await tellAll(backend.client, bare, { ...BEN, firstName: 'Benedict', email: 'benedict@example.com' });
    backend.advance(1);
    const { data } = await payAs(backend.client, bare, await requestOf(backend, bare));
    expect(data).toMatchObject({ state: 'paid' });
    const after = (await inviteOf(backend.client, bare)).data;
    expect(after?.parent).toEqual(before?.parent);
    expect(JSON.stringify(after)).not.toMatch(/benedict/i);
  });

  it('still opens the credentials by a later link if no secret opens its stored response', async () => {
    backend.advance(1_000);
    await payAs(backend.client, invited, await requestOf(backend, invited, { codes: ['PREPAID-40'] }));
    const mails = await mailsTo('ben@example.com');
    const back = invitedIn(mails.find(({ kind }) => kind === 'credentials')?.text);
    const before = (await inviteOf(backend.client, back)).data?.paidOrder;
    const { client } = await backend.openReplica({
      sealing: createSealing(['another secret after a leak'], 'backend'),
    });
    const { paidOrder } = (await inviteOf(client, back)).data ?? {};
    expect(paidOrder).toMatchObject({
      ...before,
      answer: {
        ...before?.answer,
        receipt: { ...before?.answer.receipt, paymentCodeDetails: [{ code: '…-40' }] },
        registration: { ...before?.answer.registration, promoCodes: ['…-40'] },
        clickToJoinToken: null,
        gaPayloadBase64: null,
      },
    });
    expect((await inviteOf(client, invited)).data).toMatchObject({
      paidOrder: null,
      paidByAnother: expect.any(Object) as object,
    });
  });

  it('is charged once for twenty identical requests', async () => {
    const request = await requestOf(backend, invited);
    const results = await Promise.all(Array.from({ length: 20 }, () => payAs(backend.client, invited, request)));
    expect(new Set(results.map(({ data }) => JSON.stringify(data))).size).toBe(1);
    expect(results[0]!.data).toMatchObject({ state: 'paid' });
    expect(statuses()).toEqual(['settling']);
    expect((await mailsTo('ben@example.com')).map(({ kind }) => kind).sort()).toEqual([
      'credentials',
      'invite',
      'receipt',
    ]);
  });

  it('is charged once for different keys, concurrently on two replicas and later', async () => {
    const replica = await backend.openReplica();
    const requests = await Promise.all(Array.from({ length: 6 }, () => requestOf(backend, invited)));
    await Promise.all(
      requests.map((request, at) =>
        payAs(at % 2 === 0 ? backend.client : replica.client, invited, request, `key-${at}`),
      ),
    );
    const found = await lookUpAs(backend.client, invited, 'key-3');
    expect(found.data?.state).toBe('paid');
    const late = await payAs(backend.client, invited, await requestOf(backend, invited), 'late');
    expect(late.data).toEqual({ ...found.data, isJoined: true });
    expect(statuses()).toEqual(['settling']);
    expect(await accounts()).toHaveLength(1);
  });

  it('stays paid after the money was given back, and is not charged again', async () => {
    backend.advance(1);
    const paid = await payAs(backend.client, invited, await requestOf(backend, invited));
    const given = backend.store.db.updateTable('backend_payment_attempts').set({ state: 'refunded' });
    await given.where('payer', '=', 'invitation').execute();
    const credentials = (await mailsTo('ben@example.com')).find(({ kind }) => kind === 'credentials');
    const back = invitedIn(credentials?.text);
    expect((await inviteOf(backend.client, back)).data).toMatchObject({
      isSubscriptionCurrent: true,
      paidOrder: { order: { packageId: '2021' } },
    });
    expect((await inviteOf(backend.client, invited)).data).toMatchObject({ paidByAnother: { order: {} } });
    const again = await payAs(backend.client, back, await requestOf(backend, back), 'again');
    expect(again.data).toEqual({ ...paid.data, isJoined: true });
    expect(statuses()).toEqual(['settling']);
    expect((await choose(backend.client, back, 'ben.lee')).error).toBeNull();
  });

  it('is refused after the sign-up is finished', async () => {
    const request = await requestOf(backend, invited);
    await payAs(backend.client, invited, request);
    expect((await choose(backend.client, invited, 'ben.lee')).error).toBeNull();
    expect(refusalOf(await payAs(backend.client, invited, request, 'again')).code).toBe('FORBIDDEN');
    expect((await lookUpAs(backend.client, invited)).data).toMatchObject({ state: 'paid' });
    expect(statuses()).toEqual(['settling']);
  });

  it('reports a decline and accepts the next card', async () => {
    const declined = await requestOf(backend, invited, { nonce: await backend.makeNonce(DECLINED_CARD) });
    expect(refusalOf(await payAs(backend.client, invited, declined))).toEqual({
      code: 'DECLINED',
      data: { exception: 'Payment method declined', status: 402 },
    });
    const { data } = await payAs(backend.client, invited, await requestOf(backend, invited), 'key-2');
    expect(data).toMatchObject({ state: 'paid' });
    expect(await attempts()).toMatchObject([{ state: 'declined' }, { state: 'settled' }]);
  });

  it('never pays for the other parent, whatever the request contains', async () => {
    const request = await requestOf(backend, invited);
    const { data } = await payAs(backend.client, invited, { ...request, payForCoparent: true });
    expect(data).toMatchObject({
      state: 'paid',
      answer: { receipt: { payForCoParent: false, totals: { total: 18186 } } },
    });
  });

  it('charges nothing after a price change, and returns the new price', async () => {
    const request = await requestOf(backend, invited);
    await tell(backend.client, invited, { sections: ['PARENT', 'ADDRESS'], address: ADDRESS });
    expect(refusalOf(await payAs(backend.client, invited, request))).toMatchObject({
      code: 'PRICE_CHANGED',
      data: { pricing: { finalPrice: 17955 } },
    });
    expect(await attempts()).toEqual([]);
  });

  it('is refunded if the e-mail got an account meanwhile, unless the payer confirmed a duplicate', async () => {
    const other = await backend.signUp({ email: 'ben@example.com' });
    const request = await requestOf(backend, invited);
    replaced.authorise = async (sale) => {
      delete replaced.authorise;
      await backend.pay(other, await backend.requestFor(other), 'other');
      return backend.sandbox.authorise(sale);
    };
    expect(refusalOf(await payAs(backend.client, invited, request)).data).toMatchObject({
      validationErrors: [{ field: 'parent.duplicate' }],
    });
    expect(statuses()).toEqual(['voided']);
    expect(await accounts()).toEqual([]);
    const confirmed = { ...(await requestOf(backend, invited)), parentDuplicateConfirmed: true };
    expect((await payAs(backend.client, invited, confirmed, 'key-2')).data).toMatchObject({ state: 'paid' });
    expect(await accounts()).toMatchObject([{ email: 'ben@example.com', email_key: null }]);
  });
});

describe('recovery', () => {
  it('looks up an unknown outcome and registers the invited parent once', async () => {
    replaced.authorise = (sale) => backend.sandbox.authorise(sale).then(never);
    const request = await requestOf(backend, invited);
    expect((await payAs(backend.client, invited, request)).data).toEqual({ state: 'pending' });
    expect(await stateOf()).toBe('unknown');
    expect((await inviteOf(backend.client, invited)).data?.paidOrder).toBeNull();
    delete replaced.authorise;
    expect((await lookUpAs(backend.client, invited)).data?.state).toBe('paid');
    expect((await payAs(backend.client, invited, request)).data).toMatchObject({ state: 'paid' });
    expect(statuses()).toEqual(['settling']);
  });

  it('voids the money if the invitation was deleted meanwhile', async () => {
    replaced.authorise = (sale) => backend.sandbox.authorise(sale).then(never);
    await payAs(backend.client, invited, await requestOf(backend, invited));
    await backend.store.db.deleteFrom('backend_invitations').where('id', '=', invited.userId).execute();
    delete replaced.authorise;
    backend.advance(AFTER_LEASE_MS);
    expect(await backend.recoverAttempts()).toEqual({ found: 1, unfinished: 0 });
    expect(await attempts()).toMatchObject([{ state: 'voided', reason: 'payer-deleted' }]);
    expect(statuses()).toEqual(['voided']);
  });

  it('completes account, receipt and settlement once after the process died', async () => {
    const dying = await backend.openReplica({
      answerWithin: 60 * AFTER_LEASE_MS,
      charging: { ...backend.sandbox, authorise: (sale) => backend.sandbox.authorise(sale).then(never) },
    });
    void payAs(dying.client, invited, await requestOf(backend, invited));
    await expect.poll(statuses).toEqual(['authorised']);
    backend.advance(61 * AFTER_LEASE_MS);
    const other = await backend.openReplica();
    const rounds = await Promise.all([backend.recoverAttempts(), other.recoverAttempts()]);
    expect(rounds.map(({ unfinished }) => unfinished)).toEqual([0, 0]);
    expect(statuses()).toEqual(['settling']);
    expect(await accounts()).toHaveLength(1);
    expect((await mailsTo('ben@example.com')).map(({ kind }) => kind).sort()).toEqual([
      'credentials',
      'invite',
      'receipt',
    ]);
    expect((await inviteOf(backend.client, invited)).data?.paidByAnother).toMatchObject({
      order: { packageId: '2021' },
    });
  });
});
