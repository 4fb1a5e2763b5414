/** TCP's initial window: ten segments (RFC 6928). */
export const FIRST_FLIGHT_BYTES = 14_600;
/** Our own script on one page, compressed. */
export const MAX_SCRIPT_BYTES = 60_000;

/**
 * Most bytes of a screen's HTML and stylesheet, compressed as the server does, in its heaviest state and language. Raise a
 * budget here if a screen needs more.
 */
export const PAGE_BUDGETS: Readonly<Record<string, number>> = {
  '/payment/billing': 14_400,
  '/invite/payment/billing': 14_050,
  '/invite/billing-info': 13_900,
  '/pro/practice': 12_200,
  '/step2': 10_550,
  '/step1': 10_050,
  '/invite/step1': 10_000,
  '/invite/credentials': 9_100,
  '/pro/contact': 8_850,
  '/payment/method': 8_900,
  '/invite/payment/method': 8_350,
  '/payment/review': 8_550,
  '/credentials': 8_100,
  '/alacarte': 7_850,
  '/invite/choose-your-own': 7_700,
  '/step3': 7_850,
  '/invite/packages': 7_750,
  '/invite/payment/review': 8_150,
  '/invite': 8_100,
  '/pro/security': 7_600,
  '/invite/receipt': 7_650,
  '/receipt': 7_700,
  '/pro/done': 7_300,
  '/signup': 7_400,
  '/statistics': 7_100,
  '/duplicate': 7_000,
  '/signed-up': 6_950,
  '/coparentstatus': 7_100,
  '/invite/request': 6_950,
  refused: 7_100,
  faults: 7_550,
  // Demo only: the first lists every mail and payment.
  '/demo': 13_200,
  '/demo/invite': 7_300,
  '/demo/wallet': 7_000,
  '/ofw/home.form': 6_800,
};

const BILLING_SCRIPTS = { bytes: 13_800, enhancements: ['address-suggestions', 'place-choices', 'sending'] };
/** Without the provider's own code. Its fields come where it has any: not in a demo, whose pages these are. */
const PAYMENT_SCRIPTS = {
  bytes: 20_000,
  enhancements: ['card-fields', 'card-typing', 'co-parent-total', 'sending', 'venmo'],
};
const CREDENTIALS_SCRIPTS = { bytes: 12_500, enhancements: ['password-help', 'sending', 'username-check'] };
const OWN_PACKAGE_SCRIPTS = { bytes: 11_200, enhancements: ['build-your-own-price', 'sending'] };

const SENDING_SCRIPTS = { bytes: 11_200, enhancements: ['sending'] };

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
  '/payment/review': SENDING_SCRIPTS,
  '/invite/payment/review': SENDING_SCRIPTS,
  '/pro/practice': { bytes: 12_400, enhancements: ['practice-choices', 'sending'] },
  '/pro/security': SENDING_SCRIPTS,
  faults: { bytes: 12_600, enhancements: ['card-fields'] },
};
