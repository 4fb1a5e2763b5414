import { makeCheckout } from '../checkout';
import { rowsOf, createStepFinder, type InvitedStepName, type Step } from '../journey';
import type { Invited, JoinState } from '../join-state';

const row = rowsOf<InvitedStepName>('/invite');
const { isPayable, steps: checkout } = makeCheckout<InvitedStepName>({
  base: '/invite',
  back: 'packages',
  dot: 3,
  hasOrder,
});

/**
 * The invited co-parent's journey, a row a step, in order (docs/rules.md, "Invited progress"). The welcome page before it and the request
 * for a new link are no steps: they open without any state.
 */
export const STEPS: readonly Step<InvitedStepName>[] = [
  row('step1', 1, null, isInvited, (state) =>
    needsBillingInfo(state)
      ? '/invite/billing-info'
      : skipsPayment(state)
        ? '/invite/credentials'
        : afterEarlyStep(state, '/invite/packages'),
  ),
  row('billing-info', null, 'step1', isAskedForBilling, () => '/invite/credentials'),
  row('packages', 2, 'step1', isChoosing, (state) =>
    state.chosenPackage?.buildYourOwn && !state.order
      ? '/invite/choose-your-own'
      : afterEarlyStep(state, '/invite/payment'),
  ),
  row('choose-your-own', 2, 'packages', isBuildingTheirOwn, (state) => afterEarlyStep(state, '/invite/payment')),
  ...checkout,
  row('credentials', null, null, isJoining, () => '/invite/receipt'),
  row(
    'receipt',
    null,
    null,
    (state) => state.paid !== undefined && state.credentials !== undefined,
    () => '/invite',
  ),
];

/** The row of a step. */
export const getStep = createStepFinder(STEPS);

/** Whether somebody else pays, or a professional made the account: no packages then, and no payment (docs/rules.md, "Current subscription"). */
export function skipsPayment({ invited }: JoinState): boolean {
  return invited !== undefined && (invited.isSubscriptionCurrent || invited.userCreatedByPro);
}

/** Whether a subscription that runs already lacks its billing address. */
export function needsBillingInfo({ invited }: JoinState): boolean {
  return invited !== undefined && invited.isSubscriptionCurrent && !invited.billingAddressComplete;
}

/** Whether nothing is missing but username and password: the welcome page then leads straight to them. */
export function needsOnlyCredentials(invited: Invited): boolean {
  return invited.isSubscriptionCurrent && invited.billingAddressComplete && invited.requireCredentials;
}

function isInvited(state: JoinState): boolean {
  return state.invited !== undefined;
}

function hasTold({ invited, lastCompletedStep, parent }: JoinState): boolean {
  return invited !== undefined && lastCompletedStep >= 1 && parent !== undefined;
}

function isAskedForBilling(state: JoinState): boolean {
  return hasTold(state) && needsBillingInfo(state);
}

function isChoosing(state: JoinState): boolean {
  return hasTold(state) && !skipsPayment(state) && state.pricing !== undefined;
}

function isBuildingTheirOwn(state: JoinState): boolean {
  return isChoosing(state) && state.chosenPackage?.buildYourOwn === true;
}

function hasOrder(state: JoinState): boolean {
  const { lastCompletedStep, order, chosenPackage } = state;
  return lastCompletedStep >= 2 && isChoosing(state) && order !== undefined && order.packageId === chosenPackage?.id;
}

function isJoining(state: JoinState): boolean {
  if (state.paid) return true;
  if (!state.invited || !skipsPayment(state)) return false;
  if (needsOnlyCredentials(state.invited)) return true;
  return hasTold(state) && (!needsBillingInfo(state) || state.billing !== undefined);
}

/** Who changes an early answer from the review goes back to it, unless the change reopened something in between. */
function afterEarlyStep(state: JoinState, next: `/${string}`): `/${string}` {
  return isPayable(state) ? '/invite/payment/review' : next;
}
