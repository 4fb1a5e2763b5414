import { isStepOpen, makeProgress, type Dot, type ParentStepName, type SignUpJourney } from '../journey';
import { guardStep } from './guard';
import { getStep, STEPS } from './steps';

/** Parent A signs up first, invites the co-parent and pays. */
export const PARENT: SignUpJourney = {
  name: 'parent',
  base: '',
  getStep,
  guard: guardStep,
  packages: 'step3',
  buildYourOwn: 'alacarte',
  start: '/step1',
  restartPath: '/step1',
  paymentRestartPath: '/step1',
  ...makeProgress(
    [dot('you', 'step1', 'step2'), dot('family', 'step2', 'step3'), dot('package', 'step3', 'payment/billing')],
    STEPS,
  ),
};

/** A step is done once the next one is open. */
function dot(name: Dot['name'], step: ParentStepName, next: ParentStepName): Dot {
  const { path } = getStep(step);
  return {
    name,
    path,
    isOpen: (state) => isStepOpen(getStep(step), state),
    isDone: (state) => isStepOpen(getStep(next), state),
  };
}
