import { answersAsDrafts } from './answers';
import { freshState, type JoinState } from './join-state';

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
  return { ...freshState, ...keptSlices, drafts: answersAsDrafts(state) };
}
