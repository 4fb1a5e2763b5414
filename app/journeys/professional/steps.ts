import type { Path } from '../journey';
import type { ProfessionalState, ProStepName } from './state';

export type MachineState = 'ONE' | 'TWO' | 'THREE' | 'SUBMIT' | 'ERROR' | 'SUCCESS';
export type MachineEvent = 'valid' | 'back' | 'submit' | 'registered' | 'failed';

interface MachineRow {
  step: ProStepName;
  /** The step indicator's dot; null is outside the indicator. */
  progressStep: 1 | 2 | 3 | null;
  /** The slices a page needs to show this state; null for a state that lasts only as long as one request. */
  needs: readonly (keyof ProfessionalState)[] | null;
  on: Partial<Record<MachineEvent, MachineState>>;
}

/** docs/rules.md, "Professional steps". One page serves THREE, SUBMIT and ERROR. */
export const MACHINE: Readonly<Record<MachineState, MachineRow>> = {
  ONE: { step: 'contact', progressStep: 1, needs: [], on: { valid: 'TWO' } },
  TWO: { step: 'practice', progressStep: 2, needs: ['proContact'], on: { valid: 'THREE', back: 'ONE' } },
  THREE: {
    step: 'security',
    progressStep: 3,
    needs: ['proContact', 'proPractice'],
    on: { submit: 'SUBMIT', back: 'TWO' },
  },
  SUBMIT: { step: 'security', progressStep: 3, needs: null, on: { registered: 'SUCCESS', failed: 'ERROR' } },
  ERROR: {
    step: 'security',
    progressStep: 3,
    needs: ['proContact', 'proPractice', 'proFailure'],
    on: { submit: 'SUBMIT', back: 'TWO' },
  },
  SUCCESS: { step: 'done', progressStep: null, needs: ['proDone'], on: {} },
};

const STATES = Object.keys(MACHINE) as MachineState[];

export const PRO_STEPS = ['contact', 'practice', 'security'] as const satisfies readonly ProStepName[];

/** In order. A registered professional sees only the account. */
export function listOpenMachineStates(state: ProfessionalState): MachineState[] {
  if (state.proDone) return ['SUCCESS'];
  return STATES.filter((each) => MACHINE[each].needs?.every((slice) => state[slice] !== undefined));
}

/** The machine's state that a step's page shows; undefined while the step is locked. */
export function findMachineState(step: ProStepName, state: ProfessionalState): MachineState | undefined {
  return listOpenMachineStates(state).findLast((each) => MACHINE[each].step === step);
}

/** @throws Error for an event that the state does not handle */
export function transition(from: MachineState, event: MachineEvent): MachineState {
  const to = MACHINE[from].on[event];
  if (!to) throw new Error(`${from} does not know ${event}`);
  return to;
}

export function pathAfter(from: MachineState, event: MachineEvent): Path {
  return pathOf(MACHINE[transition(from, event)].step);
}

export function pathOf(step: ProStepName): Path {
  return `/pro/${step}`;
}
