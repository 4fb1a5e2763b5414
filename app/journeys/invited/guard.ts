import { firstUnfinishedView } from '../checkout';
import type { RedirectTarget, InvitedStepName, StepName } from '../journey';
import type { JoinState } from '../join-state';
import { getStep } from './steps';

/**
 * Whether a step of an invited co-parent may be opened, and where they belong if not (docs/rules.md, "Invited guard"). Without an invite in
 * the state the welcome page decides: it knows who arrives with one.
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
  if (state.attempt) return name === 'payment/review' ? null : { to: '/invite/payment/review' };
  return getStep(name).isOpen(state) ? null : { to: firstUnfinished(state) };
}

/** Username and password are set: that page says so, and leads to the receipt of who has paid. */
function guardFinished(name: StepName, state: JoinState): RedirectTarget | null {
  if (name === 'credentials' || (name === 'receipt' && state.paid)) return null;
  return { to: state.paid ? '/invite/receipt' : '/invite/credentials' };
}

/** In this order the last one that is open is the first that is not done. */
const IN_ORDER = ['credentials', 'billing-info', 'choose-your-own', 'packages', 'step1'] as const;

/** The path of the first step that is not done yet. */
export function firstUnfinished(state: JoinState): `/${string}` {
  if (getStep('payment/billing').isOpen(state)) return firstUnfinishedView({ getStep }, state);
  const name: InvitedStepName = IN_ORDER.find((candidate) => getStep(candidate).isOpen(state)) ?? 'step1';
  return getStep(name).path;
}
