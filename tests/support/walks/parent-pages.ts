import { PARENT } from '~/journeys/parent';

/** The pages before a payment, in the journey's order, and the entry of the checkout. */
export const CHECKOUT_PAGES = [...PARENT.steps.filter(({ dot }) => dot !== null).map(({ path }) => path), '/payment'];

/** Every page that parent A may visit, including the demo's and a missing one. */
export const PARENT_PAGES = [
  '/signup',
  '/coparentstatus',
  ...CHECKOUT_PAGES,
  '/payment/paypal/return',
  '/payment/paypal/cancel',
  '/credentials',
  '/receipt',
  '/duplicate',
  '/demo',
  '/demo/wallet',
  '/demo/styles',
  '/nowhere',
];
