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
  '/step2': 10_950,
  '/step1': 10_400,
  '/invite/step1': 10_400,
  '/invite/credentials': 9_600,
  '/pro/contact': 9_100,
  '/payment/method': 9_250,
  '/invite/payment/method': 8_800,
  '/payment/review': 9_000,
  '/credentials': 8_550,
  '/alacarte': 8_300,
  '/invite/choose-your-own': 8_200,
  '/step3': 8_400,
  '/invite/packages': 8_350,
  '/invite/payment/review': 8_700,
  '/invite': 8_400,
  '/pro/security': 8_000,
  '/invite/receipt': 8_000,
  '/receipt': 8_000,
  '/pro/done': 7_750,
  '/signup': 7_650,
  '/statistics': 7_450,
  '/duplicate': 7_400,
  '/signed-up': 7_300,
  '/coparentstatus': 7_400,
  '/invite/request': 7_250,
  refused: 7_400,
  faults: 7_900,
  // Demo only: the first lists every mail and payment.
  '/demo': 13_800,
  '/demo/invite': 7_650,
  '/demo/wallet': 7_350,
  '/ofw/home.form': 7_050,
};

const BILLING_SCRIPTS = {
  bytes: 15_250,
  enhancements: ['address-suggestions', 'mended-errors', 'place-choices', 'sending'],
};
/** Without the provider's own code. Its fields come where it has any: not in a demo, whose pages these are. */
const PAYMENT_SCRIPTS = {
  bytes: 23_800,
  enhancements: ['card-fields', 'card-typing', 'co-parent-total', 'mended-errors', 'sending', 'venmo'],
};
const CREDENTIALS_SCRIPTS = {
  bytes: 13_900,
  enhancements: ['mended-errors', 'password-help', 'sending', 'username-check'],
};
const OWN_PACKAGE_SCRIPTS = { bytes: 12_450, enhancements: ['build-your-own-price', 'mended-errors', 'sending'] };

const SENDING_SCRIPTS = { bytes: 11_600, enhancements: ['mended-errors', 'sending'] };

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
  '/pro/practice': { bytes: 13_800, enhancements: ['mended-errors', 'practice-choices', 'sending'] },
  '/pro/security': SENDING_SCRIPTS,
  faults: { bytes: 14_000, enhancements: ['card-fields'] },
};
