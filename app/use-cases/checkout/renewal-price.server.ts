import type { PaidTotals } from '~/domain/paid-order';
import type { Order } from '~/domain/order';
import type { SignedUp } from '~/journeys/open-states';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';
import { signUpCalls } from './sign-up-calls.server';

export interface RenewalPrice {
  /** Minor units; null where the backend gave only the text. */
  total: number | null;
  formatted: string;
}

/** @param totals of the order as it is paid today @returns undefined when the backend could not tell */
export async function findRenewal(
  context: RequestContext,
  state: SignedUp & { order: Order },
  totals: PaidTotals,
): Promise<RenewalPrice | undefined> {
  const isFullPrice = totals.paymentCodeTotal === 0 && totals.subTotal === totals.subTotalAfterDiscount;
  if (isFullPrice) return renewalAt(totals);
  const { billing } = state;
  if (!billing) return undefined;
  try {
    const full = await signUpCalls(context, state).priceAtRenewal({ ...state, billing });
    // Still discounted, so this is not the full price.
    return full.couponDetail ? undefined : renewalAt(full.totals);
  } catch (error) {
    logFailedCall(context, error, 'a renewal could not be priced');
    return undefined;
  }
}

function renewalAt({ total, totalFormatted }: PaidTotals): RenewalPrice | undefined {
  return totalFormatted === null ? undefined : { total, formatted: totalFormatted };
}
