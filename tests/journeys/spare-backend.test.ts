import { expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { serveByHand, type WireAnswer, type WireRequest } from '~tests/fakes/handwritten-backend';
import { type Backend, serveSite, type Trouble } from '~tests/servers/site';
import { PAYING_STEPS, walkInvited } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const TOTALS = { currencyCode: 'USD', selectedPackageTotal: 16800, subTotal: 16800, taxAmount: 1155, total: 17955 };
const PACKAGE = {
  id: '2021',
  displayName: 'Plus',
  receiptText: 'Plus, one year',
  subDurationInYears: 1,
  buildYourOwn: false,
  analyticsPackage: 'PLUS',
  currencyCode: 'USD',
  currencySymbol: '$',
};
const INVITE = {
  inviteToken: 'token',
  userId: '9001',
  familyMembers: [{ firstName: 'Ann', lastName: 'Lee', displayInitials: 'AL', color: 'teal', userId: '7' }],
  isSubscriptionCurrent: false,
  billingAddressComplete: false,
  requireCredentials: true,
  userCreatedByPro: false,
};
const RECEIPT = { cardLastFour: '1111', paymentType: 'credit card', totals: TOTALS, transactionId: 't-1' };

/** Responses by method and path, with only the keys that the product documents, and without those of our contract. */
const ANSWERS: readonly [pattern: RegExp, body: (clientToken: string) => unknown][] = [
  [/^POST \/v2\/registrations$/, () => ({ registrationKey: 'key', signupId: 'signup-1' })],
  [/^PUT \/v2\/registrations\//, () => ({})],
  [/^POST \/v2\/registrations\/[^/]+\/pricing$/, () => ({ totals: TOTALS, taxes: 1155, finalPrice: 17955 })],
  [
    /^POST \/v2\/(registrations|parents)\/[^/]+\/payment$/,
    () => ({ receipt: RECEIPT, registration: { parent: { userId: '9001' } }, clickToJoinToken: 'token' }),
  ],
  [/^POST \/v2\/pricing-groups$/, () => ({ pricingGroupName: 'P1', packageIds: ['2021'] })],
  [/^GET \/v2\/packages/, () => [PACKAGE]],
  [/country-criteria$/, () => ({ result: 'success' })],
  [/^GET \/v2\/payment-client-token/, (clientToken) => ({ clientToken })],
  [/^POST \/v2\/usernames/, () => ({ available: true })],
  [/^PUT \/v2\/credentials$/, () => ({})],
  [/^POST \/v2\/sessions$/, () => ({ redirectUrl: '/ofw/appv2/home.form' })],
  [/^GET \/v2\/invites\//, () => INVITE],
  [/^GET \/v2\/parents\//, () => ({ agreedToTerms: false, address: { country: 'US' } })],
  [/^POST \/v2\/parents\/[^/]+\/pricing$/, () => ({ pricing: { totals: TOTALS } })],
  [/^(PUT|POST) \/v2\/parents\//, () => ({ status: 200, message: 'success' })],
  [/^POST \/v2\/professional\/users\/validator$/, () => ({})],
  [/^POST \/v2\/professional\/users$/, () => ({ name: { firstName: 'Grace' } })],
];

/** Serves these responses until the test ends, and connects a client. Payments use the embedded backend's sandbox. */
async function connectSpareBackend(embedded: Backend) {
  const { clientToken } = await embedded.paymentClientToken.get({ query: { country: 'US' } });
  const { client, missing, requests } = await serveByHand(({ method, address }: WireRequest): WireAnswer => {
    const found = ANSWERS.find(([pattern]) => pattern.test(`${method} ${address}`));
    return found ? { body: found[1](clientToken) } : { status: 404, body: { status: 404, message: 'unknown' } };
  });
  return { client, missing, requests };
}

/** Serves a site over this backend. Only the option lists come from the embedded backend. */
async function serve() {
  let spare!: Awaited<ReturnType<typeof connectSpareBackend>>;
  let lists!: Trouble;
  const served = await serveSite({
    trouble: () => lists,
    async connect(embedded) {
      spare = await connectSpareBackend(embedded);
      lists = { lookups: embedded.lookups, reference: embedded.reference };
      return spare.client;
    },
  });
  return { ...served, missing: spare.missing };
}

it('serves parent A up to the receipt, which shows the known figures', async () => {
  const { browser, missing } = await serve();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/review', answers);
  expect(browser.page.figure('Total')).toBe('$179.55');
  await submitStep(browser, 'payment/review', answers);
  expect(browser.page.path).toBe('/credentials');
  await submitStep(browser, 'credentials', answers);
  await browser.waitForRefresh();
  expect([browser.page.path, browser.page.heading]).toEqual(['/receipt', 'Account activated!']);
  expect(browser.page.figure('Total')).toBe('$179.55');
  expect(browser.page.figure('Transaction')).toContain('t-1');
  expect(missing()).toEqual(
    expect.arrayContaining([
      'packages.list [].price',
      'registrations.price totals.totalFormatted',
      'registrations.pay receipt.totals.totalFormatted',
      'registrations.pay receipt.transactionDateTime',
      'registrations.pay registration.parent.familyId',
      'credentials.usernameAvailability meetsRequirements',
    ]),
  );
});

it.each([
  ['no subtotals', { subTotal: null, subTotalAfterDiscount: null }],
  ['equal subtotals despite a coupon', { subTotal: 16800, subTotalAfterDiscount: 16800 }],
])('shows the full price of the renewal for a backend that returns %s', async (_what, subTotals) => {
  const { browser } = await serveSite({
    trouble: ({ registrations }) => ({
      registrations: {
        async price(input: Parameters<typeof registrations.price>[0]) {
          const pricing = await registrations.price(input);
          return { ...pricing, totals: { ...pricing.totals, ...subTotals } };
        },
      } as never,
    }),
  });
  await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  expect(browser.page.figure('Total')).not.toBe('$179.55');
  expect(browser.page.text('.renewal')).toContain('you are billed $179.55 (without the offer)');
});

it('serves an invited parent up to the receipt, with the packages of the country', async () => {
  const { browser, missing } = await serve();
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  await walkInvited(browser, PAYING_STEPS, coParentOfMinnesota());
  await browser.waitForRefresh();
  expect([browser.page.path, browser.page.heading]).toEqual(['/invite/receipt', "You're all set!"]);
  expect(browser.page.figure('Total')).toBe('$179.55');
  expect(missing()).toEqual(expect.arrayContaining(['invites.get packageIds', 'invites.get parent']));
});

it('shows a professional the typed values on the account page', async () => {
  const { browser, missing } = await serve();
  const answers = lawyerOfMinnesota();
  await walkProfessionalTo(browser, 'done', answers);
  expect(browser.page.text('main')).toContain(String(answers.practice.practiceName));
  expect(missing()).toContain('professional.create practiceName');
});
