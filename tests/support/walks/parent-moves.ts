import { contactOf } from '~tests/answers/contact-answers';
import type { Order, PaidOrder } from '~/domain/order';
import type { BillingAnswers } from '~/steps/billing';
import type { Family } from '~/steps/family';
import type { ParentContact } from '~/steps/contact';
import * as progress from '~/journeys/progress';
import { afterDuplicate, stateToStartAgain } from '~/journeys/start-again';
import { PARENT } from '~/journeys/parent';
import { FORMS } from '~/steps';
import type { Form } from '~/steps/section';
import { freshState, type JoinState } from '~/journeys/join-state';
import type { ParentStepName as StepName, Ordered } from '~/journeys/journey';

/** The state after a request, or undefined without a session. */
export type State = JoinState | undefined;

/** One user action on a step, and its effect on the state. */
export interface Move {
  name: string;
  step: StepName;
  /** Returns the slices that the action writes, a whole new state, or null if the action rejects the form. */
  make(state: JoinState): progress.Patch | { replaceWith: State } | null;
}

export const ANN: ParentContact = { ...contactOf('ann'), lastName: 'Lee' };
export const IN_DOLLARS: NonNullable<JoinState['pricing']> = { group: 'P3', packageIds: ['2011', '2021', '2041'] };
export const IN_POUNDS: NonNullable<JoinState['pricing']> = { group: 'P2', packageIds: ['2061'] };
export const REGISTRATION = { signupId: 'signup-1', registrationKey: 'a key' };

export const BEN: Family = {
  coParent: {
    firstName: 'Ben',
    lastName: 'Lee',
    email: 'ben@example.com',
    countryCode: '+1',
    knowsCoParentEmail: true,
  },
  children: [{ firstName: 'Cy', lastName: 'Lee' }],
};
export const BEN_BY_PHONE: Family = {
  coParent: {
    firstName: 'Ben',
    lastName: 'Lee',
    countryCode: '+1',
    phoneNumber: '6125550199',
    knowsCoParentEmail: false,
  },
  children: [],
};

export const OWN_BUILD: Order = { packageId: '2041', productId: 'SUB2YEAR', services: ['CALLSBASIC', 'TONEMETER'] };

export const IN_MINNESOTA: BillingAnswers = {
  billingAddress: '12 Elm Street',
  city: 'Saint Paul',
  region: 'MN',
  country: 'US',
  postalCode: '55101',
  timezone: 'America/Chicago',
  referral: 'NEWS',
};
/** Ann with the time zone of that address. */
export const BILLED_ANN = { ...ANN, timezone: 'America/Chicago' };
export const IN_ONTARIO: BillingAnswers = { ...IN_MINNESOTA, country: 'CA', region: 'ON', postalCode: 'K1A 0B1' };
export const IN_LONDON: BillingAnswers = { ...IN_MINNESOTA, country: 'GB', region: '', postalCode: 'SW1A 1AA' };

export const VISA = { nonce: 'a nonce', lastFour: '1111', brand: 'visa', cardHolderName: 'Ann Lee' };

export const APPROVAL = { nonce: 'an approval' };

export function paidFor(order: Order): PaidOrder {
  return { order, clickToJoinToken: 'a token', registration: { order: { packageId: order.packageId } } } as PaidOrder;
}

/** Returns whether the form rejects a family, because it contains the parent's e-mail or phone. */
function isRefused({ parent }: JoinState, { coParent }: Family): boolean {
  return coParent.email === parent?.email || coParent.phoneNumber === parent?.phoneNumber;
}

function giveContact(name: string, parent: ParentContact, pricing: NonNullable<JoinState['pricing']>): Move {
  return { name, step: 'step1', make: (state) => progress.afterStep1(state, parent, REGISTRATION, pricing) };
}

function giveFamily(name: string, family: Family): Move {
  return {
    name,
    step: 'step2',
    make: (state) => (isRefused(state, family) ? null : progress.afterStep2(state, family, false)),
  };
}

function choose(id: string): Move {
  return {
    name: `chooses ${id}`,
    step: 'step3',
    make: (state) =>
      state.pricing?.packageIds?.includes(id)
        ? progress.afterPackageChoice(state, { id, buildYourOwn: id === '2041' })
        : null,
  };
}

const HAND_WRITTEN: readonly Move[] = [
  giveContact('gives a contact in the US', ANN, IN_DOLLARS),
  giveContact("takes the co-parent's e-mail", { ...ANN, email: 'Ben@example.com' }, IN_DOLLARS),
  giveContact("takes the co-parent's phone", { ...ANN, phoneNumber: '6125550199' }, IN_DOLLARS),
  giveContact('gives a contact in the UK', { ...ANN, countryCode: '+44', phoneNumber: '2079460958' }, IN_POUNDS),
  {
    name: 'has an account',
    step: 'step1',
    make: (state) => ({ replaceWith: afterDuplicate(state, { whose: 'parent', email: 'taken@example.com' }) }),
  },
  giveFamily('gives a co-parent by e-mail', BEN),
  giveFamily('gives a co-parent by phone', BEN_BY_PHONE),
  {
    name: 'confirms a duplicate co-parent',
    step: 'step2',
    make: (state) => ({ replaceWith: afterDuplicate(state, { whose: 'coParent', email: 'b@example.com' }) }),
  },
  choose('2011'),
  choose('2021'),
  choose('2041'),
  choose('2061'),
  { name: 'builds a package', step: 'alacarte', make: (state) => progress.afterBuildYourOwn(state, OWN_BUILD) },
  {
    name: 'is billed in Minnesota',
    step: 'payment/billing',
    make: (state) => progress.afterBilling(state as Ordered, IN_MINNESOTA),
  },
  {
    name: 'is billed in Ontario',
    step: 'payment/billing',
    make: (state) => progress.afterBilling(state as Ordered, IN_ONTARIO, IN_DOLLARS),
  },
  {
    name: 'is billed in London',
    step: 'payment/billing',
    make: (state) => progress.withCountryMismatch(state as Ordered, IN_LONDON, IN_POUNDS),
  },
  {
    name: 'confirms the country',
    step: 'payment/billing',
    make: (state) => (state.countryMismatch ? progress.afterCountryMismatch(state, IN_POUNDS) : null),
  },
  { name: 'enters a card', step: 'payment/method', make: () => progress.afterMethod({ card: VISA }) },
  {
    name: 'goes to PayPal',
    step: 'payment/method',
    make: (state) => progress.afterWalletStart(state, 'a state', 'agreed'),
  },
  {
    name: 'approves at PayPal',
    step: 'payment/method',
    make(state) {
      const start = state.walletStarts?.['a state'];
      return start && !start.isUsed
        ? progress.afterApproval(progress.afterMethod({ paypal: APPROVAL }), 'a state', start)
        : null;
    },
  },
  {
    name: 'cancels at PayPal',
    step: 'payment/method',
    make: (state) =>
      state.walletStarts?.['a state'] ? { ...progress.withoutWalletStart('a state'), notice: 'payPalCancelled' } : null,
  },
  {
    name: 'returns from PayPal with an invalid answer',
    step: 'payment/method',
    make: () => ({ notice: 'payPalNotTaken' }),
  },
  {
    name: 'has a code for the whole price',
    step: 'payment/method',
    make: (state) => ({
      ...progress.afterPaymentExtras(state, { codes: ['FULL'], paysForCoParent: false }),
      ...progress.afterNothingToPay(),
    }),
  },
  {
    name: 'pays for the co-parent too',
    step: 'payment/method',
    make: (state) => progress.afterPaymentExtras(state, { codes: state.codes, paysForCoParent: true }),
  },
  {
    name: 'is declined',
    step: 'payment/review',
    make: (state) => progress.afterDecline(state, 'Payment method declined', 'a key'),
  },
  { name: 'pays', step: 'payment/review', make: (state) => progress.afterPayment(state, paidFor(state.order!)) },
  {
    name: 'pays with an unknown outcome',
    step: 'payment/review',
    make: (state) => progress.afterUnknownPayment(state, { key: 'a key', order: state.order! }),
  },
  {
    name: 'turns out not to have paid',
    step: 'payment/review',
    make: (state) => (state.attempt ? { attempt: undefined, notice: 'nothingCharged' } : null),
  },
  {
    name: 'detects a lost registration',
    step: 'payment/review',
    make: (state) => ({ replaceWith: { ...stateToStartAgain(state), notice: 'startAgain' } }),
  },
  {
    name: 'sets credentials',
    step: 'credentials',
    make: () => ({ credentials: { username: 'ann.lee', signedIn: true, userId: '1' } }),
  },
  {
    name: 'sets credentials and cannot sign in',
    step: 'credentials',
    make: () => ({ credentials: { username: 'ann.lee', signedIn: false, userId: '1' } }),
  },
  {
    name: 'has seen the receipt',
    step: 'receipt',
    make: (state) => (state.credentials ? { replaceWith: undefined } : null),
  },
];

/** Steps that only store their answers under their names. */
const PLAIN_STEPS = Object.entries<Form>(FORMS.parent).filter(
  ([name]) => name !== 'credentials' && HAND_WRITTEN.every(({ step }) => step !== name),
);

const plainMoves: readonly Move[] = PLAIN_STEPS.map(([step, { samples }]) => ({
  name: `answers ${step}`,
  step: step as StepName,
  make: () => ({ [step]: samples.right }),
}));

/** All user actions from the first step to the receipt. */
export const MOVES: readonly Move[] = [...HAND_WRITTEN, ...plainMoves];

const dotOf = (name: string) => PARENT.getStep(name as StepName).dot ?? 0;

/** Returns answers that match the counts of completed steps. */
export function answersBehind(
  state: Pick<JoinState, 'lastCompletedStep' | 'lastCompletedPaymentStep'>,
): Partial<JoinState> {
  const { lastCompletedStep: steps, lastCompletedPaymentStep: views } = state;
  const order = { packageId: '2011', productId: null, services: [] };
  return {
    ...(steps >= 1 ? { parent: ANN, registration: REGISTRATION, pricing: IN_DOLLARS } : {}),
    ...(steps >= 2 ? { family: BEN } : {}),
    ...Object.fromEntries(
      PLAIN_STEPS.filter(([name]) => dotOf(name) <= steps).map(([name, { samples }]) => [name, samples.right]),
    ),
    ...(steps >= 3 ? { chosenPackage: { id: '2011', buildYourOwn: false }, order } : {}),
    ...(views >= 1 ? { parent: BILLED_ANN, billing: IN_MINNESOTA } : {}),
    ...(views >= 2 ? { card: VISA } : {}),
  };
}

/** Returns the state after a move, without undefined slices. */
export function apply(state: State, change: NonNullable<ReturnType<Move['make']>>): State {
  if ('replaceWith' in change) return change.replaceWith;
  const merged = progress.applyPatch(state ?? freshState, change);
  return Object.fromEntries(Object.entries(merged).filter(([, slice]) => slice !== undefined)) as unknown as JoinState;
}
