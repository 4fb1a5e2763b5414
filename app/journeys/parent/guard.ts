import { isPaying, isStepOpen, type Path, type RedirectTarget, type StepName } from '../journey';
import { freshState, type JoinState } from '../join-state';
import { getStep, STEPS } from './steps';

/** Redirect target while a step is locked; null when it is open (docs/rules.md, "Parent guard"). */
export function guardStep(name: StepName, state: JoinState = freshState): RedirectTarget | null {
  if (state.invited) return { to: '/invite' };
  if (state.paid) return guardFinished(name, state);
  // Without a payment there is no credentials token. The receipt shows its reload notice instead.
  if (name === 'credentials') return { home: true };
  if (name === 'receipt') return null;
  if (state.subscriptionStatus === 'current') return { to: '/securityquestions' };
  // The old flow sends a duplicate parent to the first step.
  if (state.duplicate && !state.duplicate.isOldFlow && name !== 'step1') return { to: '/duplicate' };
  // Nothing that a payment depends on may change while it is under way.
  if (name !== 'payment/review' && isPaying(state)) return { to: '/payment/review' };
  return isStepOpen(getStep(name), state) ? null : { to: firstUnfinished(state) };
}

/** Back after paying must never offer to pay again. */
function guardFinished(name: StepName, state: JoinState): RedirectTarget | null {
  const isAfterPayment = name === 'credentials' || name === 'receipt';
  if (isAfterPayment && isStepOpen(getStep(name), state)) return null;
  return { to: isStepOpen(getStep('receipt'), state) ? '/receipt' : '/credentials' };
}

/** The path of the first step that is not done yet: the last one that is open, of those before the payment. */
export function firstUnfinished(state: JoinState): Path {
  const step = STEPS.findLast(({ progressStep, isOpen }) => progressStep !== null && isOpen(state));
  return (step ?? getStep('step1')).path;
}
