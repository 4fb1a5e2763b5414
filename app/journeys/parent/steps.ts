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

/** Parent A's steps in order (docs/rules.md, "Parent progress"). Guard, step indicator, back links and next page all derive from this table. */
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
      isOpen: (state): state is JoinState => state.paid !== undefined && state.paid.clickToJoinToken !== null,
      next: () => '/receipt',
    },
    receipt: {
      progressStep: null,
      back: null,
      // Without a payment the page says that it was reloaded. Without a token there are no credentials to wait for.
      isOpen: (state): state is JoinState =>
        state.paid === undefined || state.credentials !== undefined || state.paid.clickToJoinToken === null,
      next: () => '/signup',
    },
  }),
};

export const STEPS: readonly Step<ParentStepName>[] = Object.values(TABLE);

export const getStep = createStepFinder(TABLE);

/* Each step checks the answers as well as the count: two concurrent posts can leave one without the other. */

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

/** A change made from the review returns there, unless it reopened a step in between. */
function afterEarlyStep(state: JoinState, next: Path): Path {
  return isPayable(state) ? '/payment/review' : next;
}
