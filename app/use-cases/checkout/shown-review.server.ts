import { createHash } from 'node:crypto';
import { safe } from '@orpc/client';
import { promiseHash } from 'remix-utils/promise';
import type { PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import { isConsentRequired } from '~/domain/country-rules';
import type { TermsAgreement } from '~/domain/order';
import type { With } from '~/journeys/join-state';
import type { Billed } from '~/journeys/journey';
import { methodFor, hasConfirmedDuplicate } from '~/journeys/progress';
import type { RequestContext } from '~/server/request/request-context.server';
import {
  REVIEW_PARTS,
  type ReviewPart,
  type ShownReview,
  type ReviewParts,
  type ShownPayment,
} from '~/server/request/review-seals.server';
import { signUpCalls } from './checkout-calls.server';
import { findPackage, pricingLocaleOf } from './offered-packages.server';
import { yearsOf } from './order-lines.server';
import { findRenewal, type RenewalPrice } from './price.server';
import { payerOf } from './receipt.server';

/** The form field with the seal of the displayed order. */
const FIELD = 'reviewed';

/** @returns the value of the form's hidden field, so that Pay now buys the order that this page shows */
export function sealReview(context: RequestContext, state: Billed, figures: ReviewFigures & { years: 1 | 2 }): string {
  const key = paymentKeyOf(context, state, figures.pricing);
  const parts = reviewParts(state, figures, context.services.termsVersion);
  return context.reviewSeals.seal({ key, order: state.order, ...amountsOf(figures) }, parts);
}

/**
 * The key under which Pay now of this review pays. Derived from the order and the payment method, and from the payments that failed or were
 * refused before, so pressing Pay now again repeats the same payment, even after a crash. With activation codes it leaves the total out,
 * because a payment that spends them changes the price.
 */
export function paymentKeyOf(context: RequestContext, state: Billed, { totals }: PricingInfo): string {
  const { order, paysForCoParent = false, codes = [], failedKey, refusedKey } = state;
  const earlierKeys = [failedKey, refusedKey].filter((earlier) => earlier !== undefined);
  const { nonce } = state.paypal ?? state.venmo ?? state.card ?? {};
  // Without a method, the payer distinguishes two browsers with the same invite.
  const payer = nonce ?? [state.parent.email, payerOf(state)];
  const priced = codes.length > 0 ? [codes] : [null, totals.total];
  const parts = [signUpCalls(context, state).id, ...earlierKeys, payer, order, paysForCoParent, ...priced];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function amountsOf({ pricing: { totals, taxId }, years }: ReviewFigures & { years: 1 | 2 }) {
  return { total: totals.total, tax: totals.taxAmount, taxId, years };
}

/** Undefined if the form lacks a seal that this site made for its page. */
export function openReview(context: RequestContext, form: FormData): ShownReview | undefined {
  return context.reviewSeals.open(String(form.get(FIELD) ?? ''));
}

/** The differences between a review and its displayed state. */
interface CheckedReview {
  changed: ReviewPart[];
  /** Formatted, if the backend was called. */
  renewalAmount?: string;
  /** Why the order could not be priced. */
  error?: unknown;
}

/**
 * Compares the displayed review with this request's state and, if something is deducted from the price, with the backend's current price.
 * The backend itself rejects a payment with another total or tax.
 */
export async function checkReview(context: RequestContext, state: Billed, shown: ShownReview): Promise<CheckedReview> {
  const { termsVersion } = context.services;
  const known = { ...answeredParts(state, shown.payment.total, termsVersion), ...undiscountedParts(state) };
  return shown.findChanged(known).length === 0 ? { changed: [] } : await compareWithPrice(context, state, shown);
}

/** Like `checkReview`, but always calls the backend. */
export async function compareWithPrice(
  context: RequestContext,
  state: Billed,
  shown: ShownReview,
): Promise<CheckedReview> {
  const { termsVersion } = context.services;
  const { error, data } = await safe(findFigures(context, state, shown));
  if (error) return { changed: shown.findChanged(answeredParts(state, shown.payment.total, termsVersion)), error };
  // Ignores the renewal amount if the page did not show one.
  const isAmountShown = shown.findChanged({ renewal: renewalPart(undefined, shown.payment.years) }).length > 0;
  const renewal = isAmountShown ? data.renewal : undefined;
  // The page does not show the `taxId`, which the backend may change with each computation.
  const pricing = { ...data.pricing, taxId: shown.payment.taxId };
  return {
    changed: shown.findChanged(reviewParts(state, { ...data, pricing, renewal }, termsVersion)),
    renewalAmount: data.renewal?.formatted,
  };
}

async function findFigures(context: RequestContext, state: Billed, shown: ShownReview): Promise<ReviewFigures> {
  const { pricing, years } = await promiseHash({
    pricing: signUpCalls(context, state).price(state),
    years: findYears(context, state, shown),
  });
  return { pricing, years, renewal: await findRenewal(context, state, pricing) };
}

/** Uses the displayed term if the order has not changed. */
async function findYears(context: RequestContext, state: Billed, { payment, findChanged }: ShownReview) {
  const parts = answeredParts(state, payment.total, context.services.termsVersion);
  if (!findChanged(parts).includes('order')) return payment.years;
  const offered = await findPackage(context, state, state.order.packageId);
  return offered ? yearsOf(state.order, offered) : null;
}

/** The backend's amounts for the order under review. */
export interface ReviewFigures {
  pricing: PricingInfo;
  /** Undefined if it could not be fetched. */
  renewal: RenewalPrice | undefined;
  /** The term in years; null if the package is no longer available. */
  years: 1 | 2 | null;
}

type PricedPart = 'codes' | 'coupon' | 'tax' | 'total' | 'renewal';

/** Lists values instead of spreading objects, so that the order of a slice's properties does not change the seal. */
export function reviewParts(
  state: Billed,
  { pricing, renewal, years }: ReviewFigures,
  termsVersion: string,
): ReviewParts {
  const { totals, taxId, couponDetail, paymentCodeDetails } = pricing;
  return {
    codes: codesPart(state, paymentCodeDetails),
    coupon: couponPart(state, couponDetail),
    tax: [totals.taxAmount, taxId],
    total: [totals.total, totals.currencyCode],
    renewal: renewalPart(renewal, years),
    ...answeredParts(state, totals.total, termsVersion),
  };
}

/**
 * The parts that do not need the backend.
 *
 * @param total to pay, in minor units
 * @param termsVersion of the terms that the visitor agrees to by a box or by paying
 */
export function answeredParts(state: Billed, total: number, termsVersion: string): Omit<ReviewParts, PricedPart> {
  const { parent, billing, order, paysForCoParent = false } = state;
  const { billingAddress, billingAddress2 = '', city, region, postalCode, country } = billing;
  return {
    order: [order.packageId, order.productId, order.services.toSorted()],
    coParent: paysForCoParent,
    invitation: invitationPart(state),
    instrument: instrumentPart(state, total),
    email: parent.email,
    name: [parent.firstName, parent.lastName],
    address: [billingAddress, billingAddress2, city, region, postalCode, country],
    phone: [parent.countryCode, parent.phoneNumber],
    terms: [isConsentRequired(country), termsVersion],
  };
}

/** The parts of an order without deductions. The backend compares its price with the displayed one. */
export function undiscountedParts(state: Billed): Pick<ReviewParts, 'codes' | 'coupon'> {
  return { codes: codesPart(state, []), coupon: couponPart(state, null) };
}

function renewalPart(renewal: ReviewFigures['renewal'], years: ReviewFigures['years']): unknown {
  return [renewal && (renewal.total ?? renewal.formatted), years];
}

/** Paying sends the invitation. */
function invitationPart({ family }: Billed): unknown {
  const { firstName, lastName, email = null } = family?.coParent ?? {};
  return [firstName, lastName, email];
}

function instrumentPart(state: Billed, total: number): unknown {
  const { card, paypal, venmo } = methodFor(total, state);
  return [
    card && [card.nonce, card.brand, card.lastFour],
    paypal && [paypal.nonce, paypal.email],
    venmo && [venmo.nonce, venmo.username],
  ];
}

function codesPart({ codes = [] }: Billed, details: PricingInfo['paymentCodeDetails']): unknown {
  return [codes, details.map(({ code, amount, amountFormatted }) => [code, amount ?? amountFormatted])];
}

/** Includes the link, because the page shows the discount that it announced. */
function couponPart({ discount }: Billed, coupon: PricingInfo['couponDetail']): unknown {
  return [
    discount?.referrer,
    discount?.percentage,
    coupon && [coupon.couponCode, coupon.discount ?? coupon.discountFormatted],
  ];
}

/** The messages that Review may show above its form. */
const REVIEW_ERRORS = [
  'checkout:review.changed',
  'checkout:review.lookAgain',
  'checkout:review.priceChanged',
  'checkout:review.notSent',
] as const;

/** @returns the messages of the last submission, as stored in the form, for a page that only switches its language */
export function readMessages(form: FormData): { errors: string[]; changed: ReviewPart[] } {
  const shown = new Set(String(form.get('told') ?? '').split(' '));
  return {
    errors: REVIEW_ERRORS.filter((error) => shown.has(error)),
    changed: REVIEW_PARTS.filter((part) => shown.has(part)),
  };
}

/** @param shown the amounts that the review showed; the backend rejects them if they differ from its price */
export function paymentRequestOf(
  context: RequestContext,
  state: With<'order' | 'parent'>,
  shown: Pick<ShownPayment, 'total' | 'tax' | 'taxId'> & { marketingOptIn: boolean; terms?: TermsAgreement },
): PaymentRequest {
  const { card, ...wallets } = methodFor(shown.total, state);
  return {
    marketingOptIn: shown.marketingOptIn,
    order: state.order,
    parentDuplicateConfirmed: hasConfirmedDuplicate(state, state.parent),
    coParentDuplicateConfirmed: state.coParentDuplicateConfirmed ?? false,
    payment: {
      amountDisplayed: shown.total,
      cardHolderName: card?.cardHolderName ?? null,
      // Null if the total is zero, which the backend verifies.
      nonce: (wallets.paypal ?? wallets.venmo ?? card)?.nonce ?? null,
      paymentType: wallets.paypal ? 'paypal' : wallets.venmo ? 'venmo' : 'creditCard',
      pricingLocale: pricingLocaleOf(state),
      storePaymentOnFile: true,
      taxAmountDisplayed: shown.tax,
      taxId: shown.taxId,
      ...(card?.deviceData ? { deviceData: card.deviceData } : {}),
      bankAccountNumber: null,
      bankRoutingNumber: null,
    },
    payForCoparent: state.paysForCoParent ?? false,
    promoCodes: state.codes?.length ? state.codes : null,
    segmentAnonymousId: context.anonymousId,
    ...(shown.terms && { termsAgreement: shown.terms }),
  };
}
