import { firstUnfinishedView } from '../checkout';
import { isPaying, isStepOpen, type InvitedStepName, type Path, type RedirectTarget, type StepName } from '../journey';
import type { JoinState } from '../join-state';
import { getStep } from './steps';

/** Redirect target while a step is locked; null when it is open (docs/rules.md, "Invited guard"). */
export function guardStep(name: StepName, state: JoinState | undefined): RedirectTarget | null {
  if (name === 'receipt' && !state?.paid) return { home: true };
  if (!state?.invited) return { to: '/invite' };
  if (state.credentials) return guardFinished(name, state);
  if (state.paid) return name === 'credentials' ? null : { to: '/invite/credentials' };
  if (state.duplicate && name !== 'step1') return { to: '/duplicate' };
  // Nothing that a payment depends on may change while it is under way.
  if (name !== 'payment/review' && isPaying(state)) return { to: '/invite/payment/review' };
  return isStepOpen(getStep(name), state) ? null : { to: firstUnfinished(state) };
}

function guardFinished(name: StepName, state: JoinState): RedirectTarget | null {
  if (name === 'credentials' || (name === 'receipt' && state.paid)) return null;
  return { to: state.paid ? '/invite/receipt' : '/invite/credentials' };
}

/** The last open step is the first unfinished one. */
const STEPS_LAST_FIRST = ['credentials', 'billing-info', 'choose-your-own', 'packages', 'step1'] as const;

export function firstUnfinished(state: JoinState): Path {
  if (getStep('payment/billing').isOpen(state)) return firstUnfinishedView({ getStep }, state);
  const name: InvitedStepName = STEPS_LAST_FIRST.find((candidate) => isStepOpen(getStep(candidate), state)) ?? 'step1';
  return getStep(name).path;
}
