import { FORMS } from '~/steps';

/** TCP's initial window: ten segments (RFC 6928). */
export const FIRST_FLIGHT_BYTES = 14_600;
/** Our own script on one page, compressed. */
export const MAX_SCRIPT_BYTES = 60_000;

/**
 * The maximum bytes of a screen's HTML and stylesheet, compressed as by the server, in its heaviest state and language. Raise a budget
 * here if a screen needs more.
 */
export const PAGE_BUDGETS: Readonly<Record<string, number>> = {
  // The default for steps of parent A without a row below.
  ...Object.fromEntries(Object.keys(FORMS.parent).map((step) => [`/${step}`, FIRST_FLIGHT_BYTES])),
  '/payment/billing': 14_600,
  '/invite/payment/billing': 14_200,
  '/invite/billing-info': 13_900,
  '/pro/practice': 12_900,
  '/step2': 12_900,
  '/step1': 12_100,
  '/invite/step1': 12_050,
  '/invite/credentials': 11_450,
  '/pro/contact': 10_750,
  '/payment/method': 13_300,
  '/invite/payment/method': 12_800,
  '/payment/review': 9_800,
  '/credentials': 10_300,
  '/alacarte': 8_500,
  '/invite/choose-your-own': 8_350,
  '/step3': 8_850,
  '/invite/packages': 8_850,
  '/invite/payment/review': 9_550,
  '/invite': 10_050,
  '/pro/security': 9_900,
  '/invite/receipt': 9_600,
  '/receipt': 9_650,
  '/pro/done': 9_350,
  '/signup': 9_300,
  '/statistics': 9_100,
  '/duplicate': 9_050,
  '/signed-up': 9_000,
  '/coparentstatus': 9_000,
  '/invite/request': 8_850,
  refused: 9_000,
  faults: 9_550,
  // Pages of the demo. The first lists the newest professionals, payments and mails.
  '/demo': 14_450,
  '/demo/styles': 12_000,
  '/demo/invite': 9_350,
  '/demo/wallet': 9_000,
  '/ofw/home.form': 8_650,
};

const ADDRESS_SCRIPTS = {
  bytes: 14_250,
  enhancements: ['address-suggestions', 'clear-errors', 'place-choices', 'sending'],
};
/** Without the provider's code, because the demo's provider has no card fields. */
const PAYMENT_SCRIPTS = {
  bytes: 22_820,
  enhancements: ['card-fields', 'card-typing', 'clear-errors', 'co-parent-total', 'sending', 'venmo'],
};
const CREDENTIALS_SCRIPTS = {
  bytes: 13_100,
  enhancements: ['clear-errors', 'password-help', 'sending', 'username-check'],
};
const OWN_PACKAGE_SCRIPTS = { bytes: 11_900, enhancements: ['build-your-own-price', 'clear-errors', 'sending'] };

const SENDING_SCRIPTS = { bytes: 10_700, enhancements: ['clear-errors', 'sending'] };

const PRINT_SCRIPTS = { bytes: 10_700, enhancements: ['print-button'] };

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
  '/pro/practice': { bytes: 14_250, enhancements: ['clear-errors', 'practice-choices', 'sending'] },
  '/pro/security': SENDING_SCRIPTS,
  '/receipt': PRINT_SCRIPTS,
  '/invite/receipt': PRINT_SCRIPTS,
  faults: { bytes: 22_820, enhancements: ['card-fields'] },
};
