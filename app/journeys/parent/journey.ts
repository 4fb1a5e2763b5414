import type { Journey } from '../journey';
import { guardStep } from './guard';
import { getStep } from './steps';

/** Parent A: who signs up first, invites the co-parent and pays. */
export const PARENT: Journey = {
  name: 'parent',
  base: '',
  getStep,
  guard: guardStep,
  packages: 'step3',
  buildYourOwn: 'alacarte',
  start: '/step1',
  restartPath: '/step1',
  paymentRestartPath: '/step1',
  progressSteps: ['/step1', '/step2', '/step3'],
};
