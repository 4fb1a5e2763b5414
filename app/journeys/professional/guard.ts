import type { ProfessionalState, ProStepName } from './state';
import { pathOf } from './steps';

/**
 * Whether a step is allowed: the first one from the start, the next ones once the validator has accepted those before
 * (docs/rules.md, "Professional steps"). Whoever is registered sees the account alone.
 */
export function isProStepOpen(step: ProStepName, state: ProfessionalState): boolean {
  if (state.proDone) return step === 'done';
  switch (step) {
    case 'contact':
      return true;
    case 'practice':
      return state.proContact !== undefined;
    case 'security':
      return state.proContact !== undefined && state.proPractice !== undefined;
    case 'done':
      return false;
  }
}

/** Where a person who may not be on a step belongs; null when it is open. */
export function guardProStep(step: ProStepName, state: ProfessionalState): `/pro/${ProStepName}` | null {
  return isProStepOpen(step, state) ? null : firstUnfinishedProStep(state);
}

/** The path of the first step that is not done yet: the last one that is open. */
export function firstUnfinishedProStep(state: ProfessionalState): `/pro/${ProStepName}` {
  const order: readonly ProStepName[] = ['done', 'security', 'practice'];
  return pathOf(order.find((step) => isProStepOpen(step, state)) ?? 'contact');
}
