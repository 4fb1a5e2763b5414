import { safe } from '@orpc/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedBackend } from '~/backend/embedded/create-embedded-backend.server';
import {
  ADDRESS,
  openTestBackend,
  parentNamed,
  PLUS,
  refusalOf,
  type TestBackend,
} from '~tests/servers/embedded-backend';
import {
  bearer,
  choose,
  inviteCoParent,
  inviteOf,
  lookUpAs,
  payAs,
  priceFor,
  renewFor,
  requestOf,
  tell,
  tellAll,
  WITH_CREDENTIALS,
} from '~tests/walks/invited-parent';
import { professionalBody } from '~tests/answers/professional-answers';
import { documentedOutcomes, watchOperations, type Outcome } from '~tests/servers/watch-operations';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import type { BackendClient } from '~/backend/contract/contract';
import { createRemoteBackend } from '~/backend/remote/remote-backend.server';
import { openSender } from '~/backend/remote/send.server';

interface HttpBackend {
  url: string;
  client: BackendClient;
  close(): Promise<void>;
}

interface Options {
  requestId?: () => string | undefined;
  timeoutMs?: number;
  /** Appended to the URL of the server. */
  path?: string;
}

/** Serves a backend over HTTP on a free port, and opens a client for it. */
async function openHttpBackend(handler: RequestHandler, options: Options = {}): Promise<HttpBackend> {
  const { requestId = () => undefined, timeoutMs = 5_000, path = '' } = options;
  const server = createServer(express().use(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const sender = openSender({ timeoutMs });
  return {
    url,
    client: createRemoteBackend({ url, sender, requestId }),
    async close() {
      await sender.close();
      await closeServer(server);
    },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

const DECLINED_CARD = '4000111111111115';

/** Documented for other backends; the embedded one never returns these. */
const OF_OTHER_BACKENDS: Outcome[] = [
  'registrations.create FORBIDDEN',
  'registrations.create NOT_FOUND',
  'registrations.discard NOT_FOUND',
  'registrations.resendLink NOT_FOUND',
  'sessions.create FORBIDDEN',
  'invites.get NOT_FOUND',
  'parents.get NOT_FOUND',
  'parents.get COMPLETED',
  'parents.update INVALID',
  'parents.update NOT_FOUND',
  'parents.agreeToTerms NOT_FOUND',
  'parents.setMarketingOptIn NOT_FOUND',
  'parents.pay NOT_FOUND',
  'parents.payment NOT_FOUND',
];

describe.each(['in process', 'over HTTP'] as const)('the backend %s', (way) => {
  const seen = new Set<Outcome>();
  let backend: TestBackend;
  let http: HttpBackend | undefined;

  beforeAll(async () => {
    const connect = async (embedded: EmbeddedBackend) => {
      if (way === 'in process') return watchOperations(embedded.client, seen);
      const failed = (error: unknown) => {
        throw error;
      };
      http = await openHttpBackend(embedded.serveHttp(failed));
      return watchOperations(http.client, seen);
    };
    backend = await openTestBackend({ connect, answerWithin: 50, slowCardMs: 2_000 });
  });
  afterAll(async () => {
    await http?.close();
    await backend.close();
  });

  describe('a registration', () => {
    it('begins a sign-up, unless its e-mail has an account', async () => {
      expect(await backend.create()).toEqual({
        signupId: expect.stringMatching(/^[\w-]{36}$/) as string,
        headers: { 'x-registration-key': expect.stringMatching(/^[\w-]{43}$/) as string },
      });
      expect(refusalOf(await safe(backend.create({ email: 'taken@example.com' })))).toEqual({
        code: 'INVALID',
        data: { validationErrors: [{ field: 'parent.duplicate', text: expect.any(String) as string }] },
      });
    });

    it('is updated only with its key and valid data', async () => {
      const { signupId, headers } = await backend.signUp();
      const update = (changes: { signupId?: string; key?: string; line1?: string }) =>
        safe(
          backend.client.registrations.update({
            params: { signupId: changes.signupId ?? signupId },
            headers: { 'x-registration-key': changes.key ?? headers['x-registration-key'], 'accept-language': 'es' },
            body: {
              sections: ['PARENT', 'ADDRESS'],
              parent: { ...parentNamed('ann@example.com'), timeZone: 'America/Chicago' },
              address: { ...ADDRESS, line1: changes.line1 ?? ADDRESS.line1 },
              referral: { selection: 'NEWS', other: null },
              parentDuplicateConfirmed: false,
            },
          }),
        );
      expect((await update({})).data).toEqual({ signupId, subscriptionStatus: 'none' });
      expect(refusalOf(await update({ line1: 'x' }))).toMatchObject({
        code: 'INVALID',
        data: { validationErrors: [{ field: 'address.line1' }] },
      });
      expect(refusalOf(await update({ key: 'another' })).code).toBe('FORBIDDEN');
      expect(refusalOf(await update({ signupId: 'ñandú/../x' })).code).toBe('NOT_FOUND');
    });

    it('is deleted only with its key and before a payment, and stays deleted', async () => {
      const signup = await backend.signUp();
      const discard = ({ signupId, headers }: typeof signup) =>
        safe(backend.client.registrations.discard({ params: { signupId }, headers }));
      expect(refusalOf(await discard({ ...signup, headers: { 'x-registration-key': 'another' } })).code).toBe(
        'FORBIDDEN',
      );
      expect((await discard(signup)).data).toEqual({});
      expect((await discard(signup)).data).toEqual({});
      expect(refusalOf(await safe(backend.priceOf(signup, PLUS))).code).toBe('NOT_FOUND');
      const paid = await backend.signUp();
      await backend.pay(paid, await backend.requestFor(paid));
      expect(refusalOf(await discard(paid)).code).toBe('PAYMENT_BEGUN');
      expect(await backend.lookUp(paid)).toMatchObject({ state: 'paid' });
    });

    it('lists its coupons', async () => {
      const { signupId, headers } = await backend.create();
      const coupons = (params: { signupId: string }, key = headers['x-registration-key']) =>
        safe(
          backend.client.registrations.coupons({
            params,
            headers: { 'x-registration-key': key, 'x-referrer-key': 'spring' },
          }),
        );
      expect((await coupons({ signupId })).data).toMatchObject({ coupons: [{ couponCode: 'SPRING20' }] });
      expect(refusalOf(await coupons({ signupId }, 'another')).code).toBe('FORBIDDEN');
      expect(refusalOf(await coupons({ signupId: 'unknown' })).code).toBe('NOT_FOUND');
    });

    it('gets a price for its order', async () => {
      const signup = await backend.signUp();
      const key = (value: string) => ({ ...signup, headers: { 'x-registration-key': value } });
      const pricing = await backend.priceOf(signup, PLUS, { payForCoparent: true });
      expect(pricing).toMatchObject({ finalPrice: 35910, taxes: 2310, couponDetail: null, payForCoParent: true });
      const unknownPackage = { ...PLUS, packageId: '1' };
      expect(refusalOf(await safe(backend.priceOf(signup, unknownPackage))).code).toBe('INVALID');
      expect(refusalOf(await safe(backend.priceOf(key('another'), PLUS))).code).toBe('FORBIDDEN');
      expect(refusalOf(await safe(backend.priceOf({ ...signup, signupId: 'unknown' }, PLUS))).code).toBe('NOT_FOUND');
    });
  });

  describe('a payment', () => {
    it('is charged once, and found by its key', async () => {
      const signup = await backend.signUp();
      expect(await backend.lookUp(signup, 'never sent')).toEqual({ state: 'none' });
      const request = await backend.requestFor(signup);
      const { data } = await backend.pay(signup, request);
      expect(data).toMatchObject({
        state: 'paid',
        answer: { receipt: { cardLastFour: '1111' }, registration: { order: { packageId: '2021' } } },
      });
      expect((await backend.pay(signup, request)).data).toEqual(data);
      expect(await backend.lookUp(signup)).toEqual(data);
    });

    it('resends the credentials link, with the same response before the payment', async () => {
      const signup = await backend.signUp();
      const resend = ({ signupId, headers }: typeof signup) =>
        safe(backend.client.registrations.resendLink({ params: { signupId }, headers, body: { kind: 'credentials' } }));
      const done = { status: 200, message: 'success' };
      expect((await resend(signup)).data).toEqual(done);
      await backend.pay(signup, await backend.requestFor(signup));
      expect((await resend(signup)).data).toEqual(done);
      const other = { ...signup, headers: { 'x-registration-key': 'another' } };
      expect(refusalOf(await resend(other)).code).toBe('FORBIDDEN');
      expect((await resend({ ...signup, signupId: 'deleted' })).data).toEqual(done);
    });

    it('reports why it was refused, and is found as failed', async () => {
      const signup = await backend.signUp();
      const pay = async (changes: { nonce?: string; amountDisplayed?: number }, key: string) => {
        const request = await backend.requestFor(signup, changes.nonce ? { nonce: changes.nonce } : {});
        const { amountDisplayed = request.payment.amountDisplayed } = changes;
        return backend.pay(signup, { ...request, payment: { ...request.payment, amountDisplayed } }, key);
      };
      expect(refusalOf(await pay({ nonce: await backend.makeNonce(DECLINED_CARD) }, 'key-1'))).toEqual({
        code: 'DECLINED',
        data: { exception: 'Payment method declined', status: 402 },
      });
      expect(await backend.lookUp(signup)).toEqual({ state: 'failed', exception: 'Payment method declined' });
      expect(refusalOf(await pay({ amountDisplayed: 1 }, 'key-2'))).toMatchObject({
        code: 'PRICE_CHANGED',
        data: { pricing: { finalPrice: 17955 } },
      });
      const unpaid = await backend.requestFor(signup, { nonce: null });
      expect(refusalOf(await backend.pay(signup, unpaid, 'key-3')).code).toBe('INVALID');
      const other = { ...signup, headers: { 'x-registration-key': 'another' } };
      expect(refusalOf(await backend.pay(other, unpaid)).code).toBe('FORBIDDEN');
      expect(refusalOf(await safe(backend.lookUp(other))).code).toBe('FORBIDDEN');
      const unknown = { ...signup, signupId: 'unknown' };
      expect(refusalOf(await backend.pay(unknown, unpaid)).code).toBe('NOT_FOUND');
      expect(refusalOf(await safe(backend.lookUp(unknown))).code).toBe('NOT_FOUND');
    });

    it('is pending while its outcome is unknown', async () => {
      const signup = await backend.signUp();
      const request = await backend.requestFor(signup, { nonce: await backend.makeNonce('4005519200000004') });
      expect((await backend.pay(signup, request)).data).toEqual({ state: 'pending' });
    });
  });

  describe('the available packages', () => {
    it('depend on the phone code', async () => {
      const found = await backend.client.pricingGroups.find({
        headers: { 'accept-language': 'en' },
        body: { country: 'GB', countryCode: '44', phoneNumber: '7911123456' },
      });
      expect(found).toEqual({ pricingGroupName: 'P2', packageIds: ['2061', '2063'] });
      const listed = await backend.client.packages.list({
        headers: { 'accept-language': 'es' },
        query: { ids: '2061,2063', pricingLocale: 'UK' },
      });
      expect(listed.map(({ id, vatAmount }) => [id, vatAmount])).toEqual([
        ['2061', 1998],
        ['2063', 3598],
      ]);
    });

    it('are checked against the country', async () => {
      const check = (country: string) =>
        backend.client.countryCriteria.check({
          headers: {},
          body: { packageId: '2021', countryCriteria: { countryCode: '+1', phoneNumber: '6125550100', country } },
        });
      expect([await check('US'), await check('GB')]).toEqual([{ result: 'success' }, { result: 'failure' }]);
    });

    it('have a client token and hidden card brands by country', async () => {
      const { clientToken, hiddenCardBrands } = await backend.client.paymentClientToken.get({
        query: { country: 'GB' },
      });
      expect(Buffer.from(clientToken, 'base64').toString()).toContain('"version":2');
      expect(hiddenCardBrands).toEqual(['american-express', 'discover']);
    });
  });

  describe('credentials', () => {
    it('are checked and set with the token of the payment, and sign in', async () => {
      const signup = await backend.signUp();
      const { data } = await backend.pay(signup, await backend.requestFor(signup));
      if (data?.state !== 'paid') throw new Error('not paid');
      const { clickToJoinToken, registration } = data.answer;
      const userId = registration.parent.userId!;
      const familyId = registration.parent.familyId!;
      const { client } = backend;
      const headers = { authorization: `Bearer ${clickToJoinToken}` };
      const nobody = { authorization: 'Bearer nobody' };
      const available = (by = headers) =>
        safe(client.credentials.usernameAvailability({ headers: by, body: { username: 'taken.name' } }));
      const set = (username: string, by = headers) =>
        safe(client.credentials.set({ headers: by, body: { username, password: 'correct-horse-7' } }));
      const flag = (id: string, by = headers) =>
        safe(
          client.families.setFlag({
            params: { familyId: id, flag: 'firstTimeSetup' },
            headers: by,
            body: { value: false },
          }),
        );
      const record = (by = headers) => safe(client.parents.get({ params: { userId }, headers: by }));

      expect((await available()).data).toEqual({ available: false, meetsRequirements: true });
      expect(refusalOf(await available(nobody)).code).toBe('FORBIDDEN');
      expect((await flag(familyId)).data).toEqual({ value: false });
      expect(refusalOf(await flag('unknown')).code).toBe('NOT_FOUND');
      expect(refusalOf(await flag(familyId, nobody)).code).toBe('FORBIDDEN');
      expect((await record()).data).toMatchObject({ userId, address: { country: 'US' } });
      expect(refusalOf(await record(nobody)).code).toBe('FORBIDDEN');
      expect(refusalOf(await set('taken.name')).code).toBe('INVALID');
      expect(refusalOf(await set('ann.lee', nobody)).code).toBe('FORBIDDEN');
      expect((await set('ann.lee')).data).toEqual({ userId });
      const signedIn = await client.sessions.create({
        headers: {},
        body: { username: 'ann.lee', password: 'correct-horse-7', submit: 'Sign In', _eventId: 'submit' },
      });
      expect(signedIn).toMatchObject({ url: '/ofw/appv2/home.form', userId });
    });
  });

  describe('an invite', () => {
    const dead = { userId: '9005', token: 'demo-invite-expired' };

    it('is rejected after it expires, except to look up a payment', async () => {
      const { client } = backend;
      const params = { userId: dead.userId };
      const raw = { 'x-invite-token': dead.token };
      const criteria = { packageId: '2021', countryCriteria: { countryCode: '1', phoneNumber: '', country: 'US' } };
      const refused = [
        await inviteOf(client, dead),
        await safe(client.parents.agreeToTerms({ params, headers: raw, body: { agreedToTerms: true } })),
        await safe(client.parents.setMarketingOptIn({ params, headers: raw, body: { marketingOptIn: true } })),
        await safe(client.parents.checkCountry({ params, headers: bearer(dead), body: criteria })),
        await priceFor(client, dead),
        await lookUpAs(client, { ...dead, token: 'unknown' }),
      ];
      expect(refused.map((result) => refusalOf(result).code)).toEqual(refused.map(() => 'FORBIDDEN'));
      // The page of a payment may still be open.
      expect((await lookUpAs(client, dead)).data).toEqual({ state: 'none' });
      const told = { status: 112, message: 'auth.fail.message' };
      expect((await tellAll(client, dead)).data).toEqual(told);
      const paid = await payAs(client, dead, await backend.requestFor(await backend.signUp()));
      expect(paid.error).toMatchObject({ name: 'FailureResponse', answer: told });
    });

    it('opens, stores answers, is priced, paid and completed', async () => {
      const { client } = backend;
      const invited = await inviteCoParent(backend);
      const params = { userId: invited.userId };
      const raw = { 'x-invite-token': invited.token };
      expect((await inviteOf(client, invited)).data).toMatchObject({ isSubscriptionCurrent: false, paidOrder: null });
      expect((await tell(client, invited, WITH_CREDENTIALS)).data?.status).toBe(200);
      expect((await tellAll(client, invited)).data).toEqual({ status: 200, message: 'success' });
      const nowhere = { sections: ['PARENT' as const, 'ADDRESS' as const], address: { ...ADDRESS, country: 'ZZ' } };
      expect((await tell(client, invited, nowhere)).data).toMatchObject({
        status: 422,
        validationErrors: expect.any(Array) as unknown[],
      });
      expect(await client.parents.agreeToTerms({ params, headers: raw, body: { agreedToTerms: true } })).toMatchObject({
        status: 200,
      });
      expect(
        await client.parents.setMarketingOptIn({ params, headers: raw, body: { marketingOptIn: true } }),
      ).toMatchObject({ status: 200 });
      const body = {
        packageId: '2021',
        countryCriteria: { countryCode: '+1', phoneNumber: '6125550199', country: 'CA' },
      };
      expect(await client.parents.checkCountry({ params, headers: bearer(invited), body })).toEqual({
        result: 'success',
      });
      expect((await priceFor(client, invited)).data).toMatchObject({ pricing: { finalPrice: 18186 } });
      expect(refusalOf(await priceFor(client, invited, { ...PLUS, packageId: '1' })).code).toBe('INVALID');

      const request = await requestOf(backend, invited);
      const wrong = { ...request, payment: { ...request.payment, amountDisplayed: 1 } };
      expect(refusalOf(await payAs(client, invited, wrong, 'key-0')).code).toBe('PRICE_CHANGED');
      const unpaid = { ...request, payment: { ...request.payment, nonce: null } };
      expect(refusalOf(await payAs(client, invited, unpaid, 'key-0')).code).toBe('INVALID');
      const declined = await requestOf(backend, invited, { nonce: await backend.makeNonce(DECLINED_CARD) });
      expect(refusalOf(await payAs(client, invited, declined, 'key-1')).code).toBe('DECLINED');
      const { data } = await payAs(client, invited, request, 'key-2');
      expect(data).toMatchObject({ state: 'paid', answer: { registration: { parent: { userId: invited.userId } } } });
      expect((await lookUpAs(client, invited, 'key-2')).data).toEqual(data);

      expect((await choose(client, invited, 'ben.lee')).data).toEqual({ userId: invited.userId });
      expect(refusalOf(await inviteOf(client, invited)).code).toBe('COMPLETED');
      expect(refusalOf(await tellAll(client, invited)).code).toBe('FORBIDDEN');
      expect(refusalOf(await payAs(client, invited, request, 'key-3')).code).toBe('FORBIDDEN');
    });

    it('is renewed', async () => {
      expect(await renewFor(backend.client, dead.token, 'es')).toEqual({ status: 200, message: 'success' });
    });
  });

  describe('a professional', () => {
    it('is validated step by step, and registered once', async () => {
      const { professional } = backend.client;
      const contact = professionalBody('iris@example.com');
      const headers = { 'accept-language': 'en', 'x-anonymous-id': 'visitor', 'x-activity': 'START' as const };
      expect(await professional.validate({ headers, body: contact })).toEqual({ valid: true });
      const faulty = { ...contact, email: 'taken@example.com' };
      expect(refusalOf(await safe(professional.validate({ headers, body: faulty })))).toMatchObject({
        code: 'CONFLICT',
        data: { validationErrors: [{ field: 'email' }] },
      });
      const create = (key: string, body = contact) =>
        safe(professional.create({ headers: { 'idempotency-key': key }, body }));
      const { data } = await create('key-1');
      expect(data).toMatchObject({ name: { firstName: 'Iris' }, roles: contact.roles });
      expect((await create('key-1')).data).toEqual(data);
      expect(refusalOf(await create('key-2', faulty)).code).toBe('CONFLICT');
    });

    it('gets lists in the requested language', async () => {
      const { reference, lookups } = backend.client;
      const headers = { 'accept-language': 'es' };
      const regions = await reference.regions({ params: { countryId: 'US' }, headers });
      expect(regions).toContainEqual({ value: 'MN', name: 'Minnesota' });
      const zones = await reference.timezones({ params: { countryId: 'US' }, query: { region: 'MN' }, headers });
      expect(zones.map(({ value }) => value)).toEqual(['America/Chicago']);
      const roles = await lookups.list({ params: { list: 'roles' }, query: { country: 'GB' }, headers });
      expect(roles.map(({ value }) => value)).toContain('BARRISTER');
      expect(await lookups.list({ params: { list: 'titles' }, query: {}, headers })).toHaveLength(5);
    });
  });

  it('covers every documented outcome', () => {
    expect(documentedOutcomes().filter((outcome) => !seen.has(outcome))).toEqual(OF_OTHER_BACKENDS);
  });
});
