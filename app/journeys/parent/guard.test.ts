import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersBehind, apply, APPROVAL, MOVES, type State } from '~tests/walks/parent-moves';
import { describeState, findReachable, tryMove } from '~tests/answers/parent-states';
import type { RedirectTarget, ParentStepName as StepName } from '../journey';
import { PARENT } from './journey';
import { firstUnfinished, guardStep } from './guard';
import { freshState, type JoinState } from '../join-state';
import { afterDuplicate } from '../start-again';
import { STEPS } from './steps';

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

const { states } = findReachable();

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
    for (const state of states) {
      if (guardStep(name, state) === null) expect(NEEDS[name](state ?? freshState), describeState(state)).toBeTruthy();
    }
  });

  it.each(STEPS)('$path leads to a screen that is open, in at most three hops', ({ name }) => {
    for (const state of states) expect(follow(name, state).hops, describeState(state)).toBeLessThanOrEqual(3);
  });

  it('the first unfinished step is open, unless the journey is over or under way', () => {
    for (const state of states) {
      if (!state || state.paid || state.duplicate || state.attempt) continue;
      const name = firstUnfinished(state).slice(1) as StepName;
      expect(guardStep(name, state), describeState(state)).toBeNull();
    }
  });

  it('a dot that can be pressed leads to its own step', () => {
    for (const state of states) {
      if (state?.paid || state?.duplicate || state?.attempt) continue;
      for (const dot of [1, 2, 3] as const) {
        if (PARENT.progressOf(state ?? freshState)[dot - 1]?.path)
          expect(guardStep(`step${dot}`, state), describeState(state)).toBeNull();
      }
    }
  });
});

describe('the route guards', () => {
  const done = (
    lastCompletedStep: 0 | 1 | 2 | 3,
    lastCompletedPaymentStep: 0 | 1 | 2 = 0,
    more: Partial<JoinState> = {},
  ) => ({
    ...freshState,
    lastCompletedStep,
    lastCompletedPaymentStep,
    ...answersBehind({ lastCompletedStep, lastCompletedPaymentStep }),
    ...more,
  });
  const buildYourOwn = { chosenPackage: { id: '2041', buildYourOwn: true } };
  const paid = { paid: {} as JoinState['paid'] };
  const credentials = { credentials: {} as JoinState['credentials'] };
  const attempt = { attempt: {} as JoinState['attempt'] };

  const rows: [what: string, state: State, name: StepName, outcome: RedirectTarget | null][] = [
    ['nothing entered', undefined, 'step1', null],
    ['nothing entered', undefined, 'step2', { to: '/step1' }],
    ['nothing entered', undefined, 'payment/review', { to: '/step1' }],
    ['nothing entered', undefined, 'credentials', { home: true }],
    ['nothing entered: the reload notice', undefined, 'receipt', null],
    ['step 1 not done', done(0), 'step2', { to: '/step1' }],
    ['step 1 done', done(1), 'step2', null],
    ['step 1 done', done(1), 'step3', { to: '/step2' }],
    ['step 1 done', done(1), 'payment/billing', { to: '/step2' }],
    ['step 2 done', done(2), 'step3', null],
    ['step 2 done', done(2), 'alacarte', { to: '/step3' }],
    ['payment needs 3', done(2), 'payment/billing', { to: '/step3' }],
    ['payment needs 3', done(2, 2), 'payment/review', { to: '/step3' }],
    ['an own package that is not built', done(2, 0, buildYourOwn), 'alacarte', null],
    ['an own package that is not built', done(2, 0, buildYourOwn), 'payment/billing', { to: '/alacarte' }],
    ['step 3 done', done(3), 'payment/billing', null],
    ['a ready-made package has nothing to build', done(3), 'alacarte', { to: '/payment/billing' }],
    ['an answer that another tab took away', done(3, 2, { order: undefined }), 'payment/review', { to: '/step3' }],
    ['payment only after billing', done(3, 0), 'payment/method', { to: '/payment/billing' }],
    ['payment only after billing', done(3, 1), 'payment/method', null],
    ['review only after payment', done(3, 1), 'payment/review', { to: '/payment/method' }],
    ['review only after payment', done(3, 2), 'payment/review', null],
    [
      'review with PayPal in place of a card',
      done(3, 2, { card: undefined, paypal: APPROVAL }),
      'payment/review',
      null,
    ],
    ['review with neither', done(3, 2, { card: undefined }), 'payment/review', { to: '/payment/method' }],
    ['everything done', done(3, 2), 'step1', null],
    ['no credentials token', done(3, 2), 'credentials', { home: true }],
    ['a duplicate', done(0, 0, { duplicate: { whose: 'parent', email: '' } }), 'step2', { to: '/duplicate' }],
    [
      'a duplicate',
      done(0, 0, { duplicate: { whose: 'coParent', email: '' } }),
      'payment/review',
      { to: '/duplicate' },
    ],
    ['a duplicate who starts again', done(0, 0, { duplicate: { whose: 'parent', email: '' } }), 'step1', null],
    ['a current subscription', done(1, 0, { subscriptionStatus: 'current' }), 'step2', { to: '/securityquestions' }],
    ['a current subscription', done(0, 0, { subscriptionStatus: 'current' }), 'step1', { to: '/securityquestions' }],
    ['a payment under way', done(3, 2, attempt), 'payment/review', null],
    ['a payment under way', done(3, 2, attempt), 'step1', { to: '/payment/review' }],
    ['a payment under way', done(3, 2, attempt), 'payment/method', { to: '/payment/review' }],
    ['paid', done(3, 2, paid), 'credentials', null],
    ['paid', done(3, 2, paid), 'payment/review', { to: '/credentials' }],
    ['paid', done(3, 2, paid), 'receipt', { to: '/credentials' }],
    ['paid, credentials set', done(3, 2, { ...paid, ...credentials }), 'receipt', null],
    ['paid, credentials set', done(3, 2, { ...paid, ...credentials }), 'step1', { to: '/receipt' }],
  ];
  it.each(rows)('%s %#: %s', (_what, state, name, outcome) => {
    expect(guardStep(name, state)).toEqual(outcome);
  });
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

describe('a duplicate parent', () => {
  const found = (group: 'P0' | 'P1') =>
    afterDuplicate(
      { ...freshState, pricing: { group, packageIds: ['2011'] } },
      { whose: 'parent', email: 'taken@example.com' },
    );

  it('is led to /duplicate, but in the first pricing group to the first step', () => {
    expect(guardStep('step3', found('P1'))).toEqual({ to: '/duplicate' });
    expect(guardStep('step3', found('P0'))).toEqual({ to: '/step1' });
    expect(guardStep('step1', found('P0'))).toBeNull();
  });
});

it('a payment whose registration another tab found gone leads nowhere in a circle', () => {
  const order = { packageId: '2011', productId: null, services: [] };
  const state: JoinState = { ...freshState, attempt: { key: 'a key', order } };
  expect(guardStep('step1', state)).toBeNull();
  expect(guardStep('payment/review', state)).toEqual({ to: '/step1' });
});
