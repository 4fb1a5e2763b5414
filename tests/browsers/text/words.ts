import { CONTACT } from '~tests/answers/contact-answers';

/** How a control reads on the screen, which is all a text browser offers to find it by. */
export interface Words {
  label: RegExp;
  /** Which of several with the same name, from 1. */
  number?: number;
  /** A list that opens, or labelled buttons and boxes; other controls are typed into or ticked. */
  kind?: 'list' | 'choice';
  /** The text of the chosen answer. */
  says?: Readonly<Record<string, string>>;
}

const list = (label: RegExp, says: Words['says']): Words => ({ label, kind: 'list', says });
const choice = (label: RegExp, says: Words['says']): Words => ({ label, kind: 'choice', says });

/** Every control that a walk fills in, by name. */
export const WORDS: Readonly<Record<string, Words>> = {
  ...CONTACT,
  countryCode: list(CONTACT.countryCode.label, { '+1': 'United States, Canada (+1)' }),
  'children[0].firstName': { label: CONTACT.firstName.label, number: 2 },
  'children[0].lastName': { label: CONTACT.lastName.label, number: 2 },
  packageId: choice(/Package/, { 2021: 'Plus $168.00 a year' }),
  billingAddress: { label: /Billing address/ },
  billingAddress2: { label: /Apartment or suite \(optional\)/ },
  city: { label: /City/ },
  country: list(/Country/, { US: 'United States', CA: 'Canada' }),
  region: list(/State|Province/, { MN: 'Minnesota', NS: 'Nova Scotia' }),
  postalCode: { label: /ZIP code|Postal code/ },
  timezone: list(/Time zone/, {
    'America/Chicago': 'Central Time (Chicago)',
    'America/Halifax': 'Atlantic Time (Halifax)',
  }),
  referral: list(/How did you first hear about (us|the product)\?/, { NEWS: 'News story', OTHER: 'Other' }),
  referralOther: { label: /Tell us more/ },
  cardHolderName: { label: /Name on card/ },
  cardNumber: { label: /Card number/ },
  cardExpiration: { label: /Expiration date/ },
  cardCvv: { label: /Security code/ },
  securityQuestion: { label: /Security question/ },
  securityAnswer: { label: /Security answer/ },
  securityCode: { label: /4 digit security code|Security code/ },
  confirmCode: { label: /Confirm your security code/ },
  securityCodeConfirm: { label: /Confirm security code/ },
  username: { label: /Username/ },
  password: { label: /Password/ },
  termsAndConditions: { label: /I agree to the Terms & Conditions and the Privacy Policy\./ },
  title: list(/Title \(optional\)/, { HON: 'Hon.' }),
  credentials: { label: /Credentials \(optional\)/ },
  phoneCountryCode: list(/Country code/, { '+1': 'US/Canada +1' }),
  phoneExtension: { label: /Extension \(optional\)/ },
  hearAboutUs: list(/How did you hear about us\?/, { SEARCH_ENGINE: 'Search Engine' }),
  practiceName: { label: /Practice name/ },
  addressLine1: { label: /Address/ },
  addressLine2: { label: /Suite or floor \(optional\)/ },
  roles: choice(/Your roles/, { PARENTING_COORDINATOR: 'Parenting Coordinator' }),
};
