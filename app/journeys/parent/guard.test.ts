import { describe, expect, it } from 'vitest';
import { answersBehind, APPROVAL, type State } from '~tests/walks/parent-moves';
import type { RedirectTarget, ParentStepName as StepName } from '../journey';
import { guardStep } from './guard';
import { freshState, type JoinState } from '../join-state';
import { afterDuplicate } from '../start-again';

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
