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
  whenGone: '/step1',
  whenPaymentGone: '/step1',
  dots: ['/step1', '/step2', '/step3'],
};
