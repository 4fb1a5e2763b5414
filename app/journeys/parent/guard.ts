import { firstUnfinishedView } from '../checkout';
import type { RedirectTarget, ParentStepName, StepName } from '../journey';
import type { JoinState } from '../join-state';
import { getStep } from './steps';

/**
 * Whether a step may be opened, and where the person belongs if not (docs/rules.md, "Parent guard").
 *
 * @param state undefined for a visitor who has entered nothing
 * @returns null when the step is open
 */
export function guardStep(name: StepName, state: JoinState | undefined): RedirectTarget | null {
  // Who was invited has addresses of their own.
  if (state?.invited) return { to: '/invite' };
  if (state?.paid) return guardFinished(name, state);
  // Without a payment there is no credentials token; the receipt shows its reload notice instead of leaving.
  if (name === 'credentials') return { home: true };
  if (name === 'receipt') return null;
  if (state?.subscriptionStatus === 'current') return { to: '/securityquestions' };
  // In the old flow a duplicate parent is led to the first step, like anybody whose answers are gone.
  if (state?.duplicate && !state.duplicate.isOldFlow && name !== 'step1') return { to: '/duplicate' };
  if (state === undefined) return name === 'step1' ? null : { to: '/step1' };
  // While a payment is under way nothing it depends on may change: the review says what is known of it.
  if (state.attempt) return name === 'payment/review' ? null : { to: '/payment/review' };
  return getStep(name).isOpen(state) ? null : { to: firstUnfinished(state) };
}

/** A finished journey opens only its credentials and its receipt: Back after paying never offers to pay again. */
function guardFinished(name: StepName, state: JoinState): RedirectTarget | null {
  if (name === 'credentials') return null;
  if (name === 'receipt' && state.credentials) return null;
  return { to: state.credentials ? '/receipt' : '/credentials' };
}

/** The path of the first step that is not done yet: the last one that is open. */
export function firstUnfinished(state: JoinState): `/${string}` {
  if (isOpen('payment/billing', state)) return firstUnfinishedView({ getStep }, state);
  if (isOpen('alacarte', state)) return '/alacarte';
  return isOpen('step3', state) ? '/step3' : isOpen('step2', state) ? '/step2' : '/step1';
}

function isOpen(name: ParentStepName, state: JoinState): boolean {
  return getStep(name).isOpen(state);
}
