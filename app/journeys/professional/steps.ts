import type { Path } from '../journey';
import type { ProfessionalState, ProStepName } from './state';

export type MachineState = 'ONE' | 'TWO' | 'THREE' | 'SUBMIT' | 'ERROR' | 'SUCCESS';
export type MachineEvent = 'valid' | 'back' | 'submit' | 'registered' | 'failed';

interface Row {
  step: ProStepName;
  /** Which dot of the step indicator it belongs to; null stands outside. */
  progressStep: 1 | 2 | 3 | null;
  /** What has to be known for a page to show this state; null for a state that lasts as long as one request. */
  needs: readonly (keyof ProfessionalState)[] | null;
  /** Where each event leads; what is not listed cannot happen. */
  on: Partial<Record<MachineEvent, MachineState>>;
}

/**
 * The professional's registration, a state a row (docs/rules.md, "Professional steps"). The last step's page serves three: THREE is its
 * form, SUBMIT lasts as long as the request that submits it, and ERROR offers to submit the same again.
 */
export const MACHINE: Readonly<Record<MachineState, Row>> = {
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

/** The steps of the indicator, in order. */
export const PRO_STEPS = ['contact', 'practice', 'security'] as const satisfies readonly ProStepName[];

/** Which states of the machine can be shown, in their order. Whoever is registered sees the account alone. */
export function openStates(state: ProfessionalState): MachineState[] {
  if (state.proDone) return ['SUCCESS'];
  return STATES.filter((each) => MACHINE[each].needs?.every((slice) => state[slice] !== undefined));
}

/** Which state of the machine a step's page shows; undefined while the step is locked. */
export function findMachineState(step: ProStepName, state: ProfessionalState): MachineState | undefined {
  return openStates(state).findLast((each) => MACHINE[each].step === step);
}

/** @throws Error for an event that the state does not know */
export function transition(from: MachineState, event: MachineEvent): MachineState {
  const to = MACHINE[from].on[event];
  if (!to) throw new Error(`${from} does not know ${event}`);
  return to;
}

/** The path of the page that an event leads to. */
export function pathAfter(from: MachineState, event: MachineEvent): Path {
  return pathOf(MACHINE[transition(from, event)].step);
}

export function pathOf(step: ProStepName): Path {
  return `/pro/${step}`;
}
