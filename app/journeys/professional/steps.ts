import type { ProfessionalState, ProStepName } from './state';

export type MachineState = 'ONE' | 'TWO' | 'THREE' | 'SUBMIT' | 'ERROR' | 'SUCCESS';
export type MachineEvent = 'valid' | 'back' | 'submit' | 'registered' | 'failed';

interface Row {
  step: ProStepName;
  /** Which dot of the step indicator it belongs to; null stands outside. */
  dot: 1 | 2 | 3 | null;
  /** Where each event leads; what is not listed cannot happen. */
  on: Partial<Record<MachineEvent, MachineState>>;
}

/**
 * The professional's registration (docs/rules.md, "Professional steps"). Step 3's page serves three states: THREE is its form, SUBMIT lasts
 * as long as the request that submits it, and ERROR offers to submit the same again.
 */
export const MACHINE: Readonly<Record<MachineState, Row>> = {
  ONE: { step: 'contact', dot: 1, on: { valid: 'TWO' } },
  TWO: { step: 'practice', dot: 2, on: { valid: 'THREE', back: 'ONE' } },
  THREE: { step: 'security', dot: 3, on: { submit: 'SUBMIT', back: 'TWO' } },
  SUBMIT: { step: 'security', dot: 3, on: { registered: 'SUCCESS', failed: 'ERROR' } },
  ERROR: { step: 'security', dot: 3, on: { submit: 'SUBMIT', back: 'TWO' } },
  SUCCESS: { step: 'done', dot: null, on: {} },
};

/** The steps of the indicator, in order. */
export const PRO_STEPS = ['contact', 'practice', 'security'] as const satisfies readonly ProStepName[];

/** Which state of the machine a step's page shows. */
export function machineStateAt(step: ProStepName, state: ProfessionalState): MachineState {
  if (step === 'security') return state.proFailure ? 'ERROR' : 'THREE';
  return step === 'contact' ? 'ONE' : step === 'practice' ? 'TWO' : 'SUCCESS';
}

/** @throws Error for an event that the state does not know */
export function transition(from: MachineState, event: MachineEvent): MachineState {
  const to = MACHINE[from].on[event];
  if (!to) throw new Error(`${from} does not know ${event}`);
  return to;
}

/** The path of the page that an event leads to. */
export function pathAfter(from: MachineState, event: MachineEvent): `/pro/${ProStepName}` {
  return pathOf(MACHINE[transition(from, event)].step);
}

export function pathOf(step: ProStepName): `/pro/${ProStepName}` {
  return `/pro/${step}`;
}
