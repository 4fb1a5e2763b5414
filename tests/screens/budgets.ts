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
  '/payment/billing': 14_600,
  '/invite/payment/billing': 14_200,
  '/invite/billing-info': 13_900,
  '/pro/practice': 12_150,
  '/step2': 12_000,
  '/step1': 11_200,
  '/invite/step1': 11_100,
  '/invite/credentials': 10_500,
  '/pro/contact': 9_800,
  '/payment/method': 11_600,
  '/invite/payment/method': 11_100,
  '/payment/review': 9_800,
  '/credentials': 9_350,
  '/alacarte': 9_150,
  '/invite/choose-your-own': 9_050,
  '/step3': 9_250,
  '/invite/packages': 9_200,
  '/invite/payment/review': 9_550,
  '/invite': 9_100,
  '/pro/security': 8_950,
  '/invite/receipt': 8_650,
  '/receipt': 8_700,
  '/pro/done': 8_350,
  '/signup': 8_350,
  '/statistics': 8_150,
  '/duplicate': 8_100,
  '/signed-up': 8_000,
  '/coparentstatus': 8_050,
  '/invite/request': 7_900,
  refused: 8_000,
  faults: 8_550,
  // Demo only: the first lists the newest professionals, payments and mails.
  '/demo': 14_450,
  '/demo/invite': 8_400,
  '/demo/wallet': 8_050,
  '/ofw/home.form': 7_700,
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
