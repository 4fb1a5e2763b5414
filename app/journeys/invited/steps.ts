import { makeCheckout } from '../checkout';
import { createStepFinder, makeSteps, type InvitedStepName, type Path, type Step } from '../journey';
import type { Invited, JoinState } from '../join-state';
import type { OpenStates, Ordered } from '../open-states';

const { isPayable, steps: checkout } = makeCheckout({
  base: '/invite',
  back: 'packages',
  progressStep: 3,
  hasOrder,
});

/**
 * Parent B's steps in order (docs/rules.md, "Invited progress"). The welcome and the request for a new link are no steps: they open without
 * any state. `app/routes.shared.ts` mounts parent A's screens for the packages and the checkout.
 */
const TABLE = {
  ...makeSteps<'step1' | 'billing-info' | 'packages' | 'choose-your-own'>('/invite', {
    step1: {
      progressStep: 1,
      back: null,
      isOpen: (state): state is JoinState => state.invited !== undefined,
      next: (state) => {
        if (needsBillingInfo(state)) return '/invite/billing-info';
        return skipsPayment(state) ? '/invite/credentials' : afterEarlyStep(state, '/invite/packages');
      },
    },
    'billing-info': {
      progressStep: null,
      back: 'step1',
      isOpen: isAskedForBilling,
      next: () => '/invite/credentials',
    },
    packages: {
      progressStep: 2,
      back: 'step1',
      isOpen: isChoosingPackage,
      next: (state) =>
        state.chosenPackage?.buildYourOwn && !state.order
          ? '/invite/choose-your-own'
          : afterEarlyStep(state, '/invite/payment'),
    },
    'choose-your-own': {
      progressStep: 2,
      back: 'packages',
      isOpen: isBuildingTheirOwn,
      next: (state) => afterEarlyStep(state, '/invite/payment'),
    },
  }),
  ...checkout,
  ...makeSteps<'credentials' | 'receipt'>('/invite', {
    credentials: {
      progressStep: null,
      back: null,
      isOpen: (state): state is JoinState => canSetCredentials(state) || state.credentials !== undefined,
      next: () => '/invite/receipt',
    },
    receipt: {
      progressStep: null,
      back: null,
      isOpen: (state): state is JoinState => state.paid !== undefined && state.credentials !== undefined,
      next: () => '/invite',
    },
  }),
};

export const STEPS: readonly Step<InvitedStepName>[] = Object.values(TABLE);

export const getStep = createStepFinder(TABLE);

/** Somebody else has paid, or a professional created the account (docs/rules.md, "Current subscription"). */
export function skipsPayment({ invited }: Pick<JoinState, 'invited'>): boolean {
  return invited !== undefined && (invited.isSubscriptionCurrent || invited.userCreatedByPro);
}

export function needsBillingInfo({ invited }: Pick<JoinState, 'invited'>): boolean {
  return invited !== undefined && invited.isSubscriptionCurrent && !invited.billingAddressComplete;
}

/** The welcome page then leads straight to them. */
export function needsOnlyCredentials(invited: Invited): boolean {
  return invited.isSubscriptionCurrent && invited.billingAddressComplete && invited.requireCredentials;
}

function hasContact(state: JoinState): state is OpenStates['billing-info'] {
  const { invited, lastCompletedStep, parent } = state;
  return invited !== undefined && lastCompletedStep >= 1 && parent !== undefined;
}

function isAskedForBilling(state: JoinState): state is OpenStates['billing-info'] {
  return hasContact(state) && needsBillingInfo(state);
}

function isChoosingPackage(state: JoinState): state is OpenStates['packages'] {
  return hasContact(state) && !skipsPayment(state) && state.pricing !== undefined;
}

function isBuildingTheirOwn(state: JoinState): state is OpenStates['choose-your-own'] {
  return isChoosingPackage(state) && state.chosenPackage?.buildYourOwn === true;
}

function hasOrder(state: JoinState): state is Ordered {
  const { lastCompletedStep, order, chosenPackage } = state;
  return (
    lastCompletedStep >= 2 && isChoosingPackage(state) && order !== undefined && order.packageId === chosenPackage?.id
  );
}

function canSetCredentials(state: JoinState): boolean {
  if (state.paid) return true;
  if (!state.invited || !skipsPayment(state)) return false;
  if (needsOnlyCredentials(state.invited)) return true;
  return hasContact(state) && (!needsBillingInfo(state) || state.billing !== undefined);
}

/** A change made from the review returns there, unless it reopened a step in between. */
function afterEarlyStep(state: JoinState, next: Path): Path {
  return isPayable(state) ? '/invite/payment/review' : next;
}
