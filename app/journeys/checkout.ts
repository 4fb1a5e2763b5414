import type { ContactRecord } from '~/steps/contact';
import type { JoinState, With } from './join-state';
import { hasMethod } from './progress';
import type { Chain } from './sequence';

/** `number` and `view` are the names analytics uses. */
export const PAYMENT_VIEWS = [
  { name: 'payment/billing', number: 1, view: 'BILLING' },
  { name: 'payment/method', number: 2, view: 'PAYMENT' },
  { name: 'payment/review', number: 3, view: 'REVIEW' },
] as const;

/** Known to the backend: parent A by the registration, parent B by the invite. */
export type SignedUp = With<'parent'> & (With<'invited'> | (With<'registration'> & { invited?: undefined }));

/** A payment in progress can be looked up even if other answers have changed. */
export type Paying = SignedUp & With<'attempt'>;

/** Has the part of the billing address that the price depends on. */
type Billable = JoinState & { parent: ContactRecord & Required<Pick<ContactRecord, 'timezone'>> };

/** @param count the `lastCompletedStep` of a sign-up whose package is chosen */
interface Options {
  dot: number;
  count: 2 | 3;
}

/** The checkout steps of either parent (docs/rules.md, "Checkout views"). */
export function checkout({ dot, count }: Options) {
  return <Open extends JoinState, Steps extends object>(chain: Chain<JoinState, Open, Steps>) =>
    chain
      .step('payment/billing', {
        dot,
        view: true,
        door: 'payment',
        needs: ['chosenPackage', 'order'],
        when: (state) => state.lastCompletedStep >= count && isOrderOfPackage(state),
      })
      .step('payment/method', { dot, view: true, needs: ['billing'], when: isBilled })
      .step('payment/review', { dot, view: true, when: isPayable, anyway: isPaying, takesChanges: true });
}

/** The package's options are chosen on a separate step. */
export function buildsTheirOwn({ chosenPackage }: JoinState): boolean {
  return chosenPackage?.buildYourOwn === true;
}

function isOrderOfPackage({ order, chosenPackage }: JoinState): boolean {
  return order?.packageId === chosenPackage?.id;
}

function isBilled(state: JoinState): state is Billable {
  return state.lastCompletedPaymentStep >= 1 && state.parent?.timezone !== undefined && !state.countryMismatch;
}

function isPayable(state: JoinState): state is JoinState & { attempt?: undefined } {
  const hasWayToPay = hasMethod(state) || state.isNothingToPay === true;
  return state.lastCompletedPaymentStep >= 2 && hasWayToPay && !state.attempt;
}

/** The review looks up a payment in progress. */
export function isPaying(state: JoinState): state is Paying {
  return state.attempt !== undefined && isSignedUp(state);
}

function isSignedUp(state: JoinState): state is SignedUp {
  return state.parent !== undefined && (state.registration !== undefined || state.invited !== undefined);
}
