import { isStepOpen, type Path, type RedirectTarget, type StepName } from '../journey';
import { isPaying } from '../open-states';
import { freshState, type JoinState } from '../join-state';
import { getStep, STEPS } from './steps';

/**
 * Redirect target while a step is locked (docs/rules.md, "Parent guard").
 *
 * @param state undefined for a visitor who has entered nothing
 * @returns null when the step is open
 */
export function guardStep(name: StepName, state: JoinState = freshState): RedirectTarget | null {
  // Who was invited has addresses of their own.
  if (state.invited) return { to: '/invite' };
  if (state.paid) return guardFinished(name, state);
  // Without a payment there is no credentials token; the receipt shows its reload notice instead of leaving.
  if (name === 'credentials') return { home: true };
  if (name === 'receipt') return null;
  if (state.subscriptionStatus === 'current') return { to: '/securityquestions' };
  // In the old flow a duplicate parent is led to the first step, like anybody whose answers are gone.
  if (state.duplicate && !state.duplicate.isOldFlow && name !== 'step1') return { to: '/duplicate' };
  // While a payment is under way nothing it depends on may change: the review says what is known of it.
  if (name !== 'payment/review' && isPaying(state)) return { to: '/payment/review' };
  return isStepOpen(getStep(name), state) ? null : { to: firstUnfinished(state) };
}

/** A finished journey opens only its credentials and its receipt: Back after paying never offers to pay again. */
function guardFinished(name: StepName, state: JoinState): RedirectTarget | null {
  const isKept = name === 'credentials' || name === 'receipt';
  if (isKept && isStepOpen(getStep(name), state)) return null;
  return { to: state.credentials ? '/receipt' : '/credentials' };
}

/** The path of the first step that is not done yet: the last one that is open, of those before the payment. */
export function firstUnfinished(state: JoinState): Path {
  const step = STEPS.findLast(({ progressStep, isOpen }) => progressStep !== null && isOpen(state));
  return (step ?? getStep('step1')).path;
}
