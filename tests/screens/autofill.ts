import { CONTACT_AUTOFILL } from '~tests/answers/contact-answers';
import type { RecordedPage } from './recording';

/** `autocomplete` by field (HTML Standard, "Autofill"). */
type Tokens = Readonly<Record<string, string>>;

/** The visitor's own data, for autofill (WCAG 2.2, 1.3.5). */
const OWN_NAME: Tokens = { firstName: 'given-name', lastName: 'family-name' };
const OWN_PHONE: Tokens = { countryCode: 'tel-country-code', phoneNumber: 'tel-national' };
const OWN_CONTACT: Tokens = { ...CONTACT_AUTOFILL, website: 'off' };

/** The e-mail is read-only here. */
const BILLING: Tokens = {
  ...OWN_NAME,
  ...OWN_PHONE,
  email: 'off',
  billingAddress: 'billing address-line1',
  billingAddress2: 'billing address-line2',
  city: 'billing address-level2',
  country: 'billing country',
  region: 'billing address-level1',
  postalCode: 'billing postal-code',
  timezone: 'off',
};

const CARD: Tokens = {
  cardHolderName: 'cc-name',
  cardNumber: 'cc-number',
  cardExpiration: 'cc-exp',
  cardCvv: 'cc-csc',
  subscriptionCode: 'off',
};

const CREDENTIALS: Tokens = { username: 'username', password: 'new-password' };

/** Another person's data must not be autofilled (docs/rules.md, "Titles and autofill"). */
const SOMEBODY_ELSE: Tokens = { firstName: 'off', lastName: 'off', email: 'off' };

/** Expected by screen and field; `[]` stands for a list's index. */
export const AUTOFILL: Readonly<Record<string, Tokens>> = {
  '/step1': OWN_CONTACT,
  '/step2': {
    ...SOMEBODY_ELSE,
    countryCode: 'off',
    phoneNumber: 'off',
    speedBumpEmail: 'off',
    'children[].firstName': 'off',
    'children[].lastName': 'off',
    'children[].email': 'off',
  },
  '/payment/billing': { ...BILLING, referral: 'off', referralOther: 'off' },
  '/payment/method': CARD,
  '/credentials': CREDENTIALS,
  '/invite/step1': OWN_CONTACT,
  '/invite/billing-info': BILLING,
  '/invite/payment/billing': BILLING,
  '/invite/payment/method': CARD,
  '/invite/credentials': {
    ...CREDENTIALS,
    referral: 'off',
    referralOther: 'off',
    securityQuestion: 'off',
    securityAnswer: 'off',
    securityCode: 'off',
    confirmCode: 'off',
  },
  '/pro/contact': {
    ...OWN_NAME,
    title: 'honorific-prefix',
    credentials: 'honorific-suffix',
    email: 'email',
    phoneCountryCode: 'tel-country-code',
    phoneNumber: 'tel-national',
    phoneExtension: 'tel-extension',
    hearAboutUs: 'off',
    referralBenchOfficerName: 'off',
    referralBenchOfficerPosition: 'off',
    referralColleagueName: 'off',
    referralColleagueRole: 'off',
    referralOtherExplain: 'off',
    website: 'off',
  },
  '/pro/practice': {
    practiceName: 'organization',
    addressLine1: 'address-line1',
    addressLine2: 'address-line2',
    city: 'address-level2',
    country: 'country',
    region: 'address-level1',
    postalCode: 'postal-code',
    timezone: 'off',
  },
  '/pro/security': {
    securityQuestion: 'off',
    securityAnswer: 'off',
    securityCode: 'off',
    securityCodeConfirm: 'off',
  },
  '/demo/invite': SOMEBODY_ELSE,
};

/** Actual `autocomplete` by screen and field; `[]` stands for a list's index. */
export function autofillOfScreens(pages: readonly RecordedPage[]): Record<string, Record<string, string>> {
  const found: Record<string, Record<string, Set<string>>> = {};
  for (const { screen, page } of pages) {
    const controls = page.$('input:not([type=hidden], [type=radio], [type=checkbox]), select, textarea').toArray();
    for (const { attribs } of controls) {
      const name = attribs.name!.replace(/\[\d+\]/g, '[]');
      ((found[screen] ??= {})[name] ??= new Set()).add(attribs.autocomplete ?? 'none');
    }
  }
  const joined = Object.entries(found).map(([screen, fields]) => [
    screen,
    Object.fromEntries(Object.entries(fields).map(([name, tokens]) => [name, [...tokens].join(' or ')])),
  ]);
  return Object.fromEntries(joined) as Record<string, Record<string, string>>;
}
