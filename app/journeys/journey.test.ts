import { expect, it } from 'vitest';
import { FORMS } from '~/steps';
import { getSignUpJourney, journeyForPath, POSTED_STEPS, type OpenState } from './journey';

it.each([
  ['/step1', 'parent'],
  ['/', 'parent'],
  ['/inviteother', 'parent'],
  ['/professionals', 'parent'],
  ['/invite', 'invited'],
  ['/invite/step1', 'invited'],
  ['/pro', 'professional'],
  ['/pro/contact', 'professional'],
])('finds the journey of %s: %s', (path, name) => {
  expect(journeyForPath(path).name).toBe(name);
});

it('throws for a parent step on a professional’s path', () => {
  const journey = journeyForPath('/pro/contact');
  expect(() => getSignUpJourney({ journey })).toThrow('on an address under /pro');
});

it('lists every step with a form, and no receipt', () => {
  const reviews = ['parent', 'invited'].map((journey) => ({ journey, name: 'payment/review' }));
  const forms = Object.entries(FORMS).flatMap(([journey, steps]) =>
    Object.keys(steps).map((name) => ({ journey, name })),
  );
  const keyOf = ({ journey, name }: { journey: string; name: string }) => `${journey} ${name}`;
  expect(POSTED_STEPS.map(keyOf).sort()).toEqual([...forms, ...reviews].map(keyOf).sort());
  expect(POSTED_STEPS).toContainEqual({ journey: 'invited', name: 'billing-info' });
  expect(POSTED_STEPS.filter(({ name }) => name === 'receipt' || name === 'done')).toEqual([]);
});

type Open = { [Name in 'step2' | 'step3' | 'payment/method' | 'payment/review' | 'billing-info']: OpenState<Name> };

/** Compiling is the assertion. An open step has the answers of the steps before it, and no others. */
export function readOpenStates(open: Open): unknown[] {
  const { registration, family } = open.step3;
  const known = [registration.signupId, family.coParent.firstName, open['billing-info'].parent.email];
  // @ts-expect-error the family is asked for on this step
  const asked = open.step2.family.coParent;
  const method = open['payment/method'];
  const billed = [method.billing.city, method.order.packageId, method.parent.timezone.length];
  const signedUp = method.invited ? method.invited.userId : method.registration.signupId;
  const review = open['payment/review'];
  // @ts-expect-error a payment in progress may have lost its order
  const paying = review.order.packageId;
  const payable = review.attempt ? review.parent.email : review.order.packageId;
  return [known, asked, billed, signedUp, paying, payable];
}
