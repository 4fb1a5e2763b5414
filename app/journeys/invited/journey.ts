import type { Journey } from '../journey';
import { guardStep } from './guard';
import { getStep } from './steps';

/** Parent B: whom the other parent, or a professional, has invited. */
export const INVITED: Journey = {
  name: 'invited',
  base: '/invite',
  getStep,
  guard: guardStep,
  packages: 'packages',
  buildYourOwn: 'choose-your-own',
  start: '/invite',
  restartPath: '/invite/step1',
  paymentRestartPath: '/invite/request',
  progressSteps: ['/invite/step1', '/invite/packages', '/invite/payment'],
};
