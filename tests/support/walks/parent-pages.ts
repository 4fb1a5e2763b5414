/** The pages before the payment, in order. */
export const CHECKOUT_PAGES = [
  '/step1',
  '/step2',
  '/step3',
  '/alacarte',
  '/payment',
  '/payment/billing',
  '/payment/method',
  '/payment/review',
];

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
  '/nowhere',
];
