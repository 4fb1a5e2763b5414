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
  whenGone: '/invite/step1',
  whenPaymentGone: '/invite/request',
  dots: ['/invite/step1', '/invite/packages', '/invite/payment'],
};
