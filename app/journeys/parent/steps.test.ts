import { describe, expect, it } from 'vitest';
import { answersBehind } from '~tests/walks/parent-moves';
import { freshState, type JoinState } from '../join-state';
import { PAYMENT_VIEWS } from '../checkout';
import type { ParentStepName as StepName } from '../journey';
import { getStep, STEPS } from './steps';

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

  it('has four dots, the last for the checkout, and none behind the payment', () => {
    expect(STEPS.map(({ progressStep }) => progressStep)).toEqual([1, 2, 3, 3, 4, 4, 4, null, null]);
  });

  it('names the views of the checkout in its order', () => {
    const views = STEPS.filter(({ progressStep }) => progressStep === 4).map(({ name }) => name);
    expect(PAYMENT_VIEWS.map(({ name }) => name)).toEqual(views);
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
