import { describe, expect, it } from 'vitest';
import { billingDetailsOf } from '~/steps/billing';
import {
  ANN,
  APPROVAL,
  BILLED_ANN,
  apply,
  BEN,
  BEN_BY_PHONE,
  IN_DOLLARS,
  IN_LONDON,
  IN_MINNESOTA,
  IN_ONTARIO,
  IN_POUNDS,
  OWN_BUILD,
  paidFor,
  REGISTRATION,
  VISA,
} from '~tests/walks/parent-moves';
import {
  afterApproval,
  afterBilling,
  afterBuildYourOwn,
  afterCountryMismatch,
  afterDecline,
  afterPackageChoice,
  afterPayment,
  afterMethod,
  afterWalletStart,
  afterStep1,
  afterStep2,
  withCountryMismatch,
  withoutWalletStart,
} from './progress';
import type { Ordered } from './journey';
import { afterDuplicate } from './start-again';
import { freshState, type JoinState } from './join-state';

const PLUS = { id: '2021', buildYourOwn: false };
const OWN = { id: '2041', buildYourOwn: true };
const ORDER = { packageId: '2021', productId: null, services: [] };

/** A state with every answer, in which the review is open. */
const complete = {
  ...freshState,
  parent: BILLED_ANN,
  registration: REGISTRATION,
  pricing: IN_DOLLARS,
  family: BEN,
  coParentDuplicateConfirmed: false,
  chosenPackage: PLUS,
  order: ORDER,
  billing: IN_MINNESOTA,
  card: VISA,
  lastCompletedStep: 3,
  lastCompletedPaymentStep: 2,
} satisfies JoinState;

const after = (state: JoinState, patch: Parameters<typeof apply>[1]) => apply(state, patch) as Ordered;
const step1 = (changes: Partial<typeof ANN>, pricing = IN_DOLLARS) =>
  after(complete, afterStep1(complete, { ...ANN, ...changes }, REGISTRATION, pricing));

it('counts the finished steps', () => {
  let state = after(freshState, afterStep1(freshState, ANN, REGISTRATION, IN_DOLLARS));
  const counts = [state.lastCompletedStep];
  state = after(state, afterStep2(state, BEN, false));
  counts.push(state.lastCompletedStep);
  state = after(state, afterPackageChoice(state, OWN));
  counts.push(state.lastCompletedStep);
  state = after(state, afterBuildYourOwn(state, OWN_BUILD));
  counts.push(state.lastCompletedStep);
  expect(counts).toEqual([1, 2, 2, 3]);
  expect(afterPackageChoice(state, PLUS).lastCompletedStep).toBe(3);
});

describe('submitting the first step again', () => {
  it('keeps everything that is still valid', () => {
    expect(step1({ firstName: 'Anna' })).toEqual({ ...complete, parent: { ...BILLED_ANN, firstName: 'Anna' } });
  });

  it.each([
    ['the co-parent’s e-mail', { email: 'BEN@example.com ' }],
    ['a child’s e-mail', { email: 'cy@example.com' }],
  ])('asks for the family again after %s', (_what, changes) => {
    const withEmail = { ...BEN, children: [{ firstName: 'Cy', lastName: 'Lee', email: 'Cy@example.com' }] };
    const before = { ...complete, family: withEmail };
    const state = after(before, afterStep1(before, { ...ANN, ...changes }, REGISTRATION, IN_DOLLARS));
    expect(state).toMatchObject({ lastCompletedStep: 1, family: withEmail, order: ORDER, card: VISA });
  });

  it.each([{ phoneNumber: '6125550199' }, { phoneNumber: '06125550199' }])(
    'asks for the family again after the co-parent’s phone: %j',
    (changes) => {
      const before = { ...complete, family: BEN_BY_PHONE };
      const state = after(before, afterStep1(before, { ...ANN, ...changes }, REGISTRATION, IN_DOLLARS));
      expect(state.lastCompletedStep).toBe(1);
    },
  );

  it('does not treat a phone of zeros as a co-parent’s', () => {
    expect(step1({ phoneNumber: '00000000' }).lastCompletedStep).toBe(3);
  });

  it('asks for the package again if it is no longer available, and keeps the card', () => {
    const state = step1({ countryCode: '+44' }, IN_POUNDS);
    expect(state).toMatchObject({
      lastCompletedStep: 2,
      billing: IN_MINNESOTA,
      card: VISA,
      lastCompletedPaymentStep: 2,
    });
    expect([state.chosenPackage, state.order]).toEqual([undefined, undefined]);
  });

  it('clears the duplicate', () => {
    const duplicate = afterDuplicate(complete, { whose: 'parent', email: 'taken@example.com' });
    expect(after(duplicate, afterStep1(duplicate, ANN, REGISTRATION, IN_DOLLARS)).duplicate).toBeUndefined();
  });
});

describe('submitting a later step again', () => {
  it('keeps the order after a new family', () => {
    expect(after(complete, afterStep2(complete, BEN_BY_PHONE, false))).toEqual({ ...complete, family: BEN_BY_PHONE });
  });

  it('keeps billing and card after another package', () => {
    const state = after(complete, afterPackageChoice(complete, { id: '2011', buildYourOwn: false }));
    expect(state).toEqual({
      ...complete,
      chosenPackage: { id: '2011', buildYourOwn: false },
      order: { ...ORDER, packageId: '2011' },
    });
  });

  it('has no order for a build-your-own package until it is built', () => {
    const state = after(complete, afterPackageChoice(complete, OWN));
    expect([state.order, state.lastCompletedStep]).toEqual([undefined, 2]);
  });

  it('keeps the options of the same build-your-own package for review', () => {
    const built = { ...complete, chosenPackage: OWN, order: OWN_BUILD };
    expect(after(built, afterPackageChoice(built, OWN))).toEqual({ ...built, lastCompletedStep: 2 });
  });

  it('keeps the card for a billing address in the same country only', () => {
    const duluth = { ...IN_MINNESOTA, city: 'Duluth' };
    expect(after(complete, afterBilling(complete, duluth))).toEqual({ ...complete, billing: billingDetailsOf(duluth) });
    const moved = after(complete, afterBilling(complete, IN_ONTARIO));
    expect([moved.card, moved.lastCompletedPaymentStep]).toEqual([undefined, 1]);
  });
});

describe('a billing country other than the phone’s', () => {
  it('is saved, and blocks the checkout until the visitor confirms it and chooses a package again', () => {
    const inLondon = billingDetailsOf(IN_LONDON);
    const blocked = after(complete, withCountryMismatch(complete, IN_LONDON, IN_POUNDS));
    expect(blocked).toMatchObject({ billing: inLondon, countryMismatch: 'GB', lastCompletedPaymentStep: 0 });
    expect(blocked.card).toBeUndefined();
    const acknowledged = after(blocked, afterCountryMismatch(blocked, IN_POUNDS));
    expect(acknowledged).toMatchObject({ billing: inLondon, pricing: IN_POUNDS, lastCompletedStep: 2 });
    const { countryMismatch, chosenPackage, order } = acknowledged;
    expect([countryMismatch, chosenPackage, order]).toEqual([undefined, undefined, undefined]);
  });

  it('no longer blocks after another package is chosen', () => {
    const blocked = after(complete, withCountryMismatch(complete, IN_LONDON, IN_POUNDS));
    expect(blocked.pricing).toEqual(IN_POUNDS);
    const chosen = after(blocked, afterPackageChoice(blocked, { id: '2061', buildYourOwn: false }));
    expect(chosen).toMatchObject({ order: { packageId: '2061' }, lastCompletedPaymentStep: 0 });
    expect(chosen.countryMismatch).toBeUndefined();
  });
});

describe('PayPal', () => {
  const approved = after(complete, afterMethod({ paypal: APPROVAL }));

  const start = (state: JoinState, name: string) => after(state, afterWalletStart(state, name, `agreement ${name}`));
  const approve = (state: JoinState, name: string) =>
    after(state, afterApproval(afterMethod({ paypal: APPROVAL }), name, state.walletStarts![name]!));

  it('removes the card only on approval', () => {
    const started = start(complete, 'a');
    expect(started).toMatchObject(complete);
    const { card: _card, ...rest } = complete;
    const walletStarts = { a: { agreementToken: 'agreement a', isUsed: true } };
    expect(approve(started, 'a')).toEqual({ ...rest, paypal: APPROVAL, walletStarts });
  });

  it('keeps several starts, each with the codes and the box of its form', () => {
    const withBox = after(start(complete, 'a'), { paysForCoParent: true, codes: ['A CODE'] });
    const first = approve(start(withBox, 'b'), 'a');
    expect([first.paysForCoParent, first.codes]).toEqual([undefined, undefined]);
    const second = approve(first, 'b');
    expect([second.paysForCoParent, second.codes]).toEqual([true, ['A CODE']]);
    expect(Object.values(second.walletStarts!).map((each) => each?.isUsed)).toEqual([true, true]);
  });

  it('forgets only a cancelled start, and the oldest of many', () => {
    const cancelled = after(start(start(complete, 'a'), 'b'), withoutWalletStart('a'));
    expect(cancelled.walletStarts).toEqual({ b: { agreementToken: 'agreement b' } });
    const many = ['1st', '2nd', '3rd', '4th', '5th', '6th'].reduce(start, complete);
    expect(Object.keys(many.walletStarts!)).toEqual(['2nd', '3rd', '4th', '5th', '6th']);
  });

  it('is removed when a card is chosen', () => {
    expect(after(start(approved, 'a'), afterMethod({ card: VISA }))).toEqual(complete);
  });

  it('is kept within the country and requested again in another, even while pending', () => {
    const duluth = { ...IN_MINNESOTA, city: 'Duluth' };
    expect(after(approved, afterBilling(approved, duluth))).toEqual({ ...approved, billing: billingDetailsOf(duluth) });
    for (const patch of [afterBilling(approved, IN_LONDON), withCountryMismatch(complete, IN_LONDON, IN_POUNDS)]) {
      const moved = after(start(approved, 'a'), patch);
      expect([moved.paypal, moved.walletStarts]).toEqual([undefined, undefined]);
      expect(moved.lastCompletedPaymentStep).toBeLessThan(2);
    }
  });

  it('is consumed by a decline and by a payment', () => {
    const declined = after(approved, afterDecline(approved, 'Payment method declined', 'k'));
    const { paypal: _paypal, ...rest } = approved;
    expect(declined).toEqual({
      ...rest,
      declined: 'Payment method declined',
      failedKey: 'k',
      lastCompletedPaymentStep: 1,
    });
    expect(after(approved, afterPayment(approved, paidFor(ORDER))).paypal).toBeUndefined();
  });
});

describe('paying', () => {
  it('loses only the card on a decline, and keeps its name and the co-parent’s box', () => {
    const { card: _card, ...rest } = complete;
    const before = { ...complete, paysForCoParent: true, attempt: { key: 'k', order: ORDER } };
    const state = after(before, afterDecline(before, 'Payment method declined', 'k'));
    expect(state).toEqual({
      ...rest,
      paysForCoParent: true,
      declined: 'Payment method declined',
      failedKey: 'k',
      lastCompletedPaymentStep: 1,
      drafts: { 'payment/method': { cardHolderName: ['Ann Lee'], isPayingForCoparent: ['on'] } },
    });
    expect(after(state, afterMethod({ card: VISA }))).toMatchObject(complete);
    expect(after(state, afterMethod({ card: VISA })).declined).toBeUndefined();
  });

  it('removes nonce, drafts and attempt after a payment', () => {
    const before = {
      ...complete,
      attempt: { key: 'k', order: ORDER },
      drafts: { step1: {} },
      notice: 'expired' as const,
    };
    const state = after(before, afterPayment(before, paidFor(ORDER)));
    expect(state.paid).toEqual(paidFor(ORDER));
    expect([state.card, state.attempt, state.drafts, state.notice]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });
});

it('keeps the paid page’s answers if another tab reset or changed them during the payment', () => {
  const { chosenPackage, parent, billing, pricing, registration } = complete;
  const patch = afterPayment(complete, paidFor(ORDER));
  const reset = afterDuplicate(complete, { whose: 'parent', email: 'ann@example.com' });
  expect(after(reset, patch)).toMatchObject({ chosenPackage, order: ORDER, parent, billing, pricing, registration });
  expect(after(reset, patch).duplicate).toBeUndefined();
  const otherPackage = { ...complete, chosenPackage: { id: '2041', buildYourOwn: true } };
  expect(after(otherPackage, afterPayment(otherPackage, paidFor(ORDER))).chosenPackage).toEqual({
    id: ORDER.packageId,
    buildYourOwn: false,
  });
});

it('resets every step for a duplicate account, and keeps the answers as drafts', () => {
  const drafts = { step1: { email: ['taken@example.com'] } };
  const duplicate = { whose: 'coParent' as const, email: 'ben@example.com' };
  const { drafts: given, ...state } = afterDuplicate({ ...complete, codes: ['PREPAID-40'], drafts }, duplicate);
  const leftRegistrations = [complete.registration];
  expect(state).toEqual({ ...freshState, duplicate, codes: ['PREPAID-40'], leftRegistrations });
  expect(given).toMatchObject({
    step1: drafts.step1,
    step2: { firstName: ['Ben'], knowsCoParentEmail: ['yes'], 'children[0].firstName': ['Cy'] },
    step3: { packageId: ['2021'] },
    'payment/billing': { city: ['Saint Paul'], timezone: ['America/Chicago'] },
  });
});
