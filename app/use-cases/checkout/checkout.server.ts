import { createHash } from 'node:crypto';
import { redirect } from '@remix-run/node';
import { safe } from '@orpc/client';
import { readRefusal } from '~/backend/refusal';
import type { PaymentRequest } from '~/backend/schemas/payments';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { TermsAgreement } from '~/domain/receipt/terms-agreement';
import { afterNewOffer, hasConfirmedDuplicate, methodFor, type Patch } from '~/journeys/parent/progress';
import type { Billed, With } from '~/journeys/open-states';
import { pricingLocaleOf } from './offered-packages.server';
import type { Path } from '~/journeys/journey';
import { getSignUpJourney } from '~/journeys/journey';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';
import type { ShownPayment } from '~/server/request/review-seals.server';
import type { CheckoutCalls } from './checkout-calls';
import { signUpCalls } from './sign-up-calls.server';
import { restartSignUp } from '~/use-cases/step/restart.server';

/**
 * @throws Response a redirect to the packages when the order cannot be priced (docs/rules.md, "Order total"), or to the start when the
 *   backend does not know the sign-up any more
 */
export async function requirePricing(context: RequestContext, state: Billed): Promise<PricingInfo> {
  const calls = signUpCalls(context, state);
  const { error, data } = await safe(calls.price(state));
  if (!error) return data;
  const { kind } = readRefusal(error);
  if (kind === 'gone') throw redirect(await restartSignUp(context, state), 303);
  if (kind === 'deadInvite') throw redirect('/invite/request', 303);
  logFailedCall(context, error, 'an order could not be priced');
  context.session.update({ notice: 'priceUnavailable', ...(await findOfferAnew(context, calls, state)) });
  throw redirect(packagesPath(context), 303);
}

/** What is on offer may have changed. Empty where the backend cannot tell. */
async function findOfferAnew(context: RequestContext, calls: CheckoutCalls, state: Billed): Promise<Patch> {
  const { error, data } = await safe(calls.getPricing(state));
  if (!error) return afterNewOffer(state, data);
  if (error instanceof Response) throw error;
  context.log.warn({ err: error }, 'what is on offer could not be asked');
  return {};
}

export function packagesPath(context: RequestContext): Path {
  const { getStep, packages } = getSignUpJourney(context);
  return getStep(packages).path;
}

/** @param shown on the review; the backend refuses amounts that differ from its price */
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
      // Null when nothing is to pay; the backend checks that itself.
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

/** Derived from what is paid with what, so pressing Pay now again, even after a crash, repeats the same payment. */
export function idempotencyKeyOf(signupId: string, request: PaymentRequest): string {
  const { order, payForCoparent, promoCodes, payment } = request;
  const parts = [signupId, payment.nonce, order, payForCoparent, promoCodes, payment.amountDisplayed];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}
