import { safe } from '@orpc/client';
import { promiseHash } from 'remix-utils/promise';
import type { Billed } from '~/journeys/open-states';
import type { RequestContext } from '~/server/request/request-context.server';
import type { ReviewPart, ShownReview } from '~/server/request/review-seals.server';
import { idempotencyKeyOf, paymentRequestOf } from './checkout.server';
import { findPackage } from './offered-packages.server';
import { yearsOf } from './order-lines.server';
import { findRenewal } from './renewal-price.server';
import { answeredParts, renewalPart, reviewParts, undiscountedParts, type ReviewFigures } from './review-parts';
import { signUpCalls } from './sign-up-calls.server';

/** The field of the review's form that says what the page showed. */
const FIELD = 'reviewed';

/** @returns what the form bears, so that Pay now buys what this page shows */
export function sealReview(context: RequestContext, state: Billed, figures: ReviewFigures & { years: 1 | 2 }): string {
  const { totals, taxId } = figures.pricing;
  const amounts = { total: totals.total, tax: totals.taxAmount, taxId, years: figures.years };
  const { id } = signUpCalls(context, state);
  const key = idempotencyKeyOf(id, paymentRequestOf(context, state, { ...amounts, marketingOptIn: true }));
  return context.reviewSeals.seal(
    id,
    { key, order: state.order, ...amounts },
    reviewParts(state, figures, context.services.termsVersion),
  );
}

/** Undefined where the form bears nothing that we sealed for this visitor and sign-up. */
export function openReview(context: RequestContext, state: Billed, form: FormData): ShownReview | undefined {
  return context.reviewSeals.open(signUpCalls(context, state).id, String(form.get(FIELD) ?? ''));
}

/** What became of a review since it was shown. */
interface CheckedReview {
  changed: ReviewPart[];
  /** Formatted, where it had to be asked for. */
  renewalAmount?: string;
  /** Why the order could not be priced. */
  error?: unknown;
}

/**
 * Compares what was shown with the answers of this request and, where something is taken off the price, with what the backend says now. The
 * backend itself refuses a payment with another total or tax.
 */
export async function checkReview(context: RequestContext, state: Billed, shown: ShownReview): Promise<CheckedReview> {
  const { termsVersion } = context.services;
  const known = { ...answeredParts(state, shown.payment.total, termsVersion), ...undiscountedParts(state) };
  return shown.findChanged(known).length === 0 ? { changed: [] } : await compareWithPrice(context, state, shown);
}

/** As `checkReview`, but always asks the backend. */
export async function compareWithPrice(
  context: RequestContext,
  state: Billed,
  shown: ShownReview,
): Promise<CheckedReview> {
  const { termsVersion } = context.services;
  const { error, data } = await safe(findFigures(context, state, shown));
  if (error) return { changed: shown.findChanged(answeredParts(state, shown.payment.total, termsVersion)), error };
  // A page that named no amount said nothing that could have changed.
  const isAmountShown = shown.findChanged({ renewal: renewalPart(undefined, shown.payment.years) }).length > 0;
  const renewal = isAmountShown ? data.renewal : undefined;
  return {
    changed: shown.findChanged(reviewParts(state, { ...data, renewal }, termsVersion)),
    renewalAmount: data.renewal?.formatted,
  };
}

async function findFigures(context: RequestContext, state: Billed, shown: ShownReview): Promise<ReviewFigures> {
  const { pricing, years } = await promiseHash({
    pricing: signUpCalls(context, state).price(state),
    years: findYears(context, state, shown),
  });
  return { pricing, years, renewal: await findRenewal(context, state, pricing.totals) };
}

/** The same package is bought for as long as was shown. */
async function findYears(context: RequestContext, state: Billed, { payment, findChanged }: ShownReview) {
  const parts = answeredParts(state, payment.total, context.services.termsVersion);
  if (!findChanged(parts).includes('order')) return payment.years;
  const offered = await findPackage(context, state, state.order.packageId);
  return offered ? yearsOf(state.order, offered) : null;
}
