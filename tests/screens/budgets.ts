/** TCP's initial window: ten segments (RFC 6928). */
export const FIRST_FLIGHT_BYTES = 14_600;
/** Our own script on one page, compressed. */
export const MAX_SCRIPT_BYTES = 60_000;

/**
 * Most bytes of a screen's HTML and stylesheet, compressed as the server does, in its heaviest state and language. Raise a
 * budget here if a screen needs more.
 */
export const PAGE_BUDGETS: Readonly<Record<string, number>> = {
  '/payment/billing': 14_350,
  '/invite/payment/billing': 13_900,
  '/invite/billing-info': 13_750,
  '/pro/practice': 12_100,
  '/step2': 10_500,
  '/step1': 9_900,
  '/invite/step1': 9_900,
  '/invite/credentials': 8_950,
  '/pro/contact': 8_700,
  '/payment/method': 8_100,
  '/invite/payment/method': 7_850,
  '/payment/review': 8_200,
  '/credentials': 8_000,
  '/alacarte': 7_750,
  '/invite/choose-your-own': 7_700,
  '/step3': 7_850,
  '/invite/packages': 7_750,
  '/invite/payment/review': 7_900,
  '/invite': 8_000,
  '/pro/security': 7_500,
  '/invite/receipt': 7_500,
  '/receipt': 7_600,
  '/pro/done': 7_200,
  '/signup': 7_300,
  '/statistics': 7_000,
  '/duplicate': 6_900,
  '/signed-up': 6_850,
  '/coparentstatus': 7_000,
  '/invite/request': 6_850,
  refused: 7_000,
  faults: 7_350,
  // Demo only: the first lists every mail and payment.
  '/demo': 13_200,
  '/demo/invite': 7_150,
  '/demo/wallet': 6_900,
  '/ofw/home.form': 6_700,
};

const BILLING_SCRIPTS = { bytes: 13_600, enhancements: ['address-suggestions', 'place-choices', 'sending'] };
/** Without the provider's own code. Its fields come where it has any: not in a demo, whose pages these are. */
const PAYMENT_SCRIPTS = { bytes: 13_600, enhancements: ['card-fields', 'venmo'] };
const CREDENTIALS_SCRIPTS = { bytes: 12_500, enhancements: ['password-help', 'sending', 'username-check'] };
const OWN_PACKAGE_SCRIPTS = { bytes: 11_200, enhancements: ['build-your-own-price', 'sending'] };

/** Enhancements that each screen may load, and their total in gzipped bytes. A screen not listed ships no script. */
export const SCRIPT_BUDGETS: Readonly<Record<string, { bytes: number; enhancements: readonly string[] }>> = {
  '/payment/billing': BILLING_SCRIPTS,
  '/invite/payment/billing': BILLING_SCRIPTS,
  '/invite/billing-info': BILLING_SCRIPTS,
  '/payment/method': PAYMENT_SCRIPTS,
  '/invite/payment/method': PAYMENT_SCRIPTS,
  '/credentials': CREDENTIALS_SCRIPTS,
  '/invite/credentials': CREDENTIALS_SCRIPTS,
  '/alacarte': OWN_PACKAGE_SCRIPTS,
  '/invite/choose-your-own': OWN_PACKAGE_SCRIPTS,
  '/pro/practice': { bytes: 12_400, enhancements: ['practice-choices', 'sending'] },
  '/pro/security': { bytes: 11_200, enhancements: ['sending'] },
  faults: { bytes: 12_600, enhancements: ['card-fields'] },
};
