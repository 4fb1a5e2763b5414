import { makeProgress, type SignUpJourney } from '../journey';
import { guardStep } from './guard';
import { getStep, skipsPayment, STEPS } from './steps';

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
  ...makeProgress(
    [
      {
        name: 'you',
        path: '/invite/step1',
        isOpen: () => true,
        isDone: ({ lastCompletedStep }) => lastCompletedStep >= 1,
      },
      {
        name: 'package',
        path: '/invite/packages',
        isOpen: (state) => state.lastCompletedStep >= 1 && !skipsPayment(state),
        isDone: (state) => state.lastCompletedStep >= 2 || skipsPayment(state),
      },
      {
        name: 'payment',
        path: '/invite/payment',
        isOpen: (state) => state.lastCompletedStep >= 2 && !skipsPayment(state),
        isDone: (state) => state.paid !== undefined || skipsPayment(state),
      },
    ],
    STEPS,
  ),
};
