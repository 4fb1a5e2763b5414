import type { JoinState } from './state';
import { getStep, PAYMENT_VIEWS, type StepName } from './steps';

/** Where a person who may not be here belongs: a path of ours, or the home page of the main product. */
export type Elsewhere = { to: `/${string}` } | { home: true };

/**
 * Whether a step may be opened, and where the person belongs if not (spec, section 2, "Route guards").
 *
 * @param state undefined for a visitor who has entered nothing
 * @returns null when the step is open
 */
export function guardStep(name: StepName, state: JoinState | undefined): Elsewhere | null {
  if (state?.paid) return guardFinished(name, state);
  // Without a payment there is no credentials token; the receipt shows its reload notice instead of leaving.
  if (name === 'credentials') return { home: true };
  if (name === 'receipt') return null;
  if (state?.subscriptionStatus === 'current') return { to: '/securityquestions' };
  if (state?.duplicate && name !== 'step1') return { to: '/duplicate' };
  if (state === undefined) return name === 'step1' ? null : { to: '/step1' };
  // While a payment is under way nothing it depends on may change: the review says what is known of it.
  if (state.attempt) return name === 'payment/review' ? null : { to: '/payment/review' };
  return getStep(name).isOpen(state) ? null : { to: firstUnfinished(state) };
}

/** A finished journey opens only its credentials and its receipt: Back after paying never offers to pay again. */
function guardFinished(name: StepName, state: JoinState): Elsewhere | null {
  if (name === 'credentials') return null;
  if (name === 'receipt' && state.credentials) return null;
  return { to: state.credentials ? '/receipt' : '/credentials' };
}

/** The path of the first step that is not done yet: the last one that is open. */
export function firstUnfinished(state: JoinState): `/${string}` {
  if (isOpen('payment/billing', state)) return firstUnfinishedView(state);
  if (isOpen('alacarte', state)) return '/alacarte';
  return isOpen('step3', state) ? '/step3' : isOpen('step2', state) ? '/step2' : '/step1';
}

/** The checkout view to open: the first unfinished one. */
export function firstUnfinishedView(state: JoinState): `/${string}` {
  const view = PAYMENT_VIEWS.findLast(({ name }) => isOpen(name, state));
  return `/${(view ?? PAYMENT_VIEWS[0]).name}`;
}

function isOpen(name: StepName, state: JoinState): boolean {
  return getStep(name).isOpen(state);
}

/** Whether the dot of a step can be pressed: up to the last completed step and one more (spec, section 2, "Step indicator"). */
export function canOpenDot(dot: 1 | 2 | 3 | 4, state: JoinState | undefined): boolean {
  return dot <= (state?.lastCompletedStep ?? 0) + 1;
}
