import { makeCheckout } from '../checkout';
import { rowsOf, createStepFinder, type ParentStepName, type Step } from '../journey';
import type { JoinState } from '../join-state';

const row = rowsOf<ParentStepName>('');
const { isPayable, steps: checkout } = makeCheckout<ParentStepName>({ base: '', back: 'step3', dot: 4, hasOrder });

/**
 * Parent A's journey, a row a step, in order (docs/rules.md, "Parent guard"). The guard, the step indicator, the back links and the next
 * page all come from here.
 */
export const STEPS: readonly Step<ParentStepName>[] = [
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
  ...checkout,
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

/** The row of a step. */
export const getStep = createStepFinder(STEPS);

/*
 * What opens a step is the count of steps done, and the answers the screen reads: two tabs that press at the same moment can leave one
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

/** Who changes an early answer from the review goes back to it, unless the change reopened something in between. */
function afterEarlyStep(state: JoinState, next: `/${string}`): `/${string}` {
  return isPayable(state) ? '/payment/review' : next;
}
