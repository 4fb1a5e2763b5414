/** The pages before a payment is made, in the journey's order. */
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

/** Every page that parent A may come by, the demo's and one that does not exist among them. */
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
