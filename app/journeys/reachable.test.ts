import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { apply, MOVES, type State, type Move } from '~tests/walks/parent-moves';
import { currentPath, hasBegun, isForAnotherPerson } from './current-sign-up';
import { freshState, type Invited, type JoinState } from './join-state';
import type { ParentStepName as StepName } from './journey';
import { PARENT } from './parent';

interface Transition {
  from: State;
  move: Move;
  to: State;
}

/** Returns the state after a move; undefined if its step is closed or its action refuses. */
function tryMove(from: State, move: Move): Transition | undefined {
  return PARENT.guard(move.step, from) === null ? make(from, move) : undefined;
}

function make(from: State, move: Move): Transition | undefined {
  const change = move.make(from ?? freshState);
  return change === null ? undefined : { from, move, to: apply(from, change) };
}

/** Slices that actions copy or remove, and that no guard, indicator or rule of an action reads. States that differ only in them count once. */
const ONLY_COPIED: readonly string[] = [
  'codes',
  'paysForCoParent',
  'declined',
  'declinedKey',
  'failedKey',
  'mismatchedOffer',
  'resolvedMismatch',
] satisfies (keyof JoinState)[];

/** Returns every reachable state of a parent and every transition, from all steps in every order. */
function findReachable(): { states: State[]; keys: ReadonlySet<string>; transitions: Transition[] } {
  const states = new Map<string, State>([[keyOf(undefined), undefined]]);
  const transitions: Transition[] = [];
  const steps = [...new Set(MOVES.map(({ step }) => step))];
  for (const state of states.values()) {
    const open = new Set(steps.filter((step) => PARENT.guard(step, state) === null));
    for (const move of MOVES) {
      const transition = open.has(move.step) ? make(state, move) : undefined;
      if (!transition) continue;
      transitions.push(transition);
      const reached = withoutShown(transition.to);
      const key = keyOf(reached);
      if (!states.has(key)) states.set(key, reached);
    }
  }
  return { states: [...states.values()], keys: new Set(states.keys()), transitions };
}

/** Removes drafts, notice and the registrations for Exit, which no guard or move reads. With them, there are many times as many states. */
function withoutShown(state: State): State {
  if (state === undefined) return undefined;
  const { drafts: _drafts, notice: _notice, leftRegistrations: _left, ...rest } = state;
  return rest as State;
}

function keyOf(state: State): string {
  if (state === undefined) return '';
  const written: string[] = [];
  for (const [name, slice] of Object.entries(state)) {
    if (!ONLY_COPIED.includes(name))
      written.push(`${name}:${name === 'walletStarts' ? usesOf(state) : serialised(slice)}`);
  }
  return written.sort().join('\n');
}

/** Of a start, an action reads only whether it exists and was used. */
function usesOf({ walletStarts = {} }: JoinState): string {
  return JSON.stringify(Object.values(walletStarts).map((start) => start && start.isUsed === true));
}

/** Slices are immutable and shared by thousands of states, so each is serialised once. */
const serialisedSlices = new WeakMap<object, string>();

function serialised(slice: unknown): string {
  if (typeof slice !== 'object' || slice === null) return JSON.stringify(slice);
  let written = serialisedSlices.get(slice);
  if (written === undefined) serialisedSlices.set(slice, (written = JSON.stringify(slice)));
  return written;
}

/** Names a state in test titles. */
function describeState(state: State): string {
  if (state === undefined) return 'no session';
  const { lastCompletedStep, lastCompletedPaymentStep, ...slices } = state;
  return `${lastCompletedStep}/${lastCompletedPaymentStep} with ${Object.keys(slices).join(', ')}`;
}

const STEPS = PARENT.steps;

/** Requirements of a screen that neither its chain nor its types express. */
const RELIES_ON: Partial<Record<StepName, (state: JoinState) => unknown>> = {
  alacarte: ({ chosenPackage }) => chosenPackage?.buildYourOwn,
  'payment/billing': ({ order, chosenPackage }) => order && order.packageId === chosenPackage?.id,
  'payment/method': ({ parent, countryMismatch }) => parent?.timezone && !countryMismatch,
  'payment/review': ({ attempt, card, paypal, isNothingToPay }) => attempt ?? card ?? paypal ?? isNothingToPay,
  receipt: ({ paid, credentials }) => !paid || credentials,
};
const isComplete = (name: StepName, state: State) => RELIES_ON[name]?.(state ?? freshState) ?? true;

const { states, keys, transitions } = findReachable();
/** The entry of the checkout. */
const ROUTES = ['/payment'];

/** Follows the guard as a browser does. @returns the final path and the number of redirects */
function followRedirects(name: StepName, state: State): { end: string; hops: number } {
  let at: string = `/${name}`;
  for (let hops = 0; hops <= 3; hops += 1) {
    const step = STEPS.find(({ path }) => path === at);
    const elsewhere = step ? PARENT.guard(step.name, state) : null;
    if (!elsewhere) return { end: at, hops };
    at = 'to' in elsewhere ? elsewhere.to : 'home';
  }
  return { end: at, hops: 4 };
}

/** The parent's screens are closed to answers of an invite, so no reachable state contains them. */
describe('answers of an invite', () => {
  const invited = { userId: '9001', token: 't' } as Invited;
  const mixed: JoinState[] = [{ invited }, { inviteId: '9001' }].flatMap((of) =>
    states.map((state) => ({ ...freshState, ...state, ...of })),
  );

  // An expectation for each state would take seven times as long.
  it.each(STEPS)('lead from $path to the invite, whatever else is stored', ({ name }) => {
    const to = name === 'step1' ? /^\/invite(\?begin)?$/ : /^\/invite$/;
    const lost = mixed.filter((state) => {
      const { end, hops } = followRedirects(name, state);
      return hops !== 1 || !to.test(end);
    });
    expect(lost.map(describeState)).toEqual([]);
  });

  it('never join those of another person', () => {
    const confused = states.filter((state) => {
      const isBegun = hasBegun('parent', state);
      return (
        isForAnotherPerson({ userId: '9001' }, state) !== isBegun ||
        (isBegun && currentPath('parent', state!) === '/invite')
      );
    });
    expect(confused.map(describeState)).toEqual([]);
    const joined = mixed.filter(
      (state) => isForAnotherPerson({ userId: '9001' }, state) || !isForAnotherPerson({ userId: '9002' }, state),
    );
    expect(joined.map(describeState)).toEqual([]);
  });
});

describe('every reachable state of a parent', () => {
  it('includes more than a thousand states', () => expect(states.length).toBeGreaterThan(1000));

  it('opens and shows the same whatever its copied slices contain', () => {
    const read = new Set<string | symbol>();
    for (const state of states) {
      const watched = state && new Proxy(state, { get: (from, name: keyof JoinState) => (read.add(name), from[name]) });
      for (const { name } of STEPS) PARENT.guard(name, watched);
      PARENT.progressOf(watched ?? freshState);
    }
    expect([...read]).toContain('order');
    expect(ONLY_COPIED.filter((name) => read.has(name))).toEqual([]);
  });

  it.each(STEPS)('opens $path only with all data that its screen reads', ({ name }) => {
    const open = states.filter((state) => PARENT.guard(name, state) === null);
    expect(open.filter((state) => !isComplete(name, state)).map(describeState)).toEqual([]);
  });

  it.each(STEPS)('redirects from $path to an open screen in at most three hops', ({ name }) => {
    expect(states.filter((state) => followRedirects(name, state).hops > 3).map(describeState)).toEqual([]);
  });

  it('opens the first unfinished step, except after or during a payment or a duplicate', () => {
    const locked = states.filter((state) => {
      if (!state || state.paid || state.duplicate || state.attempt) return false;
      return PARENT.guard(PARENT.firstUnfinished(state).slice(1) as StepName, state) !== null;
    });
    expect(locked.map(describeState)).toEqual([]);
  });

  it('opens the step of each linked dot', () => {
    const locked = states.filter((state) => {
      if (state?.paid || state?.duplicate || state?.attempt) return false;
      const dots = PARENT.progressOf(state ?? freshState);
      const behind = ['step1', 'step2', 'step3', 'payment/billing'] as const;
      return behind.some((name, index) => dots[index]?.path && PARENT.guard(name, state) !== null);
    });
    expect(locked.map(describeState)).toEqual([]);
  });

  it('opens each linked payment view', () => {
    const locked = states.filter((state) => {
      if (state?.paid || state?.duplicate || state?.attempt) return false;
      const views = PARENT.progressOf(state ?? freshState).flatMap((dot) => dot.views);
      return views.some(({ name, path }) => path && PARENT.guard(name as StepName, state) !== null);
    });
    expect(locked.map(describeState)).toEqual([]);
  });
});

describe('every transition of a parent', () => {
  it('covers opening and submitting every step', () => {
    const opened = STEPS.filter(({ name }) => states.some((state) => PARENT.guard(name, state) === null));
    const submitted = new Set(transitions.map(({ move }) => move.step));
    expect(opened).toEqual(STEPS);
    expect(submitted).toEqual(new Set(STEPS.map(({ name }) => name)));
  });

  const LATER_STEPS = STEPS.filter(({ back }) => back !== null);

  it.each(LATER_STEPS)('keeps the step before $path open', ({ name, back }) => {
    const open = states.filter((state) => PARENT.guard(name, state) === null && !state?.attempt);
    expect(open).not.toEqual([]);
    expect(open.filter((state) => PARENT.guard(back!, state) !== null).map(describeState)).toEqual([]);
  });

  // The receipt is the last page.
  it.each(STEPS.filter(({ name }) => name !== 'receipt'))('continues from $path to an open screen', ({ name }) => {
    const accepted = transitions.filter(({ move, to }) => move.step === name && to && !to.duplicate && !to.notice);
    expect(accepted).not.toEqual([]);
    const wrong = accepted.flatMap(({ move, to }) => {
      if (to!.countryMismatch || to!.declined || to!.attempt || move.name === 'confirms the country') return [];
      const next = PARENT.getStep(name).next(to!);
      const step = STEPS.find(({ path }) => path === next);
      const isOpen = step ? PARENT.guard(step.name, to) === null : ROUTES.includes(next);
      return isOpen ? [] : [`${move.name}: ${describeState(to)} continues to ${next}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(LATER_STEPS)('reaches $path from the previous step', ({ path, back }) => {
    const leads = transitions
      .filter(({ move, to }) => move.step === back && to)
      .map(({ to }) => PARENT.getStep(back!).next(to!));
    // The checkout has its own entry.
    expect(leads).toContain(path === '/payment/billing' ? '/payment' : path);
  });
});

describe('actions in any order', () => {
  const moves = fc.array(fc.constantFrom(...MOVES), { maxLength: 40 });
  const step = fc.constantFrom(...STEPS.map(({ name }) => name));

  it('never cause a redirect loop, and open no screen too early', () => {
    fc.assert(
      fc.property(moves, step, (pressed, name) => {
        const state = pressed.reduce<State>((from, move) => tryMove(from, move)?.to ?? from, undefined);
        // Slices that decide something would lead to a state that no other state with the same key leads to.
        expect(keys.has(keyOf(withoutShown(state)))).toBe(true);
        expect(followRedirects(name, state).hops).toBeLessThanOrEqual(3);
        if (PARENT.guard(name, state) === null) expect(isComplete(name, state)).toBeTruthy();
      }),
      { numRuns: 1000 },
    );
  });
});

// Concurrent requests read the same state, and the slices of both are written (session-store.server.ts).
it('opens no screen without its data after concurrent requests from two tabs', () => {
  const move = fc.constantFrom(...MOVES);
  fc.assert(
    fc.property(fc.constantFrom(...states), move, move, (from, one, other) => {
      const first = tryMove(from, one);
      fc.pre(first !== undefined && tryMove(from, other) !== undefined);
      const state = apply(first!.to, other.make(from ?? freshState)!);
      for (const { name } of STEPS) {
        if (PARENT.guard(name, state) === null) expect(isComplete(name, state), describeState(state)).toBeTruthy();
        expect(followRedirects(name, state).hops).toBeLessThanOrEqual(3);
      }
    }),
    { numRuns: 5000 },
  );
});
