import { safe } from '@orpc/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestBackend, PLUS, refusalOf, type TestBackend } from '~tests/servers/embedded-backend';
import {
  bearer,
  BEN,
  choose,
  inviteCoParent,
  inviteOf,
  lookUpAs,
  payAs,
  priceFor,
  requestOf,
  tell,
  tellAll,
  type Invited,
} from '~tests/walks/invited-parent';
import { paymentRequest } from '~tests/answers/payment-request';

const DAY_MS = 24 * 60 * 60 * 1000;

let backend: TestBackend;
beforeEach(async () => {
  backend = await openTestBackend();
});
afterEach(() => backend.close());

const everything = async () => {
  const { db } = backend.store;
  const tables = ['backend_invitations', 'backend_tokens', 'backend_accounts', 'backend_mails'] as const;
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
};

describe('an invite', () => {
  it('returns names of the family, and reading it changes nothing', async () => {
    const invited = await inviteCoParent(backend);
    const before = await everything();
    const first = await inviteOf(backend.client, invited);
    expect(first.data).toMatchObject({
      userId: invited.userId,
      familyMembers: [
        { firstName: 'Ann', lastName: 'Lee', displayInitials: 'AL' },
        { firstName: 'Cy', lastName: 'Lee', displayInitials: 'CL', userId: null },
      ],
      isSubscriptionCurrent: false,
      billingAddressComplete: false,
      requireCredentials: true,
      userCreatedByPro: false,
      coparentPackageId: null,
      availableCoupons: [],
      pricingGroupName: 'P3',
      parent: BEN,
      parentComplete: false,
      paidOrder: null,
    });
    expect((await inviteOf(backend.client, invited)).data).toEqual(first.data);
    expect(await everything()).toEqual(before);
  });

  it('reports a prepaid subscription with its package and without an address', async () => {
    const invited = await inviteCoParent(backend, { payForCoparent: true });
    expect((await inviteOf(backend.client, invited)).data).toMatchObject({
      isSubscriptionCurrent: true,
      billingAddressComplete: false,
      coparentPackageId: '2021',
    });
  });

  it('is separate for each of two inviting parents, and neither reports a duplicate e-mail', async () => {
    const one = await inviteCoParent(backend);
    const other = await inviteCoParent(backend);
    expect(one.userId).not.toBe(other.userId);
    expect((await tellAll(backend.client, one)).data).toMatchObject({ status: 200 });
    expect((await tellAll(backend.client, other)).data).toMatchObject({ status: 200 });
  });

  it.each([
    ['+1', 'P3', ['2011', '2041']],
    ['+44', 'P2', ['2061', '2063']],
    ['+52', 'P1', ['2011', '2032']],
  ])('lists packages for a %s phone from pricing group %s', async (phoneCountryCode, group, some) => {
    const invited = await inviteCoParent(backend);
    await tell(backend.client, invited, { sections: ['PARENT'], parent: { ...BEN, phoneCountryCode } });
    const { data } = await inviteOf(backend.client, invited);
    expect(data?.pricingGroupName).toBe(group);
    expect(data?.packageIds).toEqual(expect.arrayContaining(some));
  });
});

describe('an invite link', () => {
  const deadLinks = async (): Promise<[string, Invited][]> => {
    const expired = await inviteCoParent(backend);
    backend.advance(7 * DAY_MS);
    const own = await inviteCoParent(backend);
    const other = await inviteCoParent(backend);
    return [
      ['unknown', { ...own, token: 'x'.repeat(43) }],
      ['malformed', { ...own, token: '<script>\u0000' }],
      ['for an invalid user id', { ...own, userId: 'no\u0000body' }],
      ['another user’s', { ...own, token: other.token }],
      ['expired', expired],
    ];
  };

  it('gets the same error from every operation, whatever is wrong with it', async () => {
    for (const [kind, invited] of await deadLinks()) {
      const { client } = backend;
      const params = { userId: invited.userId };
      const raw = { 'x-invite-token': invited.token };
      const criteria = { packageId: '2021', countryCriteria: { countryCode: '1', phoneNumber: '', country: 'US' } };
      const refused = [
        await inviteOf(client, invited),
        await safe(client.parents.get({ params, headers: bearer(invited) })),
        await safe(client.parents.agreeToTerms({ params, headers: raw, body: { agreedToTerms: true } })),
        await safe(client.parents.setMarketingOptIn({ params, headers: raw, body: { marketingOptIn: true } })),
        await safe(client.parents.checkCountry({ params, headers: bearer(invited), body: criteria })),
        await priceFor(client, invited),
        ...(kind === 'expired' ? [] : [await lookUpAs(client, invited)]),
      ];
      expect([kind, ...refused.map((result) => refusalOf(result))]).toEqual([
        kind,
        ...refused.map(() => ({ code: 'FORBIDDEN', data: undefined })),
      ]);
      const dead = { status: 112, message: 'auth.fail.message' };
      expect((await tellAll(client, invited)).data).toEqual(dead);
      expect((await payAs(client, invited, paymentRequest(PLUS))).error).toMatchObject({ answer: dead });
    }
  });

  it('finds the payment of a key, and no other one, after it has expired', async () => {
    const invited = await inviteCoParent(backend);
    await tellAll(backend.client, invited);
    await payAs(backend.client, invited, await requestOf(backend, invited), 'key-1');
    expect((await lookUpAs(backend.client, invited, 'key-2')).data).toMatchObject({ state: 'paid', isJoined: true });
    backend.advance(7 * DAY_MS);
    expect((await lookUpAs(backend.client, invited, 'key-1')).data).toMatchObject({ state: 'paid' });
    expect((await lookUpAs(backend.client, invited, 'key-2')).data).toEqual({ state: 'none' });
  });

  it('works until its last millisecond, and a visit does not extend it', async () => {
    const invited = await inviteCoParent(backend);
    backend.advance(7 * DAY_MS - 1);
    expect((await inviteOf(backend.client, invited)).error).toBeNull();
    backend.advance(1);
    expect(refusalOf(await inviteOf(backend.client, invited)).code).toBe('FORBIDDEN');
  });

  it('is never stored with its plain token', async () => {
    const { token } = await inviteCoParent(backend);
    expect(JSON.stringify(await everything())).not.toContain(token);
    expect(token).toMatch(/^[\w-]{43}$/);
  });
});

describe('an invited parent who has nothing to pay', () => {
  it('gets an account by setting credentials, with the user id of the invitation', async () => {
    const invited = await inviteCoParent(backend, { payForCoparent: true });
    expect(refusalOf(await choose(backend.client, invited, 'ben.lee')).data).toMatchObject({
      validationErrors: [{ field: 'parent' }],
    });
    await tellAll(backend.client, invited);
    expect((await choose(backend.client, invited, 'ben.lee')).data).toEqual({ userId: invited.userId });
    expect((await choose(backend.client, invited, 'ben.lee')).data).toEqual({ userId: invited.userId });
    expect(refusalOf(await choose(backend.client, invited, 'ben.other')).code).toBe('FORBIDDEN');
    expect(refusalOf(await inviteOf(backend.client, invited)).code).toBe('COMPLETED');
    expect(refusalOf(await tellAll(backend.client, invited)).code).toBe('FORBIDDEN');
    const account = await backend.store.db
      .selectFrom('backend_accounts')
      .selectAll()
      .where('id', '=', invited.userId)
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ email: 'ben@example.com', email_key: 'ben@example.com', username: 'ben.lee' });
  });

  it('cannot pay for a prepaid package', async () => {
    const invited = await inviteCoParent(backend, { payForCoparent: true });
    await tellAll(backend.client, invited);
    const request = await requestOf(backend, invited);
    expect(refusalOf(await payAs(backend.client, invited, request)).code).toBe('FORBIDDEN');
    expect(backend.sandbox.listTransactions()).toHaveLength(1);
  });
});

it('rejects credentials for an unpaid invite', async () => {
  const invited = await inviteCoParent(backend);
  await tellAll(backend.client, invited);
  expect(refusalOf(await choose(backend.client, invited, 'ben.lee')).code).toBe('FORBIDDEN');
});

it('creates an account on payment, and a link that is not older returns the paid order', async () => {
  const invited = await inviteCoParent(backend);
  await tellAll(backend.client, invited);
  const { data } = await payAs(backend.client, invited, await requestOf(backend, invited));
  if (!data || !('state' in data) || data.state !== 'paid') throw new Error('not paid');
  expect(data.answer).toMatchObject({
    receipt: { totals: { total: 18186 }, payForCoParent: false },
    registration: { parent: { userId: invited.userId, email: 'ben@example.com' }, coParent: null },
  });
  const context = (await inviteOf(backend.client, invited)).data;
  expect(context).toMatchObject({
    isSubscriptionCurrent: true,
    billingAddressComplete: true,
    requireCredentials: true,
    paidOrder: { answer: data.answer, order: { packageId: '2021' }, timeZone: 'America/Chicago' },
  });
  expect((await choose(backend.client, invited, 'ben.lee')).data).toEqual({ userId: invited.userId });
});
