import { makeCheckout } from '../checkout';
import {
  createStepFinder,
  makeSteps,
  type CheckoutStepName,
  type ParentStepName,
  type Path,
  type Step,
  type StepTable,
} from '../journey';
import type { JoinState } from '../join-state';
import type { OpenStates, Ordered } from '../open-states';

const { isPayable, steps: checkout } = makeCheckout({ base: '', back: 'step3', progressStep: 4, hasOrder });

/** The steps before the checkout, and those behind it. */
type EarlyStepName = Exclude<ParentStepName, CheckoutStepName | LateStepName>;
type LateStepName = 'credentials' | 'receipt';

/**
 * Parent A's journey, a row a step, in order (docs/rules.md, "Parent progress"). The guard, the step indicator, the back links and the
 * next page all come from here.
 */
const TABLE: StepTable<ParentStepName> = {
  ...makeSteps<EarlyStepName>('', {
    step1: {
      progressStep: 1,
      back: null,
      isOpen: (_state): _state is JoinState => true,
      next: (state) => afterEarlyStep(state, '/step2'),
    },
    step2: {
      progressStep: 2,
      back: 'step1',
      isOpen: isRegistered,
      next: (state) => afterEarlyStep(state, '/step3'),
    },
    step3: {
      progressStep: 3,
      back: 'step2',
      isOpen: isChoosing,
      next: (state) =>
        state.chosenPackage?.buildYourOwn && !state.order ? '/alacarte' : afterEarlyStep(state, '/payment'),
    },
    alacarte: {
      progressStep: 3,
      back: 'step3',
      isOpen: isBuildingTheirOwn,
      next: (state) => afterEarlyStep(state, '/payment'),
    },
  }),
  ...checkout,
  ...makeSteps<LateStepName>('', {
    credentials: {
      progressStep: null,
      back: null,
      isOpen: (state): state is JoinState => state.paid !== undefined,
      next: () => '/receipt',
    },
    receipt: {
      progressStep: null,
      back: null,
      // Without a payment the page says that it was reloaded.
      isOpen: (state): state is JoinState => state.paid === undefined || state.credentials !== undefined,
      next: () => '/signup',
    },
  }),
};

export const STEPS: readonly Step<ParentStepName>[] = Object.values(TABLE);

/** The row of a step. */
export const getStep = createStepFinder(TABLE);

/*
 * What opens a step is the count of completed steps, and the answers that its screen reads: two tabs that press at the same moment can
 * leave one without the other.
 */

function isRegistered(state: JoinState): state is OpenStates['step2'] {
  const { lastCompletedStep, parent, registration, pricing } = state;
  return lastCompletedStep >= 1 && parent !== undefined && registration !== undefined && pricing !== undefined;
}

function isChoosing(state: JoinState): state is OpenStates['step3'] {
  return state.lastCompletedStep >= 2 && isRegistered(state) && state.family !== undefined;
}

function isBuildingTheirOwn(state: JoinState): state is OpenStates['alacarte'] {
  return isChoosing(state) && state.chosenPackage?.buildYourOwn === true;
}

function hasOrder(state: JoinState): state is Ordered {
  const { lastCompletedStep, order, chosenPackage } = state;
  return lastCompletedStep >= 3 && isChoosing(state) && order !== undefined && order.packageId === chosenPackage?.id;
}

/** Who changes an early answer from the review goes back to it, unless the change reopened something in between. */
function afterEarlyStep(state: JoinState, next: Path): Path {
  return isPayable(state) ? '/payment/review' : next;
}
