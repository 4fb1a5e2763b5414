import { gzipSync } from 'node:zlib';
import { safe } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import type { PaymentAnswer } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import { isRecord } from '~/lib/is-record';
import { readConflict, readFoundPayment, readPayment, readPaymentRefusal, readRefusal } from '~/backend/refusal';
import { ADDRESS, parentNamed, PLUS } from '~tests/servers/embedded-backend';
import { NO_ADDRESS } from '~tests/walks/invited-parent';
import { serveByHand, type WireAnswer } from '~tests/fakes/handwritten-backend';
import { paymentRequest } from '~tests/answers/payment-request';

/** Tests the published wire format against a server without oRPC. */

const EMAIL = 'ann.private@example.com';
const PARENT = { ...parentNamed(EMAIL), lastName: 'Lee-Secret' };
const CREATE = {
  headers: { 'x-referrer-key': 'spring', 'accept-language': 'es' },
  body: {
    parent: PARENT,
    parentDuplicateConfirmed: false,
    sections: ['PARENT' as const],
    segmentAnonymousId: 'visitor',
    segmentIdentify: true,
  },
};
const PAY = {
  params: { userId: '9001' },
  headers: { authorization: 'Bearer token', 'idempotency-key': 'key-1' },
  body: paymentRequest(PLUS, {
    marketingOptIn: true,
    payment: { amountDisplayed: 16800, cardHolderName: 'Ann Lee', nonce: 'nonce' },
  }),
};
const TOTALS = {
  currencyCode: 'USD' as const,
  ...{ paymentCodeTotal: 0, paymentCodeTotalFormatted: '$0.00', taxAmount: 0, taxAmountFormatted: '$0.00' },
  ...{ selectedPackageTotal: 16800, selectedPackageTotalFormatted: '$168.00', subTotal: 16800 },
  ...{ subTotalFormatted: '$168.00', subTotalAfterDiscount: 16800, subTotalAfterDiscountFormatted: '$168.00' },
  ...{ taxRate: null, total: 16800, totalFormatted: '$168.00' },
};
const PAID: PaymentAnswer = {
  receipt: {
    cardLastFour: '1111',
    paymentType: 'creditCard',
    totals: TOTALS,
    transactionId: 'transaction',
    payForCoParent: false,
    paymentCodeDetails: [],
    transactionDateTime: '2026-03-01T12:00:00Z',
    orderNumber: null,
    renewal: null,
    terms: null,
  },
  registration: {
    parent: { userId: '9001', familyId: 'family', email: EMAIL },
    coParent: null,
    order: { packageId: '2021' },
    promoCodes: null,
  },
  pricingInfo: { couponDetail: null },
  clickToJoinToken: 'click-to-join',
  gaPayloadBase64: null,
};

const create = async (answer: WireAnswer) => {
  const { client } = await serveByHand(() => answer);
  return safe(client.registrations.create(CREATE));
};
const payWith = async (answer: WireAnswer) => {
  const { client } = await serveByHand(() => answer);
  return safe(client.parents.pay(PAY).then(readPayment));
};
const refusalOfPaying = async (answer: WireAnswer) => {
  const { kind, ...rest } = readPaymentRefusal((await payWith(answer)).error);
  return kind === 'unknown' ? { kind } : { kind, ...rest };
};

/** The paths of a body's fields, such as `receipt.totals.total`. */
function fieldsOf(body: object): string[] {
  return Object.entries(body).flatMap(([name, value]: [string, unknown]) => [
    name,
    ...(isRecord(value) ? fieldsOf(value).map((path) => `${name}.${path}`) : []),
  ]);
}

describe('a request on the wire', () => {
  it('is plain JSON at the published URL', async () => {
    const { client, requests } = await serveByHand(() => ({ body: { registrationKey: 'key', signupId: 'id' } }), {
      path: '/backend/api',
    });
    await client.registrations.create(CREATE);
    expect(requests).toMatchObject([{ method: 'POST', address: '/backend/api/v2/registrations', body: CREATE.body }]);
    expect(requests[0]!.headers).toMatchObject({
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-language': 'es',
      'x-referrer-key': 'spring',
      'x-request-id': 'request-1',
    });
  });

  it.each([
    ['X-Registration-Key', { 'x-registration-key': 'key' }],
    ['X-Referrer-Key', { 'x-registration-key': 'key', 'x-referrer-key': 'spring' }],
    ['Accept-Language', { 'x-registration-key': 'key', 'accept-language': 'en-GB' }],
  ])('has the header %s for a registration', async (_name, headers) => {
    const { client, requests } = await serveByHand(() => ({ body: { coupons: [] } }));
    await client.registrations.coupons({ params: { signupId: 'id' }, headers });
    expect(requests[0]).toMatchObject({ method: 'GET', address: '/v2/registrations/id/coupons', headers });
    expect(requests[0]!.headers).not.toHaveProperty('authorization');
    if (!('x-referrer-key' in headers)) expect(requests[0]!.headers).not.toHaveProperty('x-referrer-key');
  });

  it('contains a token plain or as a bearer token, as the contract specifies', async () => {
    const { client, requests } = await serveByHand(() => ({ body: { status: 200, message: 'success', userId: '9' } }));
    const params = { userId: '9' };
    const raw = { 'x-invite-token': 'raw-token' };
    await client.parents.agreeToTerms({ params, headers: raw, body: { agreedToTerms: true } });
    await client.parents.setMarketingOptIn({ params, headers: raw, body: { marketingOptIn: false } });
    const body = { username: 'ann.lee', password: 'correct-horse-7' };
    await client.credentials.set({ headers: { authorization: 'Bearer credentials-token' }, body });
    const [terms, optIn, credentials] = requests;
    expect(terms).toMatchObject({ method: 'POST', address: '/v2/parents/9/terms', headers: raw });
    expect(optIn).toMatchObject({ method: 'PUT', address: '/v2/parents/9/marketing-opt-in', headers: raw });
    expect(optIn!.body).toEqual({ marketingOptIn: false });
    for (const { headers } of [terms!, optIn!]) expect(headers).not.toHaveProperty('authorization');
    expect(credentials).toMatchObject({ method: 'PUT', headers: { authorization: 'Bearer credentials-token' } });
    expect(credentials!.headers).not.toHaveProperty('x-invite-token');
  });

  it('has the language and the activity for the validator', async () => {
    const { client, requests } = await serveByHand(() => ({ body: { valid: true } }));
    const headers = { 'accept-language': 'en', 'x-anonymous-id': 'visitor', 'x-activity': 'START' as const };
    const body = { securityQuestion: 'q', securityAnswer: 'a', securityCode: '1', securityCodeConfirm: '1' };
    await client.professional.validate({ headers, body });
    expect(requests[0]).toMatchObject({ address: '/v2/professional/users/validator', headers, body });
  });

  it('has an idempotency key if a repetition would pay or register twice', async () => {
    const { client, requests } = await serveByHand(() => ({ body: PAID }));
    await client.parents.pay(PAY);
    expect(requests[0]).toMatchObject({
      address: '/v2/parents/9001/payment',
      headers: { 'idempotency-key': 'key-1', authorization: 'Bearer token' },
      body: PAY.body,
    });
  });

  it('encodes arguments in the query and ids in the path', async () => {
    const { client, requests } = await serveByHand(() => ({ body: [] }));
    await client.packages.list({ headers: {}, query: { ids: '2011,2012', pricingLocale: 'US' } });
    await client.lookups.list({ params: { list: 'roles' }, query: { country: undefined }, headers: {} });
    await client.reference.timezones({ params: { countryId: 'a/../b' }, query: { region: 'M&N' }, headers: {} });
    expect(requests.map(({ address }) => address)).toEqual([
      '/v2/packages?ids=2011%2C2012&pricingLocale=US',
      '/v2/lookups/roles',
      '/v2/countries/a%2F..%2Fb/timezones?region=M%26N',
    ]);
  });

  it.each(['', '.', '..'])('is never sent with an id that would reach another operation: "%s"', async (userId) => {
    const { client, requests } = await serveByHand(() => ({ body: {} }));
    const { error } = await safe(client.invites.get({ params: { userId }, headers: { authorization: 'Bearer t' } }));
    expect(error).toMatchObject({ message: 'invites.get: userId is not a valid id' });
    expect(requests).toEqual([]);
  });
});

/** Headers and encodings with which proxies and frameworks send JSON. */
const SENT_AS: [string, Record<string, string>, ((json: string) => string | Buffer)?][] = [
  ['a problem', { 'content-type': 'application/problem+json' }],
  ['a text', { 'content-type': 'text/json; charset=utf-8' }],
  ['plain text', { 'content-type': 'text/plain' }],
  ['a type in capitals', { 'content-type': 'Application/JSON' }],
  ['a download', { 'content-type': 'application/json', 'content-disposition': 'attachment; filename="f.txt"' }],
  ['a text with a byte order mark', { 'content-type': 'application/json' }, (json) => `\uFEFF${json}`],
  ['gzip', { 'content-type': 'application/json', 'content-encoding': 'gzip' }, gzipSync],
];

describe('a response on the wire', () => {
  it.each(SENT_AS)('is JSON, even if it is sent as %s', async (_what, headers, encode = (json) => json) => {
    const answer = (status: number, body: object) => ({ status, headers, body: encode(JSON.stringify(body)) });
    const registration = { registrationKey: 'key', signupId: 'id' };
    expect((await create(answer(200, registration))).data).toMatchObject(registration);
    const faults = { validationErrors: [{ field: 'parent.email', text: 'ñ?' }] };
    expect(readRefusal((await create(answer(422, faults))).error)).toEqual({ kind: 'invalid', texts: ['ñ?'] });
  });

  it('may have unknown fields', async () => {
    const body = { registrationKey: 'key', signupId: 'id', created: true, links: { self: '/' } };
    expect((await create({ status: 201, body })).data).toEqual({
      registrationKey: 'key',
      signupId: 'id',
      subscriptionStatus: null,
    });
  });

  it('is validated, and an error names call and field without their content', async () => {
    const { error } = await create({ body: { registrationKey: EMAIL, signupId: { email: EMAIL } } });
    expect(error).toMatchObject({
      name: 'UnexpectedResponse',
      call: 'registrations.create',
      message: 'registrations.create: the response does not match the contract at signupId (invalid_type)',
    });
    expect(error).not.toHaveProperty('cause');
    expect(JSON.stringify({ ...error })).not.toContain(EMAIL);
    expect((await payWith({ body: { receipt: EMAIL } })).error?.message).toBe(
      'parents.pay: the response does not match the contract at receipt (invalid_type), registration (invalid_type)',
    );
  });

  it.each([
    ['HTML', { body: `<p>${EMAIL}</p>`, headers: { 'content-type': 'text/html' } }],
    ['truncated JSON', { body: `{"registrationKey":"${EMAIL}"` }],
    ['HTML with a refusal', { status: 404, body: `<p>${EMAIL}</p>`, headers: { 'content-type': 'text/html' } }],
    ['nothing', { status: 204, body: '' }],
    ['a redirect', { status: 302, body: '', headers: { location: 'http://127.0.0.1:1/' } }],
    ['a redirect with a body that fits', { status: 307, body: { registrationKey: 'key', signupId: 'id' } }],
    ['a broken backend', { status: 500, body: { status: 500, message: EMAIL } }],
    ['a server error with validation errors', { status: 503, body: { validationErrors: [] } }],
    ['an undocumented status', { status: 418, body: { status: 418, message: EMAIL } }],
    ['a refusal without its faults', { status: 422, body: { status: 422, message: EMAIL } }],
  ] satisfies [string, WireAnswer][])('is rejected without quoting it if it is %s', async (_name, answer) => {
    const { error, isDefined } = await create(answer);
    expect([error instanceof Error, isDefined, readRefusal(error).kind]).toEqual([true, false, 'unknown']);
    expect(error!.message).toMatch(/^registrations\.create: /);
    for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
      expect(`${cause.message} ${cause.stack}`).not.toContain(EMAIL);
  });
});

describe('a refused registration', () => {
  const FAULTS = { validationErrors: [{ field: 'parent.email', text: 'No.', code: 7 }] };

  it.each([
    [422, FAULTS, { kind: 'invalid', texts: ['No.'] }],
    [400, FAULTS, { kind: 'invalid', texts: ['No.'] }],
    [409, { validationErrors: [{ field: 'x.duplicate', text: '' }] }, { kind: 'duplicate', whose: 'parent' }],
    [422, { validationErrors: [{ field: 'a' }, { field: 'b', text: 'No.' }] }, { kind: 'invalid', texts: ['No.'] }],
    [422, { validationErrors: [{ field: 'a', text: null }] }, { kind: 'invalid', texts: ['common:errors.tryAgain'] }],
    [403, { status: 403, message: 'no' }, { kind: 'gone' }],
    [403, '', { kind: 'gone' }],
    [404, { status: 404, message: 'no' }, { kind: 'gone' }],
    [401, { status: 401, message: 'no' }, { kind: 'gone' }],
    [401, { validationErrors: [] }, { kind: 'gone' }],
    [422, { validationErrors: [] }, { kind: 'invalid', texts: ['common:errors.tryAgain'] }],
    [200, { status: 403, message: 'no' }, { kind: 'gone' }],
    [200, FAULTS, { kind: 'invalid', texts: ['No.'] }],
  ])('is parsed from %i %j', async (status, body, refusal) => {
    expect(readRefusal((await create({ status, body })).error)).toEqual(refusal);
  });
});

describe('a refused professional', () => {
  it.each([
    [409, 'CONFLICT'],
    [422, undefined],
  ])('reports faults only with 409: %i', async (status, code) => {
    const { client } = await serveByHand(() => ({
      status,
      body: { validationErrors: [{ field: 'email', text: '' }] },
    }));
    const body = { securityQuestion: 'q', securityAnswer: 'a', securityCode: '1', securityCodeConfirm: '1' };
    const { error } = await safe(client.professional.validate({ headers: { 'x-activity': 'START' }, body }));
    expect((error as { code?: string }).code).toBe(code);
  });
});

it('lists packages without those in another currency, which it reports', async () => {
  const sold = (packageId: string, currencyCode: string) => ({
    id: packageId,
    displayName: 'Plus',
    subDurationInYears: 1,
    currencyCode,
  });
  const { client, missing } = await serveByHand(() => ({ body: [sold('1', 'usd'), sold('2', 'EUR')] }));
  const listed = await client.packages.list({ headers: {}, query: { pricingLocale: 'US' } });
  expect(listed.map(({ id, currencyCode }) => [id, currencyCode])).toEqual([['1', 'USD']]);
  expect(missing()).toContain('packages.list [].currencyCode');
});

it('lists options without unreadable ones, which it reports', async () => {
  const body = [
    { value: 'A', name: 'One' },
    { value: 'B' },
    { value: 'C', name: null },
    null,
    { value: 4, name: 'Four' },
  ];
  const { client, missing } = await serveByHand(() => ({ body: [...body, 'Five', 6] }));
  const options = [
    { value: 'A', name: 'One' },
    { value: '4', name: 'Four' },
    { value: 'Five', name: 'Five' },
    { value: '6', name: '6' },
  ];
  expect(await client.lookups.list({ params: { list: 'roles' }, query: {}, headers: {} })).toEqual(options);
  expect(await client.reference.regions({ params: { countryId: 'US' }, headers: {} })).toEqual(options);
  const zones = client.reference.timezones({ params: { countryId: 'US' }, query: {}, headers: {} });
  expect(await zones).toEqual(options);
  expect(missing()).toEqual(['lookups.list []', 'reference.regions []', 'reference.timezones []']);
});

it('rejects options of which none is readable, which differ from an empty list', async () => {
  const bodies = [[{ code: 'MN', label: 'Minnesota' }], []];
  const { client } = await serveByHand(() => ({ body: bodies.shift() }));
  const list = () => safe(client.reference.regions({ params: { countryId: 'US' }, headers: {} }));
  expect((await list()).error).toMatchObject({ name: 'UnexpectedResponse' });
  expect((await list()).data).toEqual([]);
});

it('accepts faults without a text or a field', async () => {
  const validationErrors = [{ field: 'email' }, { field: 'lastName', text: null }, { text: 'Not today.' }];
  const { client } = await serveByHand(() => ({ status: 409, body: { validationErrors } }));
  const body = { securityQuestion: 'q', securityAnswer: 'a', securityCode: '1', securityCodeConfirm: '1' };
  const { error } = await safe(client.professional.validate({ headers: { 'x-activity': 'START' }, body }));
  expect(readConflict(error)).toEqual([
    { field: 'email', text: '' },
    { field: 'lastName', text: '' },
    { field: '', text: 'Not today.' },
  ]);
});

describe('an update of an invited parent', () => {
  const update = async (answer: WireAnswer) => {
    const { client } = await serveByHand(() => answer);
    return safe(
      client.parents.update({
        params: { userId: '9001' },
        headers: { authorization: 'Bearer token' },
        body: {
          sections: ['PARENT'],
          parent: PARENT,
          address: NO_ADDRESS,
          segmentAnonymousId: null,
          segmentIdentify: false,
        },
      }),
    );
  };

  it.each([
    { status: 112, message: 'expired' },
    { status: 200, message: 'auth.fail.message' },
    { message: 'success', validationErrors: null },
    { validationErrors: [{ field: 'parent.email', text: 'No.' }] },
  ])('accepts %j', async (body) => {
    expect((await update({ body: { ...body, userId: '9001' } })).data).toEqual(body);
  });

  it.each([401, 403, 400])('prefers the status in the body over HTTP %i', async (status) => {
    const body = { status: 112, message: 'auth.fail.message' };
    expect((await update({ status, body })).data).toEqual(body);
  });

  it('reports a forbidden update, and accepts an empty response', async () => {
    expect(readRefusal((await update({ status: 403, body: { status: 403, message: 'no' } })).error)).toEqual({
      kind: 'gone',
    });
    expect((await update({ body: { id: 7 } })).data).toEqual({});
    expect((await update({ status: 204, body: '' })).data).toEqual({});
  });
});

describe('a payment', () => {
  it.each([
    ['as published', {}],
    ['with our state', { state: 'paid' }],
    ['with the fields of a failure, empty', { exception: null, status: 200, statusCode: 200, validationErrors: [] }],
    ['with unknown fields', { gaPayloadBase64: null, invoice: 'I-1' }],
  ])('is parsed %s', async (_name, more) => {
    const { data } = await payWith({ body: { ...PAID, ...more } });
    expect(data).toMatchObject({ state: 'paid', answer: PAID });
    expect(data).not.toHaveProperty('answer.state');
  });

  it('may be pending', async () => {
    expect((await payWith({ status: 202, body: { state: 'pending' } })).data).toEqual({ state: 'pending' });
  });

  const FAULTS = { validationErrors: [{ field: 'order', text: 'Sold out.' }] };
  const DUPLICATE = { validationErrors: [{ field: 'parent.duplicate', text: '' }] };
  const DECLINED = { exception: 'Payment method declined' };
  it.each([
    [200, { status: 403, message: 'no' }, { kind: 'gone' }],
    [200, { statusCode: 403 }, { kind: 'gone' }],
    [200, { status: 112, message: 'no' }, { kind: 'deadInvite' }],
    [200, { statusCode: 112, exception: 'no' }, { kind: 'deadInvite' }],
    [200, DUPLICATE, { kind: 'duplicate', whose: 'parent' }],
    [200, { ...FAULTS, ...DECLINED }, { kind: 'invalid', texts: ['Sold out.'] }],
    [200, DECLINED, { kind: 'declined', exception: 'Payment method declined' }],
    [200, { statusCode: 500, exception: 'NullPointerException' }, { kind: 'unknown' }],
    [200, { status: 111, message: 'no' }, { kind: 'unknown' }],
    [403, { status: 403, message: 'no' }, { kind: 'gone' }],
    [401, { status: 112, message: 'no' }, { kind: 'deadInvite' }],
    [422, FAULTS, { kind: 'invalid', texts: ['Sold out.'] }],
    [400, DUPLICATE, { kind: 'duplicate', whose: 'parent' }],
    [402, DECLINED, { kind: 'declined', exception: 'Payment method declined' }],
    [400, DECLINED, { kind: 'declined', exception: 'Payment method declined' }],
    [422, { validationErrors: [], ...DECLINED }, { kind: 'declined', exception: 'Payment method declined' }],
    [422, { validationErrors: [] }, { kind: 'invalid', texts: ['common:errors.tryAgain'] }],
    [409, { pricing: {} }, { kind: 'unknown' }],
    [404, { status: 404, message: 'no' }, { kind: 'gone' }],
    [401, '', { kind: 'gone' }],
    [200, { status: 401, message: 'no' }, { kind: 'gone' }],
    [200, { statusCode: 404 }, { kind: 'gone' }],
    [200, { message: 'auth.fail.message', status: 200 }, { kind: 'deadInvite' }],
  ])('is parsed from %i %j', async (status, body, refusal) => {
    expect(await refusalOfPaying({ status, body })).toEqual(refusal);
  });

  it('returns the new price after a price change', async () => {
    const address = { ...ADDRESS, type: 'PRIMARY' as const };
    const pricing: PricingInfo = {
      couponDetail: null,
      payForCoParent: false,
      paymentCodeDetails: [],
      taxes: 0,
      taxId: null,
      finalPrice: 16800,
      taxesCalculated: true,
      request: {
        ...{ address, limboId: '9001', orderDetail: PLUS, payForCoparent: false, paymentCodes: [] },
        ...{ phoneCountryCode: '+1', phoneNumber: '6125550100' },
      },
      totals: TOTALS,
    };
    expect(await refusalOfPaying({ status: 409, body: { pricing } })).toEqual({ kind: 'priceChanged' });
  });
});

describe('the outcome of a payment', () => {
  const find = async (answer: WireAnswer) => {
    const { client } = await serveByHand(() => answer);
    const params = { userId: '9001', idempotencyKey: 'key-1' };
    return safe(client.parents.payment({ params, headers: { authorization: 'Bearer t' } }).then(readFoundPayment));
  };

  it.each([
    [{ state: 'pending' }, { state: 'pending' }],
    [{ state: 'none' }, { state: 'none' }],
    [
      { state: 'failed', exception: 'Payment method declined' },
      { state: 'failed', exception: 'Payment method declined' },
    ],
    [
      { state: 'failed', exception: null, isJoined: null },
      { state: 'failed', exception: 'Unexpected error', isJoined: null },
    ],
    [PAID, { state: 'paid', answer: PAID, isJoined: false }],
    [
      { ...PAID, isJoined: true },
      { state: 'paid', answer: PAID, isJoined: true },
    ],
  ])('is parsed from %j', async (body, found) => {
    expect((await find({ body })).data).toEqual(found);
  });

  it.each(
    fieldsOf({ ...PAID, state: 'paid', isJoined: false }).filter((path) => !['receipt', 'registration'].includes(path)),
  )('is paid if %s is null', async (path) => {
    const body: Record<string, unknown> = structuredClone({ ...PAID });
    const [last, ...parents] = path.split('.').toReversed();
    const owner = parents.reduceRight((object, name) => object[name] as Record<string, unknown>, body);
    owner[last!] = null;
    for (const { data } of [await payWith({ body }), await find({ body })])
      expect(data).toMatchObject({ state: 'paid', isJoined: false });
  });

  it('is paid if the state is empty, and unreadable if it is unknown', async () => {
    expect((await find({ body: { ...PAID, state: '' } })).data).toMatchObject({ state: 'paid' });
    for (const state of ['refunded', 7])
      expect((await find({ body: { ...PAID, state } })).error).toMatchObject({ name: 'UnexpectedResponse' });
  });

  const NO_OUTCOME = { state: null, receipt: null, registration: null };
  it.each([
    [{ status: 112 }, 'gone'],
    [{ status: 403, message: 'no', ...NO_OUTCOME }, 'gone'],
    [{ statusCode: 404 }, 'gone'],
    [{ message: 'auth.fail.message' }, 'gone'],
    // These do not exclude a payment.
    [{ status: 500 }, 'unknown'],
    [{ status: 111, message: 'no' }, 'unknown'],
    [{ validationErrors: [{ field: 'order', text: 'No.' }] }, 'unknown'],
    [{}, 'unknown'],
  ])('is refused by %j with HTTP 200 as %s', async (body, kind) => {
    expect(readRefusal((await find({ body })).error).kind).toBe(kind);
  });

  it.each([
    [PAID, 'paid'],
    [{ state: 'pending' }, 'pending'],
    [{ state: 'failed', exception: 'no' }, 'failed'],
  ])('counts before a refusing status: %j', async (body, state) => {
    expect((await find({ body: { ...body, status: 403 } })).data).toMatchObject({ state });
  });

  it('is unknown for a backend without the operation', async () => {
    for (const answer of [
      { status: 404, body: { status: 404, error: 'Not Found', path: '/' } },
      { status: 404, body: '<p>Not Found</p>', headers: { 'content-type': 'text/html' } },
      { status: 405, body: '' },
    ])
      expect((await find(answer)).error).toBeInstanceOf(Error);
  });
});

describe('a deletion of a registration', () => {
  const DISCARD = { params: { signupId: 'signup-1' }, headers: { 'x-registration-key': 'key' } };
  const discard = async (answer: WireAnswer) => {
    const { client, requests } = await serveByHand(() => answer);
    const { error } = await safe(client.registrations.discard(DISCARD));
    return { code: (error as { code?: string } | null)?.code, requests };
  };

  it('has no body, and carries the key', async () => {
    const { code, requests } = await discard({ status: 204, body: '' });
    expect(code).toBeUndefined();
    expect(requests).toMatchObject([
      {
        method: 'DELETE',
        address: '/v2/registrations/signup-1',
        headers: { 'x-registration-key': 'key' },
        body: undefined,
      },
    ]);
    expect((await discard({ body: {} })).code).toBeUndefined();
  });

  it.each([
    [401, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
    [404, 'NOT_FOUND'],
    [405, 'NOT_FOUND'],
    [409, 'PAYMENT_BEGUN'],
    [501, 'NOT_FOUND'],
  ])('with status %s is %s, and is not retried', async (status, expected) => {
    const { code, requests } = await discard({ status, body: { status, message: 'Refused' } });
    expect([code, requests.length]).toEqual([expected, 1]);
  });

  it('is retried after a failure', async () => {
    const { client, requests } = await serveByHand(() =>
      requests.length < 2 ? { status: 503, body: {} } : { body: {} },
    );
    expect(await client.registrations.discard(DISCARD)).toEqual({});
    expect(requests).toHaveLength(2);
  });
});
