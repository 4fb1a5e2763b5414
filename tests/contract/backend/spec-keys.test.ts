import { safe } from '@orpc/client';
import { expect, it, describe } from 'vitest';
import { missingFields } from '~/backend/schemas/reading';
import { findOperation } from '~/backend/contract/contract';
import { isRefusal, readPayment, readRefusal, requireAccepted } from '~/backend/refusal';
import { invitedUpdateOf } from '~/backend/request-bodies';
import { contactOf as typedBy } from '~tests/answers/contact-answers';
import { serveByHand } from '~tests/fakes/handwritten-backend';
import { paymentRequest } from '~tests/answers/payment-request';
import { PLUS } from '~tests/servers/embedded-backend';

/** A backend that responds with the documented keys of the product, and with none of our additional ones. */

const INVITE = {
  inviteToken: 'token',
  userId: 9001,
  familyMembers: [{ firstName: 'Ann', lastName: 'Lee' }],
  isSubscriptionCurrent: false,
  billingAddressComplete: false,
  requireCredentials: true,
  userCreatedByPro: false,
};
const PACKAGE = {
  id: 2061,
  displayName: 'Essentials',
  receiptText: 'Essentials, one year',
  subDurationInYears: 1,
  buildYourOwn: false,
  analyticsPackage: 'UKESSENTIALS',
  currencyCode: 'gbp',
  currencySymbol: '£',
  vatAmount: 1998,
  vatAmountFormatted: '',
};
const PAY = {
  params: { userId: '9001' },
  headers: { authorization: 'Bearer token', 'idempotency-key': 'key-1' },
  body: paymentRequest(PLUS, { payment: { amountDisplayed: 16800, cardHolderName: 'Ann Lee', nonce: 'nonce' } }),
};
const bearer = { params: { userId: '9001' }, headers: { authorization: 'Bearer token' } };

describe('a response with only the keys of the product', () => {
  it('opens an invite', async () => {
    const { client, missing } = await serveByHand(() => ({ body: INVITE }));
    expect(await client.invites.get(bearer)).toMatchObject({
      userId: '9001',
      familyMembers: [{ firstName: 'Ann', lastName: 'Lee', displayInitials: 'AL', userId: null }],
      pricingGroupName: null,
      packageIds: null,
      parent: { firstName: '', email: null },
      parentComplete: false,
      paidOrder: null,
      availableCoupons: [],
      proFirstName: null,
    });
    expect(missing()).toContain('invites.get packageIds');
    expect(missing()).toContain('invites.get familyMembers.[].displayInitials');
  });

  it('opens a paid invite whose package id is a number and whose order has no options', async () => {
    const order = { packageId: 2021 };
    const body = {
      ...INVITE,
      paidOrder: { answer: { receipt: {}, registration: {} }, order },
      paidByAnother: { order },
    };
    const { client, missing } = await serveByHand(() => ({ body }));
    const read = { packageId: '2021', productId: null, services: [] };
    expect(await client.invites.get(bearer)).toMatchObject({
      paidOrder: { order: read, timeZone: 'UTC' },
      paidByAnother: { order: read, paidAt: null },
    });
    expect(missing()).toEqual(
      expect.arrayContaining(['invites.get paidOrder.timeZone', 'invites.get paidByAnother.paidAt']),
    );
  });

  it.each([
    { paidOrder: { order: { packageId: '2021' } } },
    { paidOrder: { answer: { receipt: {}, registration: {} }, order: {} } },
    { paidByAnother: { order: { packageId: null } } },
    { paidByAnother: { order: { packageId: '2021', services: 'PHOTOS' } } },
    { paidByAnother: true },
  ])('rejects an invite instead of reading it as unpaid: %j', async (paid) => {
    const { client } = await serveByHand(() => ({ body: { ...INVITE, ...paid } }));
    await expect(client.invites.get(bearer)).rejects.toThrow(/does not match the contract at paid/);
  });

  it('lists packages with default texts, but never with invented prices', async () => {
    const { client, missing } = await serveByHand(() => ({ body: [PACKAGE] }));
    const [offered] = await client.packages.list({ headers: {}, query: { pricingLocale: 'UK' } });
    expect(offered).toMatchObject({
      id: '2061',
      currencyCode: 'GBP',
      price: null,
      priceFormatted: null,
      vatAmountFormatted: '£19.98',
      features: [],
      options: [],
    });
    expect(missing()).toEqual([
      'packages.list [].features',
      'packages.list [].price',
      'packages.list [].priceFormatted',
    ]);
  });

  it('formats an amount, and omits and reports a package without name, currency or term', async () => {
    const list = async (changes: object) => {
      const { client, missing } = await serveByHand(() => ({ body: [{ ...PACKAGE, ...changes }] }));
      const { data } = await safe(client.packages.list({ headers: {}, query: { pricingLocale: 'UK' } }));
      return { data, missing: missing() };
    };
    expect((await list({ price: 11988 })).data).toMatchObject([{ priceFormatted: '£119.88' }]);
    expect((await list({ subDurationInYears: null, code: 'PLUS2' })).data).toMatchObject([{ subDurationInYears: 2 }]);
    for (const field of ['displayName', 'currencyCode', 'subDurationInYears']) {
      const { data, missing } = await list({ [field]: null });
      expect([data, missing]).toEqual([[], expect.arrayContaining([`packages.list [].${field}`])]);
    }
  });

  it.each([{}, '', { status: 200 }])('accepts an update with the response %j', async (body) => {
    const { client } = await serveByHand(() => ({ body }));
    const call = client.registrations.update({
      params: { signupId: 'id' },
      headers: { 'x-registration-key': 'key' },
      body: {
        sections: ['FAMILY'],
        coParent: { firstName: 'Ben', lastName: 'Lee', email: null },
        coParentDuplicateConfirmed: false,
        children: [],
      },
    });
    expect(await call).toEqual({ signupId: null, subscriptionStatus: null });
  });

  it.each(['credit card', 'PayPal', 'VENMO', 'CREDIT_CARD', 'creditCard', 'paypal'])(
    'accepts a payment with %s',
    async (paymentType) => {
      const totals = { currencyCode: 'USD', total: 17955, taxAmount: 1155, subTotal: 16800 };
      const { client, missing } = await serveByHand(() => ({
        body: { receipt: { paymentType, totals }, registration: {} },
      }));
      const paid = await client.parents.pay(PAY).then(readPayment);
      expect(paid).toMatchObject({
        state: 'paid',
        answer: {
          receipt: { totals: { total: 17955, totalFormatted: '$179.55', subTotalFormatted: '$168.00' } },
          registration: { parent: { userId: null, familyId: null, email: null }, order: { packageId: null } },
          clickToJoinToken: null,
        },
      });
      expect(paid).not.toHaveProperty('answer.receipt.paymentType', null);
      expect(missing()).toContain('parents.pay receipt.totals.subTotalFormatted');
      expect(missing()).not.toContain('parents.pay receipt.totals.total');
      expect(missing()).not.toContain('parents.pay receipt.paymentType');
    },
  );

  it.each([
    ['2026-11-28T23:30:00', '2026-11-28T23:30:00Z'],
    ['2026-11-28 23:30', '2026-11-28 23:30Z'],
    ['2026-11-28T23:30:00.5-06:00', '2026-11-28T23:30:00.5-06:00'],
    ['2026-11-28', '2026-11-28'],
  ])('reads the time %s of a payment as GMT without a zone', async (transactionDateTime, read) => {
    const { client } = await serveByHand(() => ({
      body: { receipt: { transactionDateTime }, registration: { parent: {} } },
    }));
    expect(await client.parents.pay(PAY).then(readPayment)).toMatchObject({
      answer: { receipt: { transactionDateTime: read } },
    });
  });

  it('accepts a payment with a wrong type in every field, and never guesses an amount', async () => {
    const receipt = {
      paymentType: 7,
      totals: { total: '168.00', currencyCode: 'doubloons' },
      transactionDateTime: 'noon',
    };
    const { client } = await serveByHand(() => ({ body: { receipt, registration: { parent: [], order: 'x' } } }));
    expect(await client.parents.pay(PAY).then(readPayment)).toMatchObject({
      answer: {
        receipt: { paymentType: null, totals: { total: null, totalFormatted: null }, transactionDateTime: null },
      },
    });
  });
});

describe('an error in the product’s own format', () => {
  const FAILURES = [
    { status: 401, body: '' },
    { status: 403, body: { message: 'no' } },
    { status: 404, body: '' },
    { body: { status: 112, message: 'expired' } },
    { body: { message: 'auth.fail.message' } },
    { body: { statusCode: 403 } },
    { status: 400, body: { status: 112 } },
  ];

  it.each(FAILURES)('reports an expired invite: %j', async (answer) => {
    const { client } = await serveByHand(() => answer);
    const failures = [await safe(client.invites.get(bearer)), await safe(client.parents.get(bearer))];
    for (const { isDefined, error } of failures)
      expect([isDefined, (error as { code?: string }).code]).toEqual([
        true,
        expect.stringMatching(/FORBIDDEN|NOT_FOUND/),
      ]);
  });

  it('reports a completed invite for its record too', async () => {
    const { client } = await serveByHand(() => ({ status: 410, body: { status: 410, message: 'COMPLETED' } }));
    for (const { isDefined, error } of [await safe(client.invites.get(bearer)), await safe(client.parents.get(bearer))])
      expect([isDefined, error]).toEqual([true, expect.objectContaining({ code: 'COMPLETED' })]);
  });

  it.each(FAILURES)('reports an expired invite for an update and a payment: %j', async (answer) => {
    const { client } = await serveByHand(() => answer);
    const body = invitedUpdateOf('9001', typedBy('ann'), null);
    const updated = await safe(client.parents.update({ ...bearer, body }).then(requireAccepted));
    const paid = await safe(client.parents.pay(PAY).then(readPayment));
    for (const { error } of [updated, paid]) expect(readRefusal(error).kind).toMatch(/gone|deadInvite/);
  });

  it.each([...FAILURES, { body: { status: 111 } }, { status: 400, body: { status: 111 } }])(
    'reports the refusal of a new link as a refusal: %j',
    async (answer) => {
      const { client } = await serveByHand(() => answer);
      const { error } = await safe(
        client.invites.renew({ headers: {}, body: { inviteToken: 'token' } }).then(requireAccepted),
      );
      expect(isRefusal(error)).toBe(true);
    },
  );

  it.each([
    { status: 500, body: { status: 111 } },
    { body: { status: 500 } },
    { status: 400, body: { message: 'no' } },
  ])('reports a failure, not a refusal: %j', async (answer) => {
    const { client } = await serveByHand(() => answer);
    const { error } = await safe(
      client.invites.renew({ headers: {}, body: { inviteToken: 'token' } }).then(requireAccepted),
    );
    expect([error instanceof Error, isRefusal(error)]).toEqual([true, false]);
  });
});

it('names only fields of the contract as missing', () => {
  const { outputSchema } = findOperation(['packages', 'list'])!;
  expect(missingFields(outputSchema, [{ ...PACKAGE, 'ann@example.com': null }]).join()).not.toContain(
    'ann@example.com',
  );
});
