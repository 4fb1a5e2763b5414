import type { PaidTotals } from '~/domain/paid-order';
import type { Order } from '~/domain/order';
import type { SignedUp } from '~/journeys/open-states';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';
import { signUpCalls } from './sign-up-calls.server';

/** @param totals of the order as it is paid today @returns formatted; undefined when the backend could not tell */
export async function findRenewalAmount(
  context: RequestContext,
  state: SignedUp & { order: Order },
  totals: PaidTotals,
): Promise<string | undefined> {
  const isFullPrice = totals.paymentCodeTotal === 0 && totals.subTotal === totals.subTotalAfterDiscount;
  if (isFullPrice) return totals.totalFormatted ?? undefined;
  const { billing } = state;
  if (!billing) return undefined;
  try {
    const full = await signUpCalls(context, state).priceAtRenewal({ ...state, billing });
    // Still discounted, so this is not the full price.
    return full.couponDetail ? undefined : (full.totals.totalFormatted ?? undefined);
  } catch (error) {
    logFailedCall(context, error, 'a renewal could not be priced');
    return undefined;
  }
}
