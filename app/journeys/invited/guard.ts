import { firstUnfinishedView } from '../checkout';
import { isStepOpen, type InvitedStepName, type Path, type RedirectTarget, type StepName } from '../journey';
import { isPaying } from '../open-states';
import type { JoinState } from '../join-state';
import { getStep } from './steps';

/**
 * Redirect target while a step of an invited co-parent is locked (docs/rules.md, "Invited guard"). Without an invite in the state the
 * welcome page decides: it knows who arrives with one.
 *
 * @returns null when the step is open
 */
export function guardStep(name: StepName, state: JoinState | undefined): RedirectTarget | null {
  // With no payment result the receipt leads home.
  if (name === 'receipt' && !state?.paid) return { home: true };
  if (!state?.invited) return { to: '/invite' };
  if (state.credentials) return guardFinished(name, state);
  if (state.paid) return name === 'credentials' ? null : { to: '/invite/credentials' };
  if (state.duplicate && name !== 'step1') return { to: '/duplicate' };
  // While a payment is under way nothing it depends on may change: the review says what is known of it.
  if (name !== 'payment/review' && isPaying(state)) return { to: '/invite/payment/review' };
  return isStepOpen(getStep(name), state) ? null : { to: firstUnfinished(state) };
}

/** Username and password are set: that page says so, and leads to the receipt of who has paid. */
function guardFinished(name: StepName, state: JoinState): RedirectTarget | null {
  if (name === 'credentials' || (name === 'receipt' && state.paid)) return null;
  return { to: state.paid ? '/invite/receipt' : '/invite/credentials' };
}

/** In this order the last one that is open is the first that is not done. */
const IN_ORDER = ['credentials', 'billing-info', 'choose-your-own', 'packages', 'step1'] as const;

/** The path of the first step that is not done yet. */
export function firstUnfinished(state: JoinState): Path {
  if (getStep('payment/billing').isOpen(state)) return firstUnfinishedView({ getStep }, state);
  const name: InvitedStepName = IN_ORDER.find((candidate) => isStepOpen(getStep(candidate), state)) ?? 'step1';
  return getStep(name).path;
}
