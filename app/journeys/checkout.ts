import type { CheckoutStepName, Journey, Step, StepName } from './journey';
import { rowsOf } from './journey';
import { hasMethod } from './parent/progress';
import type { JoinState } from './join-state';

/** The checkout's views in order (docs/rules.md, "Checkout views"). */
export const PAYMENT_VIEWS = [
  { name: 'payment/billing', view: 'BILLING' },
  { name: 'payment/method', view: 'PAYMENT' },
  { name: 'payment/review', view: 'REVIEW' },
] as const;

/** What a journey tells its checkout. */
interface Setting<Name extends StepName> {
  base: Journey['base'];
  /** Where Back leads from its first view. */
  back: Name;
  dot: Step['progressStep'];
  /** Whether there is something to pay for. */
  hasOrder(state: JoinState): boolean;
}

/** The rows of a journey's checkout, and what the other rows ask about it (docs/rules.md, "Checkout views"). */
export function makeCheckout<Name extends StepName>({ base, back, dot, hasOrder }: Setting<Name>) {
  const row = rowsOf<Name | CheckoutStepName>(base);
  const review = `${base}/payment/review` as const;
  const method = `${base}/payment/method` as const;

  function isBilled(state: JoinState): boolean {
    return (
      state.lastCompletedPaymentStep >= 1 && hasOrder(state) && state.billing !== undefined && !state.countryMismatch
    );
  }

  function isPayable(state: JoinState): boolean {
    return (
      state.lastCompletedPaymentStep >= 2 && isBilled(state) && (hasMethod(state) || state.isNothingToPay === true)
    );
  }

  const steps: readonly Step<Name | CheckoutStepName>[] = [
    row('payment/billing', dot, back, hasOrder, (state) => (isPayable(state) ? review : method)),
    row('payment/method', dot, 'payment/billing', isBilled, (state) => (isPayable(state) ? review : method)),
    row('payment/review', dot, 'payment/method', isPayable, () => `${base}/credentials`),
  ];
  return { isPayable, steps };
}

/** The checkout view to open: the first unfinished one. */
export function firstUnfinishedView({ getStep }: Pick<Journey, 'getStep'>, state: JoinState): `/${string}` {
  const view = PAYMENT_VIEWS.findLast(({ name }) => getStep(name).isOpen(state));
  return getStep((view ?? PAYMENT_VIEWS[0]).name).path;
}
