import { makeProgress, type SignUpJourney } from '../journey';
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
  ...makeProgress(['/step1', '/step2', '/step3'], STEPS),
};
