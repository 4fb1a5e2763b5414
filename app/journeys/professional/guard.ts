import type { Path } from '../journey';
import type { ProfessionalState, ProStepName } from './state';
import { findMachineState, MACHINE, listOpenMachineStates, pathOf } from './steps';

type With<Slice extends keyof ProfessionalState> = ProfessionalState & {
  [Each in Slice]-?: NonNullable<ProfessionalState[Each]>;
};

/** What each step's guard guarantees; matches `needs` in the state machine. */
export interface OpenProStates {
  contact: ProfessionalState;
  practice: With<'proContact'>;
  security: With<'proContact' | 'proPractice'>;
  done: With<'proDone'>;
}

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

export function firstUnfinishedProStep(state: ProfessionalState): Path {
  const last = listOpenMachineStates(state).at(-1) ?? 'ONE';
  return pathOf(MACHINE[last].step);
}
