import { guardStep } from '~/journeys/parent/guard';
import { freshState } from '~/journeys/join-state';
import { apply, MOVES, type Move, type State } from '~tests/walks/parent-moves';

export interface Transition {
  from: State;
  move: Move;
  to: State;
}

/** A move's resulting state; undefined where its step is closed or its action refuses. */
export function tryMove(from: State, move: Move): Transition | undefined {
  return guardStep(move.step, from) === null ? make(from, move) : undefined;
}

function make(from: State, move: Move): Transition | undefined {
  const change = move.make(from ?? freshState);
  return change === null ? undefined : { from, move, to: apply(from, change) };
}

/** Every reachable state of a parent and every transition, from all steps in every order. */
export function findReachable(): { states: State[]; transitions: Transition[] } {
  const states = new Map<string, State>([[keyOf(undefined), undefined]]);
  const transitions: Transition[] = [];
  const steps = [...new Set(MOVES.map(({ step }) => step))];
  for (const state of states.values()) {
    const open = new Set(steps.filter((step) => guardStep(step, state) === null));
    for (const move of MOVES) {
      const transition = open.has(move.step) ? make(state, move) : undefined;
      if (!transition) continue;
      transitions.push(transition);
      const key = keyOf(transition.to);
      if (!states.has(key)) states.set(key, transition.to);
    }
  }
  return { states: [...states.values()], transitions };
}

/** Identifies a state; drafts do not open or close steps. */
function keyOf(state: State): string {
  if (state === undefined) return '';
  const written: string[] = [];
  for (const [name, slice] of Object.entries(state)) if (name !== 'drafts') written.push(`${name}:${writtenOf(slice)}`);
  return written.sort().join('\n');
}

/** A slice is replaced and never changed, and thousands of states have the same one. */
const writtenSlices = new WeakMap<object, string>();

function writtenOf(slice: unknown): string {
  if (typeof slice !== 'object' || slice === null) return JSON.stringify(slice);
  let written = writtenSlices.get(slice);
  if (written === undefined) writtenSlices.set(slice, (written = JSON.stringify(slice)));
  return written;
}

/** Names a state in test titles. */
export function describeState(state: State): string {
  if (state === undefined) return 'no session';
  const { lastCompletedStep, lastCompletedPaymentStep, ...slices } = state;
  return `${lastCompletedStep}/${lastCompletedPaymentStep} with ${Object.keys(slices).join(', ')}`;
}
