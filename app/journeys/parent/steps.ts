import type { JoinState } from './state';

export type StepName =
  | 'step1'
  | 'step2'
  | 'step3'
  | 'alacarte'
  | 'payment/billing'
  | 'payment/method'
  | 'payment/review'
  | 'credentials'
  | 'receipt';

export interface Step {
  name: StepName;
  path: `/${StepName}`;
  /** Which dot of the step indicator it belongs to; 4 is the checkout, null stands outside. */
  dot: 1 | 2 | 3 | 4 | null;
  /** Where Back leads. */
  back: StepName | null;
  /** What has to be done before it opens. */
  isOpen(state: JoinState): boolean;
  /** Where Continue leads, once the step's answers are in the state. */
  next(state: JoinState): `/${string}`;
}

/**
 * Parent A's journey, a row a step, in order (spec, section 2 "Route guards" and section 4 "Parent join progress", "Checkout").
 * The guard, the step indicator, the back links and the next page all come from here.
 */
export const STEPS: readonly Step[] = [
  row(
    'step1',
    1,
    null,
    () => true,
    (state) => afterEarlyStep(state, '/step2'),
  ),
  row('step2', 2, 'step1', isRegistered, (state) => afterEarlyStep(state, '/step3')),
  row('step3', 3, 'step2', hasFamily, (state) =>
    state.chosenPackage?.buildYourOwn && !state.order ? '/alacarte' : afterEarlyStep(state, '/payment'),
  ),
  row('alacarte', 3, 'step3', isBuildingTheirOwn, (state) => afterEarlyStep(state, '/payment')),
  row('payment/billing', 4, 'step3', hasOrder, (state) => (isPayable(state) ? '/payment/review' : '/payment/method')),
  row('payment/method', 4, 'payment/billing', isBilled, (state) =>
    isPayable(state) ? '/payment/review' : '/payment/method',
  ),
  row('payment/review', 4, 'payment/method', isPayable, () => '/credentials'),
  row(
    'credentials',
    null,
    null,
    (state) => state.paid !== undefined,
    () => '/receipt',
  ),
  row(
    'receipt',
    null,
    null,
    (state) => state.credentials !== undefined,
    () => '/signup',
  ),
];

/*
 * What opens a step is the count the spec keeps, and the answers the screen reads: two tabs that press at the same moment can leave one
 * without the other.
 */

function isRegistered({ lastCompletedStep, parent, registration, pricing }: JoinState): boolean {
  return lastCompletedStep >= 1 && parent !== undefined && registration !== undefined && pricing !== undefined;
}

function hasFamily(state: JoinState): boolean {
  return state.lastCompletedStep >= 2 && isRegistered(state) && state.family !== undefined;
}

function isBuildingTheirOwn(state: JoinState): boolean {
  return hasFamily(state) && state.chosenPackage?.buildYourOwn === true;
}

function hasOrder(state: JoinState): boolean {
  const { lastCompletedStep, order, chosenPackage } = state;
  return lastCompletedStep >= 3 && hasFamily(state) && order !== undefined && order.packageId === chosenPackage?.id;
}

function isBilled(state: JoinState): boolean {
  return (
    state.lastCompletedPaymentStep >= 1 && hasOrder(state) && state.billing !== undefined && !state.countryMismatch
  );
}

function isPayable(state: JoinState): boolean {
  return (
    state.lastCompletedPaymentStep >= 2 &&
    isBilled(state) &&
    (state.card !== undefined || state.paypal !== undefined || state.isNothingToPay === true)
  );
}

const byName = new Map(STEPS.map((step) => [step.name, step]));

/** The row of a step. */
export function getStep(name: StepName): Step {
  return byName.get(name)!;
}

/** The checkout's views in order (spec, section 3, "Payment state"). */
export const PAYMENT_VIEWS = [
  { name: 'payment/billing', view: 'BILLING' },
  { name: 'payment/method', view: 'PAYMENT' },
  { name: 'payment/review', view: 'REVIEW' },
] as const;

/** Who changes an early answer from the review goes back to it, unless the change reopened something in between. */
function afterEarlyStep(state: JoinState, next: `/${string}`): `/${string}` {
  return isPayable(state) ? '/payment/review' : next;
}

function row(name: StepName, dot: Step['dot'], back: Step['back'], isOpen: Step['isOpen'], next: Step['next']): Step {
  return { name, path: `/${name}`, dot, back, isOpen, next };
}
