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
  '/invite/billing-info': 13_650,
  '/pro/practice': 11_950,
  '/step2': 10_150,
  '/step1': 9_700,
  '/invite/step1': 9_700,
  '/invite/credentials': 8_850,
  '/pro/contact': 8_350,
  '/payment/method': 8_000,
  '/invite/payment/method': 7_700,
  '/payment/review': 8_100,
  '/credentials': 7_750,
  '/alacarte': 7_550,
  '/invite/choose-your-own': 7_400,
  '/step3': 7_450,
  '/invite/packages': 7_350,
  '/invite/payment/review': 7_750,
  '/invite': 7_700,
  '/pro/security': 7_300,
  '/invite/receipt': 7_250,
  '/receipt': 7_250,
  '/pro/done': 7_050,
  '/signup': 6_950,
  '/statistics': 6_750,
  '/duplicate': 6_700,
  '/signed-up': 6_650,
  '/coparentstatus': 6_650,
  '/invite/request': 6_500,
  refused: 6_650,
  faults: 7_200,
  // Demo only: the first lists every mail and payment.
  '/demo': 10_250,
  '/demo/invite': 6_950,
  '/demo/wallet': 6_650,
  '/ofw/home.form': 6_350,
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
