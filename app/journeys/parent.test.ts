import { describe, expect, it } from 'vitest';
import { answersBehind, APPROVAL, paidFor, type State } from '~tests/walks/parent-moves';
import { PAYMENT_VIEWS } from './checkout';
import { freshState, type JoinState } from './join-state';
import type { ParentStepName as StepName } from './journey';
import { FORMS } from '~/steps';
import { PARENT } from './parent';
import { findDuplicate } from './progress';
import type { RedirectTarget } from './sequence';
import { afterDuplicate } from './start-again';

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
    ['payment before step 3', done(2), 'payment/billing', { to: '/step3' }],
    ['payment before step 3', done(2, 2), 'payment/review', { to: '/step3' }],
    ['an unbuilt build-your-own package', done(2, 0, buildYourOwn), 'alacarte', null],
    ['an unbuilt build-your-own package', done(2, 0, buildYourOwn), 'payment/billing', { to: '/alacarte' }],
    ['step 3 done', done(3), 'payment/billing', null],
    ['a ready-made package has nothing to build', done(3), 'alacarte', { to: '/payment/billing' }],
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
  it.each(rows)('guards the step of row %#: %s', (_what, state, name, outcome) => {
    expect(PARENT.guard(name, state)).toEqual(outcome);
  });

  it.each<[keyof JoinState, string]>([
    ['parent', '/step1'],
    ['registration', '/step1'],
    ['pricing', '/step1'],
    ['family', '/step2'],
    ['chosenPackage', '/step3'],
    ['order', '/step3'],
    ['billing', '/payment/billing'],
    ['card', '/payment/method'],
  ])('redirects from the review to the step for %s if another tab removed it', (slice, path) => {
    expect(PARENT.guard('payment/review', done(3, 2, { [slice]: undefined }))).toEqual({ to: path });
  });

  it.each<[what: string, more: Partial<JoinState>, path: string]>([
    ['an order of another package', { chosenPackage: { id: '2021', buildYourOwn: false } }, '/step3'],
    ['a country where the package is not sold', { countryMismatch: 'GB' }, '/payment/billing'],
    [
      'a contact without a time zone',
      { parent: answersBehind({ lastCompletedStep: 1, lastCompletedPaymentStep: 0 }).parent },
      '/payment/billing',
    ],
  ])('closes the review for %s', (_what, more, path) => {
    expect(PARENT.guard('payment/review', done(3, 2, more))).toEqual({ to: path });
  });
});

it('lists its steps in order, with three dots and the payment as the fourth', () => {
  const specified: [path: string, dot: number | null][] = [
    ['/step1', 1],
    ['/step2', 2],
    ['/step3', 3],
    ['/alacarte', 3],
    ['/payment/billing', 4],
    ['/payment/method', 4],
    ['/payment/review', 4],
    ['/credentials', null],
    ['/receipt', null],
  ];
  const paths = specified.map(([path]) => path);
  expect(PARENT.steps.filter(({ path }) => paths.includes(path)).map(({ path, dot }) => [path, dot])).toEqual(
    specified,
  );
  const forms = Object.keys(FORMS.parent).filter((name) => name !== 'credentials');
  expect(PARENT.steps.map(({ name }) => name)).toEqual([...forms, 'payment/review', 'credentials', 'receipt']);
  const dots = PARENT.steps.map(({ dot }) => dot ?? Infinity);
  expect(dots).toEqual(dots.toSorted((one, other) => one - other));
  const views = PARENT.steps.filter(({ dot }) => dot === 4).map(({ name }) => name);
  expect(PAYMENT_VIEWS.map(({ name }) => name)).toEqual(views);
});

describe('the next page', () => {
  const state = (more: Partial<JoinState>): JoinState => {
    const counted = { ...freshState, lastCompletedStep: 3 as const, ...more };
    return { ...counted, ...answersBehind(counted), ...more };
  };
  const own = { chosenPackage: { id: '2041', buildYourOwn: true } };
  const built = { ...own, order: { packageId: '2041', productId: 'SUB1YEAR', services: [] } };
  const paid = { paid: paidFor(built.order) };
  const after = (name: StepName) => PARENT.steps[PARENT.steps.findIndex((step) => step.name === name) + 1]!.path;
  const rows: [name: StepName, state: JoinState, next: string][] = [
    ['step1', state({ lastCompletedStep: 1 }), '/step2'],
    ['step2', state({ lastCompletedStep: 2 }), after('step2')],
    ['step3', state({}), '/payment'],
    ['step3', state({ ...own, lastCompletedStep: 2 }), '/alacarte'],
    ['alacarte', state(built), '/payment'],
    ['payment/billing', state({ lastCompletedPaymentStep: 1 }), '/payment/method'],
    ['payment/method', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    ['payment/review', state(paid), '/credentials'],
    ['payment/review', state({ paid: { clickToJoinToken: null } as JoinState['paid'] }), '/receipt'],
    ['credentials', state({ ...paid, credentials: {} as JoinState['credentials'] }), '/receipt'],
    // The payment method is missing.
    ['payment/method', state({ lastCompletedPaymentStep: 1 }), '/payment/method'],
    // Changed from the review, with everything after it still valid.
    ['step1', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    ['step2', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    ['step3', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    ['payment/billing', state({ lastCompletedPaymentStep: 2 }), '/payment/review'],
    // Changed from the review, with something after it now invalid.
    ['step1', state({ lastCompletedStep: 1, lastCompletedPaymentStep: 2 }), '/step2'],
  ];
  it.each(rows)('follows %s in row %#', (name, now, next) => {
    expect(PARENT.getStep(name).next(now)).toBe(next);
  });
});

describe('a duplicate parent', () => {
  const found = (group: 'P0' | 'P1') =>
    afterDuplicate(
      { ...freshState, pricing: { group, packageIds: ['2011'] } },
      { whose: 'parent', email: 'taken@example.com' },
    );

  const email = 'ann@example.com';
  const parent = { firstName: 'Ann', lastName: 'Lee', email, countryCode: '+1', phoneNumber: '6125550100' };
  const confirmed = (group: 'P0' | 'P1' | 'P2', more: Partial<JoinState> = {}): JoinState => ({
    ...freshState,
    lastCompletedStep: 1,
    registration: { signupId: '1', registrationKey: 'a key' },
    parent,
    confirmedDuplicate: 'Ann@Example.com',
    pricing: { group, packageIds: ['2011'] },
    ...more,
  });

  it('continues once confirmed, but only in pricing group P0 and with that e-mail', () => {
    expect(PARENT.guard('step2', confirmed('P0'))).toBeNull();
    for (const group of ['P1', 'P2'] as const) {
      expect(PARENT.guard('step2', confirmed(group))).toEqual({ to: '/duplicate' });
      expect(PARENT.guard('payment/review', confirmed(group))).toEqual({ to: '/duplicate' });
      expect(PARENT.guard('step1', confirmed(group))).toBeNull();
    }
    const other = { parent: { ...parent, email: 'other@example.com' } };
    expect(PARENT.guard('step2', confirmed('P2', other))).toBeNull();
    expect(findDuplicate(confirmed('P2'))).toEqual({ whose: 'parent', email });
    expect(findDuplicate(confirmed('P2', { paid: {} as JoinState['paid'] }))).toBeUndefined();
    expect(findDuplicate(confirmed('P2', { attempt: {} as JoinState['attempt'] }))).toBeUndefined();
  });

  it('is redirected to /duplicate, or to the first step in pricing group P0', () => {
    expect(PARENT.guard('step3', found('P1'))).toEqual({ to: '/duplicate' });
    expect(PARENT.guard('step3', found('P0'))).toEqual({ to: '/step1' });
    expect(PARENT.guard('step1', found('P0'))).toBeNull();
  });
});

it('causes no redirect loop after another tab lost the registration of a payment', () => {
  const order = { packageId: '2011', productId: null, services: [] };
  const state: JoinState = { ...freshState, attempt: { key: 'a key', order } };
  expect(PARENT.guard('step1', state)).toBeNull();
  expect(PARENT.guard('payment/review', state)).toEqual({ to: '/step1' });
});
