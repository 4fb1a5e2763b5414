import { safe } from '@orpc/client';
import type { EmbeddedOptions } from '~/backend/embedded/context';
import { createEmbeddedBackend, type EmbeddedBackend } from '~/backend/embedded/create-embedded-backend.server';
import type { PaymentRequest } from '~/backend/schemas/payments';
import { readFoundPayment, readPayment } from '~/backend/refusal';
import type { Order } from '~/domain/order';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS } from '~/payments/sandbox/sandbox.server';
import { createSealing } from '~/lib/sealing.server';
import { CONTACT } from '~/steps/contact';
import { contactOf } from '~tests/answers/contact-answers';
import { paymentRequest } from '~tests/answers/payment-request';
import { openTestStore } from './test-store';

export const PLUS: Order = { packageId: '2021', productId: null, services: [] };
export const ESSENTIALS: Order = { packageId: '2011', productId: null, services: [] };

export interface SignUp {
  signupId: string;
  headers: { 'x-registration-key': string; 'x-referrer-key'?: string; 'accept-language'?: string };
}

export const TEST_PEPPER = 'a-pepper-for-tests-alone-of-thirty-two-characters';

export type TestBackend = Awaited<ReturnType<typeof openTestBackend>>;

interface TestBackendOptions extends Partial<EmbeddedOptions> {
  slowCardMs?: number;
  /** Opens a client of the backend. By default, tests call it in this process. */
  connect?(backend: EmbeddedBackend): Promise<EmbeddedBackend['client']>;
}

/** Opens an embedded backend with a store, the sandbox and a settable clock, and helpers for the steps of a sign-up. */
export async function openTestBackend(options: TestBackendOptions = {}) {
  const { slowCardMs = 30_000, connect = async (embedded) => embedded.client, ...overrides } = options;
  let now = new Date('2026-03-01T12:00:00Z');
  const clock = { now: () => now };
  const storeClock = { read: async () => ({ now, steadyMs: Infinity }) };
  const treatments = new Set(['GROW450']);
  const { store, dataDir, databaseUrl, openAgain, close } = await openTestStore();
  const sandbox = createSandbox({ dataDir, clock, wait: slowCardMs });
  const base: EmbeddedOptions = {
    db: store.db,
    charging: sandbox,
    clock,
    storeClock,
    sealing: createSealing(['a secret for tests alone, thirty-two'], 'backend'),
    pepper: createSealing([TEST_PEPPER], 'pepper'),
    flags: { isTreatment: async (name) => treatments.has(name) },
    merchantAccounts: SANDBOX_MERCHANT_ACCOUNTS,
    publicUrl: 'https://join.example',
    links: { appHome: '/ofw/appv2/home.form', proCases: '/ofw/pro/cases.form', logIn: '/ofw/login.form' },
    brandName: 'Evenkeel',
    brandColor: '#0f5c63',
    supportEmail: 'support@example.com',
    seller: { name: 'Evenkeel, Inc.', address: '1 Test Street, Testville', taxId: undefined, withdrawal: {} },
    supportPhones: { US: '1-800-555-0199', NZ: '0800 000 000', AU: '1800 975 711', UK: '0808 157 0192' },
    demo: true,
    timeoutMs: 10_000,
    answerWithin: 500,
    ...overrides,
  };
  const opened: EmbeddedBackend[] = [];
  const open = async (changes: Partial<EmbeddedOptions> = {}) => {
    const replica = await createEmbeddedBackend({ ...base, ...changes });
    opened.push(replica);
    return replica;
  };
  const backend = await open();
  const client = await connect(backend);
  let people = 0;

  async function create(changes: Partial<ReturnType<typeof parentNamed>> = {}, confirmed = false): Promise<SignUp> {
    people += 1;
    const { signupId, registrationKey } = await client.registrations.create({
      headers: {},
      body: {
        parent: { ...parentNamed(`ann${people}@example.com`), ...changes },
        parentDuplicateConfirmed: confirmed,
        sections: ['PARENT'],
        segmentAnonymousId: null,
        segmentIdentify: false,
      },
    });
    return { signupId, headers: { 'x-registration-key': registrationKey } };
  }

  /** Creates a sign-up that is ready to pay. */
  async function signUp(
    changes: Partial<ReturnType<typeof parentNamed>> & { timeZone?: string } = {},
    region = 'MN',
  ): Promise<SignUp> {
    const email = changes.email ?? `ann${people + 1}@example.com`;
    const signup = await create({ ...changes, email });
    const registration = { params: { signupId: signup.signupId }, headers: signup.headers };
    await client.registrations.update({
      ...registration,
      body: {
        sections: ['PARENT', 'ADDRESS'],
        parent: { ...parentNamed(email), ...changes },
        address: { ...ADDRESS, region },
        referral: { selection: 'NEWS', other: null },
        parentDuplicateConfirmed: false,
      },
    });
    await client.registrations.update({
      ...registration,
      body: {
        sections: ['FAMILY'],
        coParent: {
          firstName: 'Ben',
          lastName: 'Lee',
          email: 'ben@example.com',
          phoneCountryCode: '+1',
          phoneNumber: '6125550199',
        },
        coParentDuplicateConfirmed: false,
        children: [{ firstName: 'Cy', lastName: 'Lee', email: null }],
      },
    });
    return signup;
  }

  async function makeNonce(cardNumber = '4111111111111111'): Promise<string> {
    const { clientToken } = await sandbox.clientToken('US');
    const card = { cardHolderName: 'Ann Lee', cardNumber, cardExpiration: '12/30', cardCvv: '123' };
    const tokenised = await sandbox.tokeniseCard(clientToken, card);
    if (tokenised.outcome === 'refused') throw new Error(tokenised.field);
    return tokenised.nonce;
  }

  /** Holds a sale at the provider that our backend does not know. @returns its transaction id */
  async function sell(orderId: string): Promise<string> {
    const sold = await sandbox.authorise({
      orderId,
      amount: 17_955,
      currency: 'USD',
      merchantAccount: SANDBOX_MERCHANT_ACCOUNTS.USD,
      nonce: await makeNonce(),
      paymentType: 'creditCard',
      storeInVault: false,
    });
    if (sold.outcome !== 'approved') throw new Error(sold.outcome);
    return sold.transaction.transactionId;
  }

  function priceOf(
    signup: SignUp,
    order: Order,
    extra: { codes?: string[]; payForCoparent?: boolean; country?: string; region?: string } = {},
  ) {
    return client.registrations.price({
      params: { signupId: signup.signupId },
      headers: signup.headers,
      body: {
        address: { ...ADDRESS, country: extra.country ?? 'US', region: extra.region ?? 'MN', type: 'PRIMARY' },
        limboId: signup.signupId,
        orderDetail: order,
        payForCoparent: extra.payForCoparent ?? false,
        paymentCodes: extra.codes ?? [],
        phoneCountryCode: '+1',
        phoneNumber: '6125550100',
      },
    });
  }

  /** Returns a payment request with the order's current amounts. */
  async function requestFor(
    signup: SignUp,
    given: { order?: Order; nonce?: string | null; codes?: string[]; payForCoparent?: boolean } = {},
  ): Promise<PaymentRequest> {
    const order = given.order ?? PLUS;
    const pricing = await priceOf(signup, order, given);
    return paymentRequest(order, {
      marketingOptIn: true,
      payment: {
        amountDisplayed: pricing.totals.total,
        cardHolderName: 'Ann Lee',
        nonce: given.nonce === undefined ? await makeNonce() : given.nonce,
        taxAmountDisplayed: pricing.totals.taxAmount,
        taxId: pricing.taxId,
      },
      payForCoparent: given.payForCoparent ?? false,
      promoCodes: given.codes ?? null,
    });
  }

  const payWith = (by: typeof client, signup: SignUp, body: PaymentRequest, key: string) =>
    safe(
      by.registrations
        .pay({
          params: { signupId: signup.signupId },
          headers: { ...signup.headers, 'idempotency-key': key },
          body,
        })
        .then(readPayment),
    );

  return {
    ...backend,
    client,
    store,
    pepper: base.pepper,
    sandbox,
    treatments,
    create,
    signUp,
    makeNonce,
    sell,
    priceOf,
    requestFor,
    /** Opens another replica that shares the store's connections. */
    openReplica: open,
    /** Opens another replica with separate connections, only on Postgres. */
    openDistantReplica: async (changes: Partial<EmbeddedOptions> = {}) =>
      open({ db: (await openAgain()).db, ...changes }),
    payWith,
    pay: (signup: SignUp, body: PaymentRequest, key = 'key-1') => payWith(client, signup, body, key),
    lookUp: (signup: SignUp, key = 'key-1', by = client) =>
      by.registrations
        .payment({
          params: { signupId: signup.signupId, idempotencyKey: key },
          headers: signup.headers,
        })
        .then(readFoundPayment),
    dataDir,
    databaseUrl,
    clock,
    storeClock,
    advance: (ms: number) => void (now = new Date(now.getTime() + ms)),
    attempts: () => store.db.selectFrom('backend_payment_attempts').selectAll().orderBy('number').execute(),
    async close() {
      await Promise.all(opened.map((each) => each.stop()));
      sandbox.close();
      await close();
    },
  };
}

export const ADDRESS = {
  line1: '12 Elm Street',
  line2: null,
  city: 'Saint Paul',
  region: 'MN',
  postalCode: '55101',
  country: 'US',
};

export function parentNamed(email: string) {
  return { ...CONTACT.toBody(contactOf('ann')), lastName: 'Lee', email };
}

/** Returns the code and data of a defined error. */
export function refusalOf(result: { error: unknown }): { code: string; data: unknown } {
  const { code, data } = result.error as { code: string; data: unknown };
  return { code, data };
}
