import { answersAsDrafts } from './answers';
import { freshState, type JoinState } from './join-state';

const MAX_LEFT = 5;

/** Keeps the registration of a sign-up that starts again, for "Exit this page". A paid or paying one needs no deletion. */
function leaveRegistration({ registration, leftRegistrations = [], paid, attempt }: JoinState) {
  const left = registration && !paid && !attempt ? [...leftRegistrations, registration] : leftRegistrations;
  return left.length > 0 ? { leftRegistrations: left.slice(-MAX_LEFT) } : {};
}

/** docs/rules.md, "Parent duplicate" */
export function afterDuplicate(state: JoinState, duplicate: NonNullable<JoinState['duplicate']>): JoinState {
  const isOldFlow = duplicate.whose === 'parent' && state.pricing?.group === 'P0';
  return { ...stateToStartAgain(state), duplicate: isOldFlow ? { ...duplicate, isOldFlow } : duplicate };
}

/** Turns all accepted answers into drafts (docs/rules.md, "Lost registration"). */
export function stateToStartAgain(state: JoinState): JoinState {
  const { invited, discount, preselectedPackage, redirectUrl, codes, paysForCoParent } = state;
  const kept = { invited, discount, preselectedPackage, redirectUrl, codes, paysForCoParent };
  const keptSlices = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
  return { ...freshState, ...keptSlices, ...leaveRegistration(state), drafts: answersAsDrafts(state) };
}
