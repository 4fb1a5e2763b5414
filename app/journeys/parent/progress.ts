import type { Order } from '~/domain/order';
import type { PaidOrder } from '~/domain/paid-order';
import { normaliseEmail } from '~/domain/email';
import type { BillingDetails, Family, ParentContact } from '~/domain/people';
import { isSamePhone } from '~/domain/phone';
import { draftKey } from '../journey';
import {
  freshState,
  journeyOf,
  type CardOnFile,
  type ChosenPackage,
  type JoinState,
  type PayPalOnFile,
  type VenmoOnFile,
} from '../join-state';

/**
 * What each submitted step makes of the state (docs/rules.md, "Parent progress"). Pure; a step that is submitted again keeps what comes
 * later unless the new answer made it invalid.
 */

/** Slices to write; undefined removes one. */
export type Patch = Partial<JoinState>;

export function afterStep1(
  state: JoinState,
  parent: ParentContact,
  registration: NonNullable<JoinState['registration']>,
  pricing: NonNullable<JoinState['pricing']>,
): Patch {
  const familyHolds = state.family !== undefined && isFamilyValidFor(parent, state.family);
  const packageHolds = state.chosenPackage !== undefined && pricing.packageIds.includes(state.chosenPackage.id);
  const kept = state.lastCompletedStep;
  return {
    parent,
    registration,
    pricing,
    duplicate: undefined,
    ...(packageHolds ? {} : { chosenPackage: undefined, order: undefined }),
    lastCompletedStep: !familyHolds ? 1 : packageHolds ? (Math.max(kept, 2) as 2 | 3) : 2,
  };
}

export function afterStep2(state: JoinState, family: Family, coParentDuplicateConfirmed: boolean): Patch {
  return {
    family,
    coParentDuplicateConfirmed,
    lastCompletedStep: state.order ? 3 : 2,
  };
}

/** After the package choice (docs/rules.md, "Parent progress"). */
export function afterPackageChoice(state: JoinState, chosenPackage: ChosenPackage): Patch {
  if (!chosenPackage.buildYourOwn) {
    const order = { packageId: chosenPackage.id, productId: null, services: [] };
    return { chosenPackage, order, lastCompletedStep: stepsWithPackage(state), ...pricedAnew(state) };
  }
  // The same package again keeps its options: its form shows them, to be looked over.
  const order = state.order?.packageId === chosenPackage.id ? state.order : undefined;
  return { chosenPackage, order, lastCompletedStep: stepsBeforePackages(state), ...pricedAnew(state) };
}

export function afterBuildYourOwn(state: JoinState, order: Order): Patch {
  return { order, lastCompletedStep: stepsWithPackage(state), ...pricedAnew(state) };
}

export function afterBilling(state: JoinState, billing: BillingDetails): Patch {
  // A card brand or a way to pay may not be on offer in another country: then it is asked again.
  const isSameCountry = state.billing?.country === billing.country;
  const methodHolds = isSameCountry && hasMethod(state);
  return {
    billing,
    countryMismatch: undefined,
    isNothingToPay: undefined,
    ...(isSameCountry ? {} : withoutMethod),
    lastCompletedPaymentStep: methodHolds ? 2 : 1,
  };
}

/** The phone is not of the billing country: the data is saved, and a dialog asks for an OK before anything else. */
export function withCountryMismatch(billing: BillingDetails): Patch {
  return {
    billing,
    countryMismatch: billing.country,
    ...withoutMethod,
    isNothingToPay: undefined,
    lastCompletedPaymentStep: 0,
  };
}

/** The OK of the country dialog: the package has to be chosen again (docs/rules.md, "Country mismatch"). */
export function afterCountryMismatch(state: JoinState, pricing: NonNullable<JoinState['pricing']>): Patch {
  return {
    pricing,
    countryMismatch: undefined,
    chosenPackage: undefined,
    order: undefined,
    lastCompletedStep: stepsBeforePackages(state),
    lastCompletedPaymentStep: 0,
  };
}

export function afterCard(card: CardOnFile): Patch {
  return { ...withoutMethod, card, declined: undefined, isNothingToPay: undefined, lastCompletedPaymentStep: 2 };
}

/** A wallet is being asked; whatever was chosen before still stands, should it be cancelled there. */
export function afterWalletStart(walletState: string): Patch {
  return { walletState };
}

/** PayPal was approved (docs/rules.md, "Payment method"). */
export function afterPayPal(paypal: PayPalOnFile): Patch {
  return { ...withoutMethod, paypal, declined: undefined, isNothingToPay: undefined, lastCompletedPaymentStep: 2 };
}

/** Venmo was approved. */
export function afterVenmo(venmo: VenmoOnFile): Patch {
  return { ...withoutMethod, venmo, declined: undefined, isNothingToPay: undefined, lastCompletedPaymentStep: 2 };
}

/** Whether something was chosen to pay with. */
export function hasMethod({ card, paypal, venmo }: JoinState): boolean {
  return card !== undefined || paypal !== undefined || venmo !== undefined;
}

/** What a total is paid with. A total of zero takes nothing, whatever was chosen before the codes that paid for everything. */
export function methodFor(
  total: number,
  { card, paypal, venmo }: JoinState,
): Pick<JoinState, 'card' | 'paypal' | 'venmo'> {
  return total === 0 ? {} : { card, paypal, venmo };
}

/** Activation codes and who is paid for decide the total; a card that was asked for because there was something to pay may be missing. */
export function afterPaymentExtras(
  state: JoinState,
  extras: Pick<JoinState, 'codes' | 'paysForCoParent'>,
): Pick<Patch, 'codes' | 'paysForCoParent' | 'isNothingToPay' | 'lastCompletedPaymentStep'> {
  return { ...extras, ...pricedAnew(state) };
}

/** Nothing is left to pay: no card is needed. */
export function afterNothingToPay(): Patch {
  return { declined: undefined, isNothingToPay: true, lastCompletedPaymentStep: 2 };
}

/** A refused payment used its nonce up: everything stays but what was paid with. */
export function afterDecline(state: JoinState, declined: string): Patch {
  const key = draftKey(journeyOf(state), 'payment/method');
  const kept = state.card && { [key]: { cardHolderName: [state.card.cardHolderName] } };
  return {
    attempt: undefined,
    ...withoutMethod,
    lastCompletedPaymentStep: 1,
    declined,
    ...(kept ? { drafts: { ...state.drafts, ...kept } } : {}),
  };
}

/** The payment went through. What is left are the credentials and the receipt; the answers behind it are kept for the receipt alone. */
export function afterPayment(paid: PaidOrder): Patch {
  return { paid, attempt: undefined, ...withoutMethod, drafts: undefined, notice: undefined };
}

/** A duplicate account resets the join state; what was typed on the first step stays as a draft (docs/rules.md, "Parent duplicate"). */
export function afterDuplicate(state: JoinState, duplicate: NonNullable<JoinState['duplicate']>): JoinState {
  const key = draftKey(journeyOf(state), 'step1');
  const typed = state.drafts?.[key];
  const { invited } = state;
  const isOldFlow = duplicate.whose === 'parent' && state.pricing?.group === 'P0';
  return {
    ...freshState,
    duplicate: isOldFlow ? { ...duplicate, isOldFlow } : duplicate,
    ...(invited && { invited }),
    ...(typed && { drafts: { [key]: typed } }),
  };
}

/** Parent A tells of themselves and of the family before the packages, an invited co-parent of themselves. */
function stepsBeforePackages({ invited }: JoinState): 1 | 2 {
  return invited ? 1 : 2;
}

function stepsWithPackage(state: JoinState): 2 | 3 {
  return state.invited ? 2 : 3;
}

/** No card, no approval, and none that is on its way. */
const withoutMethod: Patch = { card: undefined, paypal: undefined, venmo: undefined, walletState: undefined };

/** What there was nothing to pay for may cost something now: then a card is asked for. */
function pricedAnew({ isNothingToPay }: JoinState): Pick<Patch, 'isNothingToPay' | 'lastCompletedPaymentStep'> {
  return isNothingToPay ? { isNothingToPay: undefined, lastCompletedPaymentStep: 1 } : {};
}

function isFamilyValidFor(parent: ParentContact, family: Family): boolean {
  const own = normaliseEmail(parent.email);
  const emails = [family.coParent, ...family.children].flatMap(({ email }) => (email ? [normaliseEmail(email)] : []));
  const { countryCode, phoneNumber } = family.coParent;
  const samePhone = phoneNumber !== undefined && isSamePhone({ countryCode, phoneNumber }, parent);
  return !emails.includes(own) && !samePhone;
}
