import { FORMS } from '~/steps';

/** TCP's initial window: ten segments (RFC 6928). */
export const FIRST_FLIGHT_BYTES = 14_600;
/** Our own script on one page, compressed. */
export const MAX_SCRIPT_BYTES = 60_000;

/**
 * Most bytes of a screen's HTML and stylesheet, compressed as the server does, in its heaviest state and language. Raise a
 * budget here if a screen needs more.
 */
export const PAGE_BUDGETS: Readonly<Record<string, number>> = {
  // A step of parent A that has no row below.
  ...Object.fromEntries(Object.keys(FORMS.parent).map((step) => [`/${step}`, FIRST_FLIGHT_BYTES])),
  '/payment/billing': 14_500,
  '/invite/payment/billing': 14_000,
  '/invite/billing-info': 13_700,
  '/pro/practice': 11_950,
  '/step2': 11_800,
  '/step1': 10_950,
  '/invite/step1': 10_850,
  '/invite/credentials': 10_300,
  '/pro/contact': 9_600,
  '/payment/method': 11_450,
  '/invite/payment/method': 10_950,
  '/payment/review': 9_750,
  '/credentials': 9_150,
  '/alacarte': 8_950,
  '/invite/choose-your-own': 8_850,
  '/step3': 9_100,
  '/invite/packages': 9_050,
  '/invite/payment/review': 9_450,
  '/invite': 8_950,
  '/pro/security': 8_750,
  '/invite/receipt': 8_450,
  '/receipt': 8_500,
  '/pro/done': 8_250,
  '/signup': 8_150,
  '/statistics': 7_950,
  '/duplicate': 7_950,
  '/signed-up': 7_850,
  '/coparentstatus': 7_850,
  '/invite/request': 7_700,
  refused: 7_850,
  faults: 8_400,
  // Demo only: the first lists every mail and payment.
  '/demo': 14_400,
  '/demo/invite': 8_150,
  '/demo/wallet': 7_900,
  '/ofw/home.form': 7_550,
};

const ADDRESS_SCRIPTS = {
  bytes: 14_250,
  enhancements: ['address-suggestions', 'mended-errors', 'place-choices', 'sending'],
};
/** Without the provider's own code. Its fields load where it has any: not in a demo, whose pages these are. */
const PAYMENT_SCRIPTS = {
  bytes: 21_900,
  enhancements: ['card-fields', 'card-typing', 'co-parent-total', 'mended-errors', 'sending', 'venmo'],
};
const CREDENTIALS_SCRIPTS = {
  bytes: 13_100,
  enhancements: ['mended-errors', 'password-help', 'sending', 'username-check'],
};
const OWN_PACKAGE_SCRIPTS = { bytes: 11_900, enhancements: ['build-your-own-price', 'mended-errors', 'sending'] };

const SENDING_SCRIPTS = { bytes: 10_700, enhancements: ['mended-errors', 'sending'] };

/** Enhancements that each screen may load, and their total in gzipped bytes. A screen not listed ships no script. */
export const SCRIPT_BUDGETS: Readonly<Record<string, { bytes: number; enhancements: readonly string[] }>> = {
  '/payment/billing': ADDRESS_SCRIPTS,
  '/invite/payment/billing': ADDRESS_SCRIPTS,
  '/invite/billing-info': ADDRESS_SCRIPTS,
  '/payment/method': PAYMENT_SCRIPTS,
  '/invite/payment/method': PAYMENT_SCRIPTS,
  '/credentials': CREDENTIALS_SCRIPTS,
  '/invite/credentials': CREDENTIALS_SCRIPTS,
  '/alacarte': OWN_PACKAGE_SCRIPTS,
  '/invite/choose-your-own': OWN_PACKAGE_SCRIPTS,
  '/payment/review': SENDING_SCRIPTS,
  '/invite/payment/review': SENDING_SCRIPTS,
  '/pro/practice': { bytes: 14_250, enhancements: ['mended-errors', 'practice-choices', 'sending'] },
  '/pro/security': SENDING_SCRIPTS,
  faults: { bytes: 21_900, enhancements: ['card-fields'] },
};
