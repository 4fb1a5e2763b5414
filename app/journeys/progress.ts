import type { Order, PaidOrder, WalletName } from '~/domain/order';
import type { Currency } from '~/domain/money';
import { isSameEmail } from '~/domain/email';
import { billingDetailsOf, withBillingTimezone, type BillingAnswers } from '~/steps/billing';
import type { ContactRecord, ParentContact } from '~/steps/contact';
import type { SubscriptionStatus } from '~/domain/people';
import { isFamilyValidFor, type Family } from '~/steps/family';
import {
  draftKey,
  journeyOf,
  type ChosenPackage,
  type Draft,
  type JoinState,
  type Registration,
  type WalletStart,
  type With,
} from './join-state';

/** docs/rules.md, "Parent progress". Resubmitting a step keeps later answers unless the new one invalidates them. */

/** Slices to write; undefined removes one. */
export type Patch = Partial<JoinState>;

export function afterStep1(
  state: JoinState,
  parent: ParentContact,
  registration: Registration,
  pricing: NonNullable<JoinState['pricing']>,
): Patch {
  const isFamilyValid = state.family !== undefined && isFamilyValidFor(state.family, parent);
  const isPackageOffered = state.chosenPackage !== undefined && isOffered(pricing, state.chosenPackage.id);
  const kept = state.lastCompletedStep;
  return {
    parent: withKnownTimezone(parent, state),
    registration,
    pricing,
    duplicate: undefined,
    ...(isPackageOffered ? {} : { chosenPackage: undefined, order: undefined }),
    lastCompletedStep: !isFamilyValid ? 1 : isPackageOffered ? (Math.max(kept, 2) as 2 | 3) : 2,
  };
}

/** @param status the status from the backend's response; null if it sent none */
export function afterSubscriptionStatus(status: SubscriptionStatus | null): Pick<Patch, 'subscriptionStatus'> {
  return status === null ? {} : { subscriptionStatus: status };
}

/** Without a list every package counts as available, and the backend rejects those that are not. */
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

/** A chosen package is available, so a dialog about the previous one is obsolete. */
export function afterPackageChoice(state: JoinState, chosenPackage: ChosenPackage): Patch {
  const chosen = { chosenPackage, ...withoutMismatch(state), ...afterPriceChange(state), declined: undefined };
  if (!chosenPackage.buildYourOwn) {
    const order = { packageId: chosenPackage.id, productId: null, services: [] };
    return { ...chosen, order, lastCompletedStep: stepsWithPackage(state) };
  }
  // Choosing the same package again keeps its options, and shows them on the form again.
  const order = state.order?.packageId === chosenPackage.id ? state.order : undefined;
  return { ...chosen, order, lastCompletedStep: stepsBeforePackages(state) };
}

export function afterBuildYourOwn(state: JoinState, order: Order): Patch {
  return { order, lastCompletedStep: stepsWithPackage(state), ...afterPriceChange(state), declined: undefined };
}

/** @param pricing the available packages in the billing country; undefined if already known */
export function afterBilling(
  state: With<'parent'>,
  answers: BillingAnswers,
  pricing?: NonNullable<JoinState['pricing']>,
): Patch {
  // Another country may not accept the card brand or the payment method.
  const isSameCountry = state.billing?.country === answers.country;
  const keepsMethod = isSameCountry && hasMethod(state);
  return {
    ...afterBillingInfo(state, answers),
    ...(pricing && { pricing }),
    countryMismatch: undefined,
    mismatchedOffer: undefined,
    resolvedMismatch: undefined,
    declined: undefined,
    isNothingToPay: undefined,
    ...(isSameCountry ? {} : withoutMethod),
    lastCompletedPaymentStep: keepsMethod ? 2 : 1,
  };
}

/** @param pricing the available packages in the billing country, because a visitor may reach the packages without the dialog's OK */
export function withCountryMismatch(
  state: With<'parent'>,
  answers: BillingAnswers,
  pricing: NonNullable<JoinState['pricing']>,
): Patch {
  return {
    ...afterBillingInfo(state, answers),
    pricing,
    countryMismatch: answers.country,
    mismatchedOffer: state.countryMismatch ? state.mismatchedOffer : offeredFor(state),
    ...withoutMethod,
    isNothingToPay: undefined,
    lastCompletedPaymentStep: 0,
  };
}

function offeredFor({ billing, parent: { countryCode, phoneNumber } }: With<'parent'>): JoinState['mismatchedOffer'] {
  return billing ? { country: billing.country } : { countryCode, phoneNumber };
}

/** A package that is no longer available must be chosen again. */
export function afterNewOffer(state: JoinState, pricing: NonNullable<JoinState['pricing']>): Patch {
  if (state.chosenPackage && isOffered(pricing, state.chosenPackage.id)) return { pricing };
  return { pricing, chosenPackage: undefined, order: undefined, lastCompletedStep: stepsBeforePackages(state) };
}

/** The country's packages were shown, or are shown next, so its dialog does not open twice. */
function withoutMismatch({ countryMismatch, resolvedMismatch }: JoinState): Patch {
  return {
    countryMismatch: undefined,
    mismatchedOffer: undefined,
    resolvedMismatch: countryMismatch ?? resolvedMismatch,
  };
}

/** The visitor has closed the dialog for this country. */
export function isMismatchResolved({ resolvedMismatch }: JoinState, { country }: BillingAnswers): boolean {
  return resolvedMismatch === country;
}

/** The package must be chosen again (docs/rules.md, "Country mismatch"). */
export function afterCountryMismatch(state: JoinState, pricing: NonNullable<JoinState['pricing']>): Patch {
  return {
    pricing,
    ...withoutMismatch(state),
    notice: 'countryPackages',
    chosenPackage: undefined,
    order: undefined,
    lastCompletedStep: stepsBeforePackages(state),
    lastCompletedPaymentStep: 0,
  };
}

/** Replaces any other method. */
export function afterMethod(method: Pick<JoinState, MethodName>): Patch {
  return { ...withoutMethod, ...method, declined: undefined, isNothingToPay: undefined, lastCompletedPaymentStep: 2 };
}

/** Of more starts, the oldest are forgotten. */
const MAX_WALLET_STARTS = 5;

/**
 * Applies a patch to a state that another request may have changed meanwhile, or to another patch. Adds its starts of wallets to the stored
 * ones, where undefined removes one, and its times of use.
 */
export function applyPatch<State extends Patch>(state: State, patch: Patch): State {
  const { walletStarts, usedAt } = patch;
  const merged = { ...state, ...patch };
  if (walletStarts) {
    const all = Object.entries({ ...state.walletStarts, ...walletStarts });
    merged.walletStarts = Object.fromEntries(all.slice(-MAX_WALLET_STARTS));
  }
  if (usedAt) merged.usedAt = { ...state.usedAt, ...usedAt };
  return merged;
}

/** Keeps the earlier method in case the visitor cancels the wallet. */
export function afterWalletStart(
  { codes, paysForCoParent }: JoinState,
  oneTimeState: string,
  agreementToken: string,
): Patch {
  return { walletStarts: { [oneTimeState]: { agreementToken, codes, paysForCoParent } } };
}

/** The visitor approved the amount of that start, so its codes and box count again. Other starts may still return. */
export function afterApproval(method: Patch, oneTimeState: string, start: WalletStart): Patch {
  const { codes, paysForCoParent } = start;
  return { ...method, codes, paysForCoParent, walletStarts: { [oneTimeState]: { ...start, isUsed: true } } };
}

/** The start was cancelled, or the provider rejected its approval. */
export function withoutWalletStart(oneTimeState: string): Patch {
  return { walletStarts: { [oneTimeState]: undefined }, declined: undefined };
}

export function hasMethod({ card, paypal, venmo }: JoinState): boolean {
  return card !== undefined || paypal !== undefined || venmo !== undefined;
}

/** A total of zero uses no method, even if one was chosen before the codes were applied. */
export function methodFor(total: number, { card, paypal, venmo }: JoinState): Pick<JoinState, MethodName> {
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

/** The order was free, and has a price now. */
export function afterEndedFreeOrder(): Patch {
  return { isNothingToPay: undefined, lastCompletedPaymentStep: 1, notice: 'somethingToPay' };
}

/**
 * A declined payment used up its nonce, so everything except the payment method is kept.
 *
 * @param failedKey the payment's key
 * @param declinedKey the same, if its outcome was looked up
 */
export function afterDecline(state: JoinState, declined: string, failedKey: string, declinedKey?: string): Patch {
  return { attempt: undefined, ...afterLostMethod(state), declined, declinedKey, failedKey };
}

/** A payment that another browser or tab began has failed. The method was not used, so it is kept. */
export function afterJoinedFailure(failedKey: string): Patch {
  return { attempt: undefined, notice: 'nothingCharged', failedKey };
}

/** Whether the bank confirmed at least the total, in its currency, if it had to confirm the card at all. */
export function isConfirmedFor(
  { total, currencyCode }: { total: number; currencyCode: Currency },
  { card }: Pick<JoinState, 'card'>,
): boolean {
  if (card?.confirmedAmount === undefined) return true;
  const { confirmedAmount, confirmedCurrency = currencyCode } = card;
  return confirmedAmount >= total && confirmedCurrency === currencyCode;
}

/** The bank must confirm the card again, for the new total. */
export function afterOutgrownCard(state: JoinState): Patch {
  return { ...afterLostMethod(state), notice: 'confirmAgain' };
}

/** Keeps the name on a card that can no longer be used. */
function afterLostMethod(state: JoinState): Patch {
  const { card, drafts, paysForCoParent } = state;
  const lost = { ...withoutMethod, lastCompletedPaymentStep: 1 } as const;
  if (!card) return lost;
  // A missing box in a draft is one that is not ticked.
  const box: Draft = paysForCoParent ? { isPayingForCoparent: ['on'] } : {};
  const key = draftKey(journeyOf(state), 'payment/method');
  return { ...lost, drafts: { ...drafts, [key]: { cardHolderName: [card.cardHolderName], ...box } } };
}

/**
 * The payment's outcome must be looked up. Writes the answers of the paid page, because another tab may have changed or reset them
 * during the call.
 */
export function afterUnknownPayment(state: JoinState, attempt: NonNullable<JoinState['attempt']>): Patch {
  const { lastCompletedStep, lastCompletedPaymentStep, family, card, paypal, venmo } = state;
  const { codes, paysForCoParent, isNothingToPay } = state;
  return {
    ...answersOfPayment(state, attempt.order),
    // If nothing was charged, the visitor pays again.
    lastCompletedStep,
    lastCompletedPaymentStep,
    family,
    card,
    paypal,
    venmo,
    codes,
    paysForCoParent,
    isNothingToPay,
    attempt,
  };
}

/** Only the credentials and the receipt remain. Writes the answers that they need, as `afterUnknownPayment` does. */
export function afterPayment(state: JoinState, paid: PaidOrder): Patch {
  return {
    ...answersOfPayment(state, paid.order),
    paid,
    attempt: undefined,
    ...withoutMethod,
    drafts: undefined,
    notice: undefined,
  };
}

function answersOfPayment(state: JoinState, order: Order): Patch {
  const { invited, registration, parent, billing, pricing, chosenPackage } = state;
  const isChosen = chosenPackage?.id === order.packageId;
  return {
    invited,
    registration,
    parent,
    billing,
    pricing,
    order,
    chosenPackage: isChosen ? chosenPackage : { id: order.packageId, buildYourOwn: order.productId !== null },
    duplicate: undefined,
  };
}

/** Whether the parent knows that their e-mail has an account. Only valid for that e-mail. */
export function hasConfirmedDuplicate({ confirmedDuplicate }: JoinState, { email }: ParentContact): boolean {
  return confirmedDuplicate !== undefined && isSameEmail(confirmedDuplicate, email);
}

/**
 * The duplicate account that stops the sign-up. A parent who confirmed theirs in P0, and whose phone or country now leads to another
 * pricing group, is stopped, too (docs/rules.md, "Parent duplicate").
 */
export function findDuplicate(state: JoinState): JoinState['duplicate'] {
  const { duplicate, parent, pricing, paid, attempt } = state;
  if (duplicate || !parent || paid || attempt) return duplicate;
  const isStopped = hasConfirmedDuplicate(state, parent) && pricing?.group !== 'P0';
  return isStopped ? { whose: 'parent', email: parent.email } : undefined;
}

/** The first step does not ask for the time zone. */
export function withKnownTimezone(parent: ParentContact, { parent: known }: JoinState): ContactRecord {
  return { ...parent, ...(known?.timezone && { timezone: known.timezone }) };
}

/** Stores only contact and address, for parent B whose subscription is already paid. */
export function afterBillingInfo({ parent }: With<'parent'>, answers: BillingAnswers): Patch {
  return { parent: withBillingTimezone(parent, answers), billing: billingDetailsOf(answers) };
}

/** Parent A has two steps before the packages, parent B one. */
function stepsBeforePackages({ invited }: JoinState): 1 | 2 {
  return invited ? 1 : 2;
}

function stepsWithPackage(state: JoinState): 2 | 3 {
  return state.invited ? 2 : 3;
}

type MethodName = 'card' | WalletName;

const withoutMethod: Patch = {
  card: undefined,
  paypal: undefined,
  venmo: undefined,
  walletStarts: undefined,
  isVenmoOpened: undefined,
};

/** A free order may cost something now, so the visitor must choose a method again. */
function afterPriceChange({ isNothingToPay }: JoinState): Pick<Patch, 'isNothingToPay' | 'lastCompletedPaymentStep'> {
  return isNothingToPay ? { isNothingToPay: undefined, lastCompletedPaymentStep: 1 } : {};
}
