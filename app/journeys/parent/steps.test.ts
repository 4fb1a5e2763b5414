import { describe, expect, it } from 'vitest';
import { answersBehind } from '~tests/walks/parent-moves';
import { describeState, findReachable } from '~tests/answers/parent-states';
import { guardStep } from './guard';
import { freshState, type JoinState } from '../join-state';
import { PAYMENT_VIEWS } from '../checkout';
import type { ParentStepName as StepName } from '../journey';
import { getStep, STEPS } from './steps';

const { states, transitions } = findReachable();
/** Where the table may lead besides its own rows. */
const ROUTES = ['/signup', '/payment'];

describe('the table', () => {
  it('has every step of the journey once, in order, each at its own address', () => {
    expect(STEPS.map(({ path }) => path)).toEqual([
      '/step1',
      '/step2',
      '/step3',
      '/alacarte',
      '/payment/billing',
      '/payment/method',
      '/payment/review',
      '/credentials',
      '/receipt',
    ]);
    for (const { name, path } of STEPS) expect(path).toBe(`/${name}`);
  });

  it('goes back to a step before, and on to one that comes later', () => {
    const order = (name: string) => STEPS.findIndex((step) => step.name === name);
    for (const { name, back } of STEPS) {
      if (back) expect(order(back), name).toBeLessThan(order(name));
    }
    expect(STEPS.filter(({ back }) => back === null).map(({ name }) => name)).toEqual([
      'step1',
      'credentials',
      'receipt',
    ]);
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

  it('has four dots, the last for the checkout, and none behind the payment', () => {
    expect(STEPS.map(({ progressStep }) => progressStep)).toEqual([1, 2, 3, 3, 4, 4, 4, null, null]);
  });

  it('names the views of the checkout in its order', () => {
    const views = STEPS.filter(({ progressStep }) => progressStep === 4).map(({ name }) => name);
    expect(PAYMENT_VIEWS.map(({ name }) => name)).toEqual(views);
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
    for (const state of states) {
      const isOpen = guardStep(name, state) === null && !state?.attempt;
      if (isOpen && back) expect(guardStep(back, state), describeState(state)).toBeNull();
    }
  });

  it.each(STEPS)('$path: what comes next is a screen, and open', ({ name }) => {
    const accepted = transitions.filter(({ move, to }) => move.step === name && to && !to.duplicate && !to.notice);
    for (const { move, to } of accepted) {
      if (to!.countryMismatch || to!.declined || to!.attempt || move.name === 'says OK to the country') continue;
      const next = getStep(name).next(to!);
      const step = STEPS.find(({ path }) => path === next);
      if (step) expect(guardStep(step.name, to), `${move.name}: ${describeState(to)}`).toBeNull();
      else expect(ROUTES).toContain(next);
    }
  });
});

describe('the next page', () => {
  const state = (more: Partial<JoinState>): JoinState => {
    const counted = { ...freshState, lastCompletedStep: 3 as const, ...more };
    return { ...counted, ...answersBehind(counted), ...more };
  };
  const own = { chosenPackage: { id: '2041', buildYourOwn: true } };
  const rows: [name: StepName, state: JoinState, next: string][] = [
    ['step1', { ...freshState, lastCompletedStep: 1 }, '/step2'],
    ['step2', { ...freshState, lastCompletedStep: 2 }, '/step3'],
    ['step3', state({}), '/payment'],
    ['step3', state({ ...own, lastCompletedStep: 2 }), '/alacarte'],
    ['alacarte', state(own), '/payment'],
    ['payment/billing', state({ lastCompletedPaymentStep: 1 }), '/payment/method'],
    ['payment/method', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    ['payment/review', state({ lastCompletedPaymentStep: 2 }), '/credentials'],
    ['credentials', state({}), '/receipt'],
    // Changed from the review, with everything after it still right.
    ['step1', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    ['step2', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    ['step3', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    ['payment/billing', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    // Changed from the review, with something after it wrong now.
    ['step1', state({ lastCompletedStep: 1, lastCompletedPaymentStep: 2 }), '/step2'],
  ];
  it.each(rows)('after %s %#', (name, after, next) => {
    expect(getStep(name).next(after)).toBe(next);
  });
});
