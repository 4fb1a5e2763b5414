import {
  isPaying,
  makeSteps,
  type CheckoutStepName,
  type Path,
  type SignUpJourney,
  type Step,
  type StepName,
} from './journey';
import { hasMethod } from './parent/progress';
import type { JoinState } from './join-state';
import { type Billed, type OpenStates, type Ordered } from './open-states';

/** `number` and `view` are the names analytics uses. */
export const PAYMENT_VIEWS = [
  { name: 'payment/billing', number: 1, view: 'BILLING' },
  { name: 'payment/method', number: 2, view: 'PAYMENT' },
  { name: 'payment/review', number: 3, view: 'REVIEW' },
] as const;

interface CheckoutOptions {
  base: SignUpJourney['base'];
  /** Back of the first view. */
  back: StepName;
  progressStep: Step['progressStep'];
  hasOrder(state: JoinState): state is Ordered;
}

/** The checkout's rows in a journey's table (docs/rules.md, "Checkout views"). */
export function makeCheckout({ base, back, progressStep, hasOrder }: CheckoutOptions) {
  const review: Path = `${base}/payment/review`;
  const method: Path = `${base}/payment/method`;

  function isBilled(state: JoinState): state is Billed {
    const isAnswered = state.billing !== undefined && state.parent?.timezone !== undefined;
    return state.lastCompletedPaymentStep >= 1 && hasOrder(state) && isAnswered && !state.countryMismatch;
  }

  function isPayable(state: JoinState): state is Billed {
    return (
      state.lastCompletedPaymentStep >= 2 && isBilled(state) && (hasMethod(state) || state.isNothingToPay === true)
    );
  }

  /** A payment under way is looked up on the review, whatever has changed since. */
  function canReview(state: JoinState): state is OpenStates['payment/review'] {
    return isPaying(state) || isPayable(state);
  }

  const steps = makeSteps<CheckoutStepName>(base, {
    'payment/billing': {
      progressStep,
      back,
      isOpen: hasOrder,
      next: (state) => (isPayable(state) ? review : method),
    },
    'payment/method': {
      progressStep,
      back: 'payment/billing',
      isOpen: isBilled,
      next: (state) => (isPayable(state) ? review : method),
    },
    'payment/review': {
      progressStep,
      back: 'payment/method',
      isOpen: canReview,
      next: () => `${base}/credentials`,
    },
  });
  return { isPayable, steps };
}

export function firstUnfinishedView({ getStep }: Pick<SignUpJourney, 'getStep'>, state: JoinState): Path {
  const view = PAYMENT_VIEWS.findLast(({ name }) => getStep(name).isOpen(state));
  return getStep((view ?? PAYMENT_VIEWS[0]).name).path;
}
