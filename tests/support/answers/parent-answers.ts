/**
 * A parent's answers by step, for all kinds of tests; imports nothing. E-mail and username are unique per person, so each journey
 * asks for its own answers.
 */

export type Answers = Record<string, string | string[] | boolean>;

export type ParentStep =
  'step1' | 'step2' | 'step3' | 'alacarte' | 'payment/billing' | 'payment/method' | 'payment/review' | 'credentials';

/** The steps of a ready-made package in order, with their buttons. `alacarte` comes after `step3`. */
export const READY_MADE_STEPS = [
  'step1',
  'step2',
  'step3',
  'payment/billing',
  'payment/method',
  'payment/review',
  'credentials',
] as const satisfies readonly ParentStep[];

export const BUTTONS: Readonly<Record<ParentStep, string>> = {
  step1: 'Continue',
  step2: 'Continue',
  step3: 'Continue',
  alacarte: 'Continue',
  'payment/billing': 'Continue',
  'payment/method': 'Continue',
  'payment/review': 'Pay now',
  credentials: 'Complete Signup',
};

export const CARDS = {
  approved: { cardNumber: '4111 1111 1111 1111', cardCvv: '123' },
  approvedMastercard: { cardNumber: '5555555555554444', cardCvv: '123' },
  approvedAmex: { cardNumber: '378282246310005', cardCvv: '1234' },
  declined: { cardNumber: '4000111111111115', cardCvv: '123' },
  fraud: { cardNumber: '4000111111111511', cardCvv: '123' },
  slow: { cardNumber: '4005519200000004', cardCvv: '123' },
  /** Well-formed but unknown to the sandbox. */
  unknown: { cardNumber: '4242424242424242', cardCvv: '123' },
} as const;

export type ParentAnswers = Record<ParentStep, Answers>;

/** A parent in Minnesota, where the tax is 6.875%: package 2021 is $168.00, with tax $179.55. */
export function parentOfMinnesota(unique: string = randomName()): ParentAnswers {
  return {
    step1: {
      firstName: 'Ann',
      lastName: "O'Neil",
      email: `ann.${unique}@example.com`,
      countryCode: '+1',
      phoneNumber: '(612) 555-0100',
    },
    step2: {
      firstName: 'Ben',
      lastName: 'Lee',
      email: `ben.${unique}@example.com`,
      'children[0].firstName': 'Cleo',
      'children[0].lastName': 'Lee',
    },
    step3: { packageId: '2021' },
    alacarte: { subscription: 'SUB2YEAR', tonemeter: ['TONEMETER'], unlimitedPayments: true },
    'payment/billing': {
      billingAddress: '12 Elm Street',
      billingAddress2: 'Apt 4',
      city: 'Saint Paul',
      country: 'US',
      region: 'MN',
      postalCode: '55101',
      timezone: 'America/Chicago',
      referral: 'NEWS',
    },
    'payment/method': { cardHolderName: "Ann O'Neil", cardExpiration: inThreeYears(), ...CARDS.approved },
    'payment/review': {},
    credentials: { username: `ann.${unique}`, password: 'correct-horse-7' },
  };
}

/** A parent in London: pounds including VAT, no region, and consent. */
export function parentOfLondon(unique: string = randomName()): ParentAnswers {
  const minnesota = parentOfMinnesota(unique);
  return {
    ...minnesota,
    step1: { ...minnesota.step1, countryCode: '+44', phoneNumber: '020 7946 0958' },
    step3: { packageId: '2061' },
    'payment/billing': {
      billingAddress: '1 High Street',
      city: 'London',
      country: 'GB',
      postalCode: 'SW1A 1AA',
      timezone: 'Europe/London',
      referral: 'FRIEND_FAMILY',
    },
    'payment/review': { termsAndConditions: true },
  };
}

function randomName(): string {
  return crypto.randomUUID().slice(0, 8);
}

/** MM/YY, as on a card. */
function inThreeYears(): string {
  return `12/${(new Date().getFullYear() + 3) % 100}`;
}
