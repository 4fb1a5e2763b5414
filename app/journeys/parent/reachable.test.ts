import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeState, findReachable, tryMove } from '~tests/answers/parent-states';
import { apply, MOVES, type State } from '~tests/walks/parent-moves';
import type { ParentStepName as StepName } from '../journey';
import { freshState, type JoinState } from '../join-state';
import { firstUnfinished, guardStep } from './guard';
import { PARENT } from './journey';
import { getStep, STEPS } from './steps';

/** What each screen reads of the state without asking whether it is there. */
const NEEDS: Record<StepName, (state: JoinState) => unknown> = {
  step1: () => true,
  step2: ({ parent, registration, pricing }) => parent && registration && pricing,
  step3: (state) => NEEDS.step2(state) && state.family,
  alacarte: (state) => NEEDS.step3(state) && state.chosenPackage?.buildYourOwn,
  'payment/billing': (state) => NEEDS.step3(state) && state.order && state.chosenPackage?.id === state.order.packageId,
  'payment/method': (state) => NEEDS['payment/billing'](state) && state.billing && !state.countryMismatch,
  'payment/review': (state) =>
    state.attempt ?? (NEEDS['payment/method'](state) && (state.card ?? state.paypal ?? state.isNothingToPay)),
  credentials: ({ paid }) => paid,
  receipt: () => true,
};

const { states, transitions } = findReachable();
/** Where the table may lead besides its own rows. */
const ROUTES = ['/signup', '/payment'];

/** Follows the guard as a browser follows redirects. @returns where it ends, and after how many */
function follow(name: StepName, state: State): { end: string; hops: number } {
  let at: string = `/${name}`;
  for (let hops = 0; hops <= 3; hops += 1) {
    const step = STEPS.find(({ path }) => path === at);
    const elsewhere = step ? guardStep(step.name, state) : null;
    if (!elsewhere) return { end: at, hops };
    at = 'to' in elsewhere ? elsewhere.to : 'home';
  }
  return { end: at, hops: 4 };
}

describe('of every state a parent can come to', () => {
  it('there are many', () => expect(states.length).toBeGreaterThan(1000));

  it.each(STEPS)('$path opens only when the screen has all it reads', ({ name }) => {
    const open = states.filter((state) => guardStep(name, state) === null);
    expect(open.filter((state) => !NEEDS[name](state ?? freshState)).map(describeState)).toEqual([]);
  });

  it.each(STEPS)('$path leads to a screen that is open, in at most three hops', ({ name }) => {
    expect(states.filter((state) => follow(name, state).hops > 3).map(describeState)).toEqual([]);
  });

  it('the first unfinished step is open, unless the journey is over or under way', () => {
    const locked = states.filter((state) => {
      if (!state || state.paid || state.duplicate || state.attempt) return false;
      return guardStep(firstUnfinished(state).slice(1) as StepName, state) !== null;
    });
    expect(locked.map(describeState)).toEqual([]);
  });

  it('a dot that can be pressed leads to its own step', () => {
    const locked = states.filter((state) => {
      if (state?.paid || state?.duplicate || state?.attempt) return false;
      const dots = PARENT.progressOf(state ?? freshState);
      return ([1, 2, 3] as const).some((dot) => dots[dot - 1]?.path && guardStep(`step${dot}`, state) !== null);
    });
    expect(locked.map(describeState)).toEqual([]);
  });
});

describe('walked by everything a parent can do', () => {
  it('every row is opened and submitted, or this test has lost it', () => {
    const opened = STEPS.filter(({ name }) => states.some((state) => guardStep(name, state) === null));
    const submitted = new Set(transitions.map(({ move }) => move.step));
    expect(opened).toEqual(STEPS);
    expect(submitted).toEqual(new Set(STEPS.map(({ name }) => name)));
  });

  it.each(STEPS)('$path: the step behind it is open', ({ name, back }) => {
    if (!back) return;
    const open = states.filter((state) => guardStep(name, state) === null && !state?.attempt);
    expect(open.filter((state) => guardStep(back, state) !== null).map(describeState)).toEqual([]);
  });

  it.each(STEPS)('$path: what comes next is a screen, and open', ({ name }) => {
    const accepted = transitions.filter(({ move, to }) => move.step === name && to && !to.duplicate && !to.notice);
    const wrong = accepted.flatMap(({ move, to }) => {
      if (to!.countryMismatch || to!.declined || to!.attempt || move.name === 'says OK to the country') return [];
      const next = getStep(name).next(to!);
      const step = STEPS.find(({ path }) => path === next);
      const isOpen = step ? guardStep(step.name, to) === null : ROUTES.includes(next);
      return isOpen ? [] : [`${move.name}: ${describeState(to)} is led to ${next}`];
    });
    expect(wrong).toEqual([]);
  });

  it.each(STEPS.filter(({ back }) => back !== null))(
    '$path: Back leads to the step that led here',
    ({ path, back }) => {
      const leads = transitions
        .filter(({ move, to }) => move.step === back && to)
        .map(({ to }) => getStep(back!).next(to!));
      // The checkout has a door of its own.
      expect(leads).toContain(path === '/payment/billing' ? '/payment' : path);
    },
  );
});

describe('whatever is pressed in whatever order', () => {
  const moves = fc.array(fc.constantFrom(...MOVES), { maxLength: 40 });
  const step = fc.constantFrom(...STEPS.map(({ name }) => name));

  it('the guard never leads in a circle, and opens nothing before its time', () => {
    fc.assert(
      fc.property(moves, step, (pressed, name) => {
        const state = pressed.reduce<State>((from, move) => tryMove(from, move)?.to ?? from, undefined);
        expect(follow(name, state).hops).toBeLessThanOrEqual(3);
        if (guardStep(name, state) === null) expect(NEEDS[name](state ?? freshState)).toBeTruthy();
      }),
      { numRuns: 1000 },
    );
  });
});

// Concurrent requests read the same state, and the slices of both are written (session-store.server.ts).
it('not even two tabs that press at the very same time open a screen that has not all it reads', () => {
  const move = fc.constantFrom(...MOVES);
  fc.assert(
    fc.property(fc.constantFrom(...states), move, move, (from, one, other) => {
      const first = tryMove(from, one);
      fc.pre(first !== undefined && tryMove(from, other) !== undefined);
      const state = apply(first!.to, other.make(from ?? freshState)!);
      for (const { name } of STEPS) {
        if (guardStep(name, state) === null)
          expect(NEEDS[name](state ?? freshState), describeState(state)).toBeTruthy();
        expect(follow(name, state).hops).toBeLessThanOrEqual(3);
      }
    }),
    { numRuns: 5000 },
  );
});
