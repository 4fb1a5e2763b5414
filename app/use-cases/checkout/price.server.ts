import { safe } from '@orpc/client';
import { redirect } from '@remix-run/node';
import { isEnded, readRefusal } from '~/backend/refusal';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { Order, PaidOrder, PaidTotals } from '~/domain/order';
import type { SignedUp } from '~/journeys/checkout';
import type { JoinState, With } from '~/journeys/join-state';
import { getSignUpJourney, type Billed } from '~/journeys/journey';
import { afterNewOffer, afterPaymentExtras, type Patch } from '~/journeys/progress';
import type { Path } from '~/journeys/sequence';
import type { RequestContext } from '~/server/request/request-context.server';
import { restartSignUp, logFailedCall } from '~/use-cases/step/refuse.server';
import { clearTypedField } from '~/use-cases/step/step-guard.server';
import { signUpCalls, type CheckoutCalls } from './checkout-calls.server';
import { reportCheckoutStep } from './checkout-events.server';

/**
 * @throws Response a redirect if the order cannot be priced (docs/rules.md, "Order total"): to the payment view without the co-parent's box
 *   if the order has a price without it, or else to the packages; or to the start if the backend no longer has the sign-up
 */
export async function requirePricing(context: RequestContext, state: Billed): Promise<PricingInfo> {
  const calls = signUpCalls(context, state);
  const { error, data } = await safe(calls.price(state));
  if (!error) return data;
  if (isEnded(readRefusal(error))) throw redirect(await restartSignUp(context, state), 303);
  logFailedCall(context, error, 'failed to price an order');
  context.posted.saveDraft();
  if (state.paysForCoParent && (await findPrice(context, { ...state, paysForCoParent: false }))) {
    // From the packages, the same order would lead back here for as long as the backend does not price it.
    clearTypedField(context, 'payment/method', 'isPayingForCoparent');
    const { codes } = context.session.state ?? state;
    context.session.update({
      ...afterPaymentExtras(state, { codes, paysForCoParent: false }),
      notice: 'coParentUnpriced',
    });
    throw redirect('/payment/method', 303);
  }
  context.session.update({ notice: 'priceUnavailable', ...(await reloadOffer(context, calls, state)) });
  throw redirect(packagesPath(context), 303);
}

/** Undefined if the order cannot be priced, because earlier views can show the order without a price. */
export async function findPrice(
  context: RequestContext,
  state: With<'order' | 'parent' | 'billing'> & SignedUp,
): Promise<PricingInfo | undefined> {
  const { error, data } = await safe(signUpCalls(context, state).price(state));
  if (error) logFailedCall(context, error, 'failed to price an order');
  return data;
}

/**
 * Completes the billing view after the dialog of docs/rules.md, "Country mismatch", which already stored the address. If the chosen package
 * is sold in that country, the visitor continues to the payment.
 */
export async function completeBillingAgain(
  context: RequestContext,
  state: JoinState & With<'order' | 'parent'> & SignedUp,
): Promise<Patch> {
  const { billing, order, parent, resolvedMismatch } = state;
  if (!billing || billing.country !== resolvedMismatch) return {};
  const { error, data } = await safe(signUpCalls(context, state).checkCountry(order, { parent, billing }));
  if (error) logFailedCall(context, error, 'failed to check a package for its country');
  if (data !== 'success') return {};
  reportCheckoutStep(context, state, { name: 'payment/billing', event: 'completed' });
  return { lastCompletedPaymentStep: 1, resolvedMismatch: undefined };
}

/** Reloads the available packages, which may have changed. Empty if the backend does not return them. */
async function reloadOffer(context: RequestContext, calls: CheckoutCalls, state: Billed): Promise<Patch> {
  const { error, data } = await safe(calls.getPricing(state));
  if (!error) return afterNewOffer(state, data);
  if (error instanceof Response) throw error;
  context.log.warn({ err: error }, 'failed to load packages');
  return {};
}

export function packagesPath(context: RequestContext): Path {
  const { getStep, packages } = getSignUpJourney(context);
  return getStep(packages).path;
}

export interface RenewalPrice {
  /** Minor units; null if the backend returned only the text. */
  total: number | null;
  formatted: string;
}

/** The price of an order as it is paid today. */
type PaidToday = PaidOrder['pricingInfo'] & { totals: PaidTotals };

/** @returns undefined if the backend does not return it */
export async function findRenewal(
  context: RequestContext,
  state: SignedUp & { order: Order },
  today: PaidToday,
): Promise<RenewalPrice | undefined> {
  if (isFullPrice(today)) return renewalAt(today.totals);
  const { billing } = state;
  if (!billing) return undefined;
  try {
    const full = await signUpCalls(context, state).priceAtRenewal({ ...state, billing });
    // The price is still discounted, so it is not the renewal price.
    return full.couponDetail ? undefined : renewalAt(full.totals);
  } catch (error) {
    logFailedCall(context, error, 'failed to price a renewal');
    return undefined;
  }
}

/** False if an amount that shows it is missing. */
function isFullPrice(today: PaidToday): boolean {
  const { paymentCodeTotal, subTotal, subTotalAfterDiscount } = today.totals;
  return !today.couponDetail && paymentCodeTotal === 0 && subTotal !== null && subTotal === subTotalAfterDiscount;
}

function renewalAt({ total, totalFormatted }: PaidTotals): RenewalPrice | undefined {
  return totalFormatted === null ? undefined : { total, formatted: totalFormatted };
}
