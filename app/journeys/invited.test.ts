import { describe, expect, it } from 'vitest';
import { ANN, BEN, IN_DOLLARS, IN_MINNESOTA, OWN_BUILD, paidFor, VISA } from '~tests/walks/parent-moves';
import { INVITED, needsBillingInfo, skipsPayment } from './invited';
import * as progress from './invited';
import { freshState, type Invited, type JoinState } from './join-state';
import type { InvitedStepName, Ordered } from './journey';
import * as checkout from './progress';

const STEPS = INVITED.steps;

const BY_PARENT: Invited = {
  userId: '9001',
  token: 'a token',
  isSubscriptionCurrent: false,
  billingAddressComplete: false,
  requireCredentials: true,
  userCreatedByPro: false,
};
const PAID = paidFor(OWN_BUILD);
const KINDS: Record<string, Invited> = {
  'by a parent': BY_PARENT,
  'by a professional': { ...BY_PARENT, userCreatedByPro: true },
  paid: { ...BY_PARENT, isSubscriptionCurrent: true, billingAddressComplete: true },
  'paid, no address': { ...BY_PARENT, isSubscriptionCurrent: true },
};

type Move = (state: JoinState) => checkout.Patch | null;

/** The state change of each step. */
const MOVES: [step: InvitedStepName, move: Move][] = [
  ['step1', (state) => progress.afterParentStep(state, { invited: state.invited!, parent: ANN, pricing: IN_DOLLARS })],
  [
    'step1',
    (state) =>
      progress.afterParentStep(state, {
        invited: state.invited!,
        parent: ANN,
        pricing: { group: 'P1', packageIds: ['2011'] },
      }),
  ],
  ['packages', (state) => checkout.afterPackageChoice(state, { id: '2021', buildYourOwn: false })],
  ['packages', (state) => checkout.afterPackageChoice(state, { id: '2041', buildYourOwn: true })],
  ['choose-your-own', (state) => checkout.afterBuildYourOwn(state, OWN_BUILD)],
  ['billing-info', (state) => checkout.afterBillingInfo(state as Ordered, IN_MINNESOTA)],
  ['payment/billing', (state) => checkout.afterBilling(state as Ordered, IN_MINNESOTA)],
  ['payment/billing', (state) => checkout.withCountryMismatch(state as Ordered, IN_MINNESOTA, IN_DOLLARS)],
  ['payment/billing', (state) => (state.countryMismatch ? checkout.afterCountryMismatch(state, IN_DOLLARS) : null)],
  ['payment/method', () => checkout.afterMethod({ card: VISA })],
  ['payment/method', () => checkout.afterNothingToPay()],
  ['payment/review', (state) => checkout.afterDecline(state, 'declined', 'a key')],
  ['payment/review', (state) => checkout.afterUnknownPayment(state, { key: 'a key', order: state.order! })],
  ['payment/review', (state) => checkout.afterPayment(state, PAID)],
  ['credentials', () => progress.afterInvitedCredentials('9001', 'ben.lee')],
];

/** Returns every state that parent B can reach. */
function reach(invited: Invited): JoinState[] {
  const first = progress.invitedState(invited);
  const states = new Map([[JSON.stringify(first), first]]);
  for (const state of states.values()) {
    for (const [step, move] of MOVES) {
      if (INVITED.guard(step, state) !== null) continue;
      const patch = move(state);
      if (!patch) continue;
      const next = JSON.parse(JSON.stringify({ ...state, ...patch })) as JoinState;
      if (!states.has(JSON.stringify(next))) states.set(JSON.stringify(next), next);
    }
  }
  return [...states.values()];
}

describe.each(Object.entries(KINDS))('invited parent: %s', (_kind, invited) => {
  const states = reach(invited);

  it('redirects from any step to an open one in at most three hops', () => {
    expect(states.length).toBeGreaterThan(2);
    for (const state of states) {
      for (const { path } of STEPS) {
        let at: string = path;
        let hops = 0;
        for (; hops <= 3; hops += 1) {
          const step = STEPS.find((candidate) => candidate.path === at);
          const elsewhere = step && INVITED.guard(step.name, state);
          if (!elsewhere || !('to' in elsewhere)) break;
          at = elsewhere.to;
        }
        expect(hops, `${path} in ${JSON.stringify(state)}`).toBeLessThanOrEqual(3);
      }
    }
  });

  it('opens the first unfinished step', () => {
    for (const state of states) {
      if (state.paid || state.credentials || state.attempt) continue;
      const step = STEPS.find(({ path }) => path === INVITED.firstUnfinished(state))!;
      expect(INVITED.guard(step.name, state), JSON.stringify(state)).toBeNull();
    }
  });

  it('opens the payment only if no other person has paid', () => {
    const canPay = states.some((state) => INVITED.guard('payment/review', state) === null && !state.attempt);
    expect(canPay).toBe(!invited.isSubscriptionCurrent && !invited.userCreatedByPro);
    expect(skipsPayment({ ...freshState, invited })).toBe(!canPay);
  });

  it('opens the billing address only for a subscription without one', () => {
    const isOpen = states.some((state) => INVITED.guard('billing-info', state) === null);
    expect(isOpen).toBe(needsBillingInfo({ ...freshState, invited }));
  });

  it('closes the other steps after credentials are set', () => {
    const done = states.filter(({ credentials }) => credentials);
    expect(done.length).toBeGreaterThan(0);
    for (const state of done) {
      for (const { name } of STEPS.filter((step) => !['credentials', 'receipt'].includes(step.name))) {
        expect(INVITED.guard(name, state), name).toEqual({
          to: state.paid ? '/invite/receipt' : '/invite/credentials',
        });
      }
    }
  });
});

describe('the progress of an invited co-parent', () => {
  const withParent = (invited: Invited, state = progress.invitedState(invited)) => ({
    ...state,
    ...progress.afterParentStep(state, { invited, parent: ANN, pricing: IN_DOLLARS }),
  });
  const next = (name: InvitedStepName, state: JoinState) => INVITED.getStep(name).next(state);

  it.each([
    ['by a parent', 1, '/invite/packages'],
    ['by a professional', 1, '/invite/credentials'],
    ['paid', 1, '/invite/credentials'],
    ['paid, no address', 2, '/invite/billing-info'],
  ] as const)('completes the parent step, %s: %i steps done, next path %s', (kind, count, path) => {
    const state = withParent(KINDS[kind]!);
    expect([state.lastCompletedStep, next('step1', state)]).toEqual([count, path]);
  });

  it('counts two steps after a standard package, and one after build-your-own until its form is submitted', () => {
    const state = withParent(BY_PARENT);
    const standard = { ...state, ...checkout.afterPackageChoice(state, { id: '2021', buildYourOwn: false }) };
    const own = { ...state, ...checkout.afterPackageChoice(state, { id: '2041', buildYourOwn: true }) };
    expect([standard.lastCompletedStep, next('packages', standard)]).toEqual([2, '/invite/payment']);
    expect([own.lastCompletedStep, next('packages', own)]).toEqual([1, '/invite/choose-your-own']);
    expect(checkout.afterBuildYourOwn(own, OWN_BUILD).lastCompletedStep).toBe(2);
  });

  it.each<[what: string, name: InvitedStepName, state: JoinState | undefined, elsewhere: object | null]>([
    ['a visitor without an invite on the first step', 'step1', undefined, { to: '/invite' }],
    ['a visitor without an invite on the receipt', 'receipt', undefined, { home: true }],
    ['parent A', 'packages', { ...freshState, family: BEN }, { to: '/invite' }],
    ['packages before the parent step', 'packages', progress.invitedState(BY_PARENT), { to: '/invite/step1' }],
    ['payment before a package', 'payment/billing', withParent(BY_PARENT), { to: '/invite/packages' }],
    [
      'paid elsewhere, on packages',
      'packages',
      { ...withParent(BY_PARENT), paid: PAID },
      { to: '/invite/credentials' },
    ],
    [
      'a duplicate',
      'packages',
      { ...withParent(BY_PARENT), duplicate: { whose: 'parent', email: 'x' } },
      { to: '/duplicate' },
    ],
  ])('redirects %s', (_what, name, state, elsewhere) => expect(INVITED.guard(name, state)).toEqual(elsewhere));
});
