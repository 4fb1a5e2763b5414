import type { ParentStepName } from '~/journeys/journey';
import { PARENT } from '~/journeys/parent';
import { FORMS } from '~/steps';
import type { Form } from '~/steps/section';
import { contactOf } from './contact-answers';

/**
 * A parent's answers by step, as plain data for all kinds of tests. An e-mail and a username can be used once, so each journey needs new
 * answers.
 */

export type Answers = Record<string, string | string[] | boolean>;

export type ParentStep = Exclude<ParentStepName, 'receipt'>;
export type ReadyMadeStep = Exclude<ParentStep, 'alacarte'>;

/** The steps in order, including those of a build-your-own package. */
export const PARENT_STEPS: readonly ParentStep[] = PARENT.steps
  .map(({ name }) => name)
  .filter((name) => name !== 'receipt');

/** The steps of a ready-made package. */
export const READY_MADE_STEPS: readonly ReadyMadeStep[] = PARENT_STEPS.filter((name) => name !== 'alacarte');

/** Returns the path that Continue opens after a step of a new sign-up. */
export function pathAfter(step: ReadyMadeStep): string {
  return `/${READY_MADE_STEPS[READY_MADE_STEPS.indexOf(step) + 1]}`;
}

export function stepsBefore(step: ReadyMadeStep): readonly ReadyMadeStep[] {
  return READY_MADE_STEPS.slice(0, READY_MADE_STEPS.indexOf(step));
}

/** The button that ends each step. */
export const BUTTONS = {
  ...(Object.fromEntries(PARENT_STEPS.map((name) => [name, 'Continue'])) as Record<ParentStep, string>),
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

const forms: Partial<Record<ParentStep, Form>> = FORMS.parent;

/** The valid samples of the forms, in the order of the steps. */
const SAMPLES = Object.fromEntries(
  PARENT_STEPS.map((step) => [step, forms[step]?.samples.right ?? {}]),
) as ParentAnswers;

/** Returns a parent in Minnesota, where the tax is 6.875%. Package 2021 costs $168.00, and $179.55 with tax. */
export function parentOfMinnesota(unique: string = randomName()): ParentAnswers {
  return {
    ...SAMPLES,
    step1: { ...contactOf('ann'), email: `ann.${unique}@example.com`, phoneNumber: '(612) 555-0100' },
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

/** Returns a parent in London, with prices in pounds including VAT, no region, and required consent. */
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
