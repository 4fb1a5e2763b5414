import type { PricingInfo } from '~/backend/schemas/prices';
import { isConsentRequired } from '~/domain/country-rules';
import type { Billed } from '~/journeys/open-states';
import { methodFor } from '~/journeys/parent/progress';
import type { ReviewParts } from '~/server/request/review-seals.server';
import type { RenewalPrice } from './renewal-price.server';

/** What the backend says of an order that is to be reviewed. */
export interface ReviewFigures {
  pricing: PricingInfo;
  /** Undefined where it could not be had. */
  renewal: RenewalPrice | undefined;
  /** For how long; null where the package is no longer on offer. */
  years: 1 | 2 | null;
}

type PricedPart = 'codes' | 'coupon' | 'tax' | 'total' | 'renewal';

/** Values are listed and not spread, so that a slice that was written again in another order is the same. */
export function reviewParts(
  state: Billed,
  { pricing, renewal, years }: ReviewFigures,
  termsVersion: string,
): ReviewParts {
  const { totals, taxId, couponDetail, paymentCodeDetails } = pricing;
  return {
    ...answeredParts(state, totals.total, termsVersion),
    codes: codesPart(state, paymentCodeDetails),
    coupon: couponPart(state, couponDetail),
    tax: [totals.taxAmount, taxId],
    total: [totals.total, totals.currencyCode],
    renewal: renewalPart(renewal, years),
  };
}

/**
 * The parts that need no backend.
 *
 * @param total to pay, in minor units
 * @param termsVersion of the terms that are agreed to by a box or by paying
 */
export function answeredParts(state: Billed, total: number, termsVersion: string): Omit<ReviewParts, PricedPart> {
  const { parent, billing, order, paysForCoParent = false } = state;
  const { billingAddress, billingAddress2 = '', city, region, postalCode, country } = billing;
  return {
    order: [order.packageId, order.productId, order.services.toSorted()],
    coParent: paysForCoParent,
    instrument: instrumentPart(state, total),
    email: parent.email,
    name: [parent.firstName, parent.lastName],
    address: [billingAddress, billingAddress2, city, region, postalCode, country],
    phone: [parent.countryCode, parent.phoneNumber],
    terms: [isConsentRequired(country), termsVersion],
  };
}

/** The parts of an order from which nothing is taken off. Its price is held against what was shown by the backend. */
export function undiscountedParts(state: Billed): Pick<ReviewParts, 'codes' | 'coupon'> {
  return { codes: codesPart(state, []), coupon: couponPart(state, null) };
}

export function renewalPart(renewal: ReviewFigures['renewal'], years: ReviewFigures['years']): unknown {
  return [renewal && (renewal.total ?? renewal.formatted), years];
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

/** The link is a part, because what it announced is shown, too. */
function couponPart({ discount }: Billed, coupon: PricingInfo['couponDetail']): unknown {
  return [
    discount?.referrer,
    discount?.percentage,
    coupon && [coupon.couponCode, coupon.discount ?? coupon.discountFormatted],
  ];
}
