import { firstUnfinishedView } from '../checkout';
import { isStepOpen, type ParentStepName, type Path, type RedirectTarget, type StepName } from '../journey';
import { isPaying } from '../open-states';
import { freshState, type JoinState } from '../join-state';
import { getStep } from './steps';

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
  return { to: state.credentials ? '/receipt' : '/credentials' };
}

export function firstUnfinished(state: JoinState): Path {
  if (isOpen('payment/billing', state)) return firstUnfinishedView({ getStep }, state);
  if (isOpen('alacarte', state)) return '/alacarte';
  return isOpen('step3', state) ? '/step3' : isOpen('step2', state) ? '/step2' : '/step1';
}

function isOpen(name: ParentStepName, state: JoinState): boolean {
  return isStepOpen(getStep(name), state);
}
