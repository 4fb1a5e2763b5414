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
  '/step2': 11_400,
  '/step1': 10_550,
  '/invite/step1': 10_550,
  '/invite/credentials': 9_850,
  '/pro/contact': 9_250,
  '/payment/method': 9_600,
  '/invite/payment/method': 9_150,
  '/payment/review': 9_300,
  '/credentials': 8_750,
  '/alacarte': 8_600,
  '/invite/choose-your-own': 8_500,
  '/step3': 8_650,
  '/invite/packages': 8_600,
  '/invite/payment/review': 8_950,
  '/invite': 8_600,
  '/pro/security': 8_350,
  '/invite/receipt': 8_150,
  '/receipt': 8_150,
  '/pro/done': 7_950,
  '/signup': 7_850,
  '/statistics': 7_650,
  '/duplicate': 7_600,
  '/signed-up': 7_450,
  '/coparentstatus': 7_550,
  '/invite/request': 7_400,
  refused: 7_550,
  faults: 8_100,
  // Demo only: the first lists every mail and payment.
  '/demo': 14_000,
  '/demo/invite': 7_850,
  '/demo/wallet': 7_550,
  '/ofw/home.form': 7_200,
};

const ADDRESS_SCRIPTS = {
  bytes: 13_900,
  enhancements: ['address-suggestions', 'mended-errors', 'place-choices', 'sending'],
};
/** The country's dialog too. */
const BILLING_SCRIPTS = { ...ADDRESS_SCRIPTS, enhancements: [...ADDRESS_SCRIPTS.enhancements, 'escape-to-answer'] };
/** Without the provider's own code. Its fields come where it has any: not in a demo, whose pages these are. */
const PAYMENT_SCRIPTS = {
  bytes: 21_700,
  enhancements: ['card-fields', 'card-typing', 'co-parent-total', 'mended-errors', 'sending', 'venmo'],
};
const CREDENTIALS_SCRIPTS = {
  bytes: 12_900,
  enhancements: ['mended-errors', 'password-help', 'sending', 'username-check'],
};
const OWN_PACKAGE_SCRIPTS = { bytes: 11_700, enhancements: ['build-your-own-price', 'mended-errors', 'sending'] };

const SENDING_SCRIPTS = { bytes: 10_500, enhancements: ['mended-errors', 'sending'] };

/** Enhancements that each screen may load, and their total in gzipped bytes. A screen not listed ships no script. */
export const SCRIPT_BUDGETS: Readonly<Record<string, { bytes: number; enhancements: readonly string[] }>> = {
  '/payment/billing': BILLING_SCRIPTS,
  '/invite/payment/billing': BILLING_SCRIPTS,
  '/invite/billing-info': ADDRESS_SCRIPTS,
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
  faults: { bytes: 21_700, enhancements: ['card-fields'] },
};
