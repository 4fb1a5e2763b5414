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

/** docs/rules.md, "Parent progress". Resubmitting a step keeps later answers unless the new one invalidates them. */

/** Slices to write; undefined removes one. */
export type Patch = Partial<JoinState>;

export function afterStep1(
  state: JoinState,
  parent: ParentContact,
  registration: NonNullable<JoinState['registration']>,
  pricing: NonNullable<JoinState['pricing']>,
): Patch {
  const isFamilyValid = state.family !== undefined && isFamilyValidFor(parent, state.family);
  const isPackageOffered = state.chosenPackage !== undefined && isOffered(pricing, state.chosenPackage.id);
  const kept = state.lastCompletedStep;
  return {
    parent,
    registration,
    pricing,
    duplicate: undefined,
    ...(isPackageOffered ? {} : { chosenPackage: undefined, order: undefined }),
    lastCompletedStep: !isFamilyValid ? 1 : isPackageOffered ? (Math.max(kept, 2) as 2 | 3) : 2,
  };
}

/** Without a list every package is on offer, and the backend tells when it is asked for it. */
export function isOffered({ packageIds }: NonNullable<JoinState['pricing']>, id: string): boolean {
  return packageIds === null || packageIds.includes(id);
}

export function afterStep2(state: JoinState, family: Family, coParentDuplicateConfirmed: boolean): Patch {
  return {
    family,
    coParentDuplicateConfirmed,
    lastCompletedStep: state.order ? 3 : 2,
  };
}

export function afterPackageChoice(state: JoinState, chosenPackage: ChosenPackage): Patch {
  if (!chosenPackage.buildYourOwn) {
    const order = { packageId: chosenPackage.id, productId: null, services: [] };
    return { chosenPackage, order, lastCompletedStep: stepsWithPackage(state), ...afterPriceChange(state) };
  }
  // Choosing the same package again keeps its options, and shows them on the form once more.
  const order = state.order?.packageId === chosenPackage.id ? state.order : undefined;
  return { chosenPackage, order, lastCompletedStep: stepsBeforePackages(state), ...afterPriceChange(state) };
}

export function afterBuildYourOwn(state: JoinState, order: Order): Patch {
  return { order, lastCompletedStep: stepsWithPackage(state), ...afterPriceChange(state) };
}

export function afterBilling(state: JoinState, billing: BillingDetails): Patch {
  // Another country may not accept the card brand or the payment method.
  const isSameCountry = state.billing?.country === billing.country;
  const keepsMethod = isSameCountry && hasMethod(state);
  return {
    billing,
    countryMismatch: undefined,
    isNothingToPay: undefined,
    ...(isSameCountry ? {} : withoutMethod),
    lastCompletedPaymentStep: keepsMethod ? 2 : 1,
  };
}

export function withCountryMismatch(billing: BillingDetails): Patch {
  return {
    billing,
    countryMismatch: billing.country,
    ...withoutMethod,
    isNothingToPay: undefined,
    lastCompletedPaymentStep: 0,
  };
}

/** The package has to be chosen again (docs/rules.md, "Country mismatch"). */
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

/** The earlier method stays in case the wallet is cancelled. */
export function afterWalletStart(walletState: string): Patch {
  return { walletState };
}

export function afterPayPal(paypal: PayPalOnFile): Patch {
  return { ...withoutMethod, paypal, declined: undefined, isNothingToPay: undefined, lastCompletedPaymentStep: 2 };
}

export function afterVenmo(venmo: VenmoOnFile): Patch {
  return { ...withoutMethod, venmo, declined: undefined, isNothingToPay: undefined, lastCompletedPaymentStep: 2 };
}

export function hasMethod({ card, paypal, venmo }: JoinState): boolean {
  return card !== undefined || paypal !== undefined || venmo !== undefined;
}

/** A total of zero uses no method, even if one was chosen before the codes were applied. */
export function methodFor(
  total: number,
  { card, paypal, venmo }: JoinState,
): Pick<JoinState, 'card' | 'paypal' | 'venmo'> {
  return total === 0 ? {} : { card, paypal, venmo };
}

export function afterPaymentExtras(
  state: JoinState,
  extras: Pick<JoinState, 'codes' | 'paysForCoParent'>,
): Pick<Patch, 'codes' | 'paysForCoParent' | 'isNothingToPay' | 'lastCompletedPaymentStep'> {
  return { ...extras, ...afterPriceChange(state) };
}

export function afterNothingToPay(): Patch {
  return { declined: undefined, isNothingToPay: true, lastCompletedPaymentStep: 2 };
}

/** A refused payment used up its nonce, so everything is kept except the payment method. */
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

/** Only the credentials and the receipt remain; the answers are kept for the receipt. */
export function afterPayment(paid: PaidOrder): Patch {
  return { paid, attempt: undefined, ...withoutMethod, drafts: undefined, notice: undefined };
}

/** docs/rules.md, "Parent duplicate" */
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

/** Parent A has two steps before the packages, parent B one. */
function stepsBeforePackages({ invited }: JoinState): 1 | 2 {
  return invited ? 1 : 2;
}

function stepsWithPackage(state: JoinState): 2 | 3 {
  return state.invited ? 2 : 3;
}

const withoutMethod: Patch = { card: undefined, paypal: undefined, venmo: undefined, walletState: undefined };

/** A free order may cost something now, so the method is asked for again. */
function afterPriceChange({ isNothingToPay }: JoinState): Pick<Patch, 'isNothingToPay' | 'lastCompletedPaymentStep'> {
  return isNothingToPay ? { isNothingToPay: undefined, lastCompletedPaymentStep: 1 } : {};
}

function isFamilyValidFor(parent: ParentContact, family: Family): boolean {
  const own = normaliseEmail(parent.email);
  const emails = [family.coParent, ...family.children].flatMap(({ email }) => (email ? [normaliseEmail(email)] : []));
  const { countryCode, phoneNumber } = family.coParent;
  const samePhone = phoneNumber !== undefined && isSamePhone({ countryCode, phoneNumber }, parent);
  return !emails.includes(own) && !samePhone;
}
