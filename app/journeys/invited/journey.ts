import { makeProgress, type SignUpJourney } from '../journey';
import { guardStep } from './guard';
import { getStep, STEPS } from './steps';

/** Parent B, invited by the other parent or by a professional. */
export const INVITED: SignUpJourney = {
  name: 'invited',
  base: '/invite',
  getStep,
  guard: guardStep,
  packages: 'packages',
  buildYourOwn: 'choose-your-own',
  start: '/invite',
  restartPath: '/invite/step1',
  paymentRestartPath: '/invite/request',
  ...makeProgress(['/invite/step1', '/invite/packages', '/invite/payment'], STEPS),
};
