import type { Services } from '~/server/services/services.server';
import { serveByHand, type WireAnswer, type WireRequest } from './handwritten-backend';

type Backend = Services['backend'];

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

/** A backend with the product's documented keys, and with nothing that only our contract has. By method and address. */
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

/** Serves it until the test ends, and connects a client. The sandbox is that of the embedded backend. */
export async function connectSpareBackend(embedded: Backend) {
  const { clientToken } = await embedded.paymentClientToken.get({ query: { country: 'US' } });
  const { client, missing, requests } = await serveByHand(({ method, address }: WireRequest): WireAnswer => {
    const found = ANSWERS.find(([pattern]) => pattern.test(`${method} ${address}`));
    return found ? { body: found[1](clientToken) } : { status: 404, body: { status: 404, message: 'unknown' } };
  });
  return { client, missing, requests };
}
