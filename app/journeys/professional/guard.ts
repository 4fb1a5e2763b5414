import type { Path } from '../journey';
import type { ProfessionalState, ProStepName } from './state';
import { findMachineState, MACHINE, openStates, pathOf } from './steps';

type With<Slice extends keyof ProfessionalState> = ProfessionalState & {
  [Each in Slice]-?: NonNullable<ProfessionalState[Each]>;
};

/** What is known on each step once its guard has let somebody in; the machine's `needs` say the same. */
export interface OpenProStates {
  contact: ProfessionalState;
  practice: With<'proContact'>;
  security: With<'proContact' | 'proPractice'>;
  done: With<'proDone'>;
}

/** Whether a step is allowed: the first one from the start, the next ones once the validator has accepted those before. */
export function isProStepOpen<Name extends ProStepName>(
  step: Name,
  state: ProfessionalState,
): state is OpenProStates[Name] {
  return findMachineState(step, state) !== undefined;
}

/** Redirect target while a step is locked; null when it is open. */
export function guardProStep(step: ProStepName, state: ProfessionalState): Path | null {
  return isProStepOpen(step, state) ? null : firstUnfinishedProStep(state);
}

/** The path of the first step that is not done yet: the last one that is open. */
export function firstUnfinishedProStep(state: ProfessionalState): Path {
  const last = openStates(state).at(-1) ?? 'ONE';
  return pathOf(MACHINE[last].step);
}
