import { safe } from '@orpc/client';
import type { PricingInfo } from '~/backend/schemas/prices';
import type { OrderLines } from '~/components/checkout/order-summary';
import type { Billed } from '~/journeys/open-states';
import { logFailedCall } from '~/use-cases/step/log-failed-call';
import type { RequestContext } from '~/server/request/request-context.server';
import { findOrderLines } from './order-lines.server';
import { signUpCalls } from './sign-up-calls.server';

/** The order with the co-parent's box toggled, which the page shows before it is sent. */
export interface ToggledOrder {
  pricing: PricingInfo;
  lines: OrderLines;
}

/** Null for parent B, who has no such box, and where it cannot be priced: the page then shows the total once the form is sent. */
export async function findToggledOrder(context: RequestContext, state: Billed): Promise<ToggledOrder | null> {
  if (state.invited) return null;
  const toggled = { ...state, paysForCoParent: !state.paysForCoParent };
  const { error, data: pricing } = await safe(signUpCalls(context, toggled).price(toggled));
  if (error) {
    logFailedCall(context, error, 'an order could not be priced');
    return null;
  }
  const lines = await findOrderLines(context, toggled, pricing);
  return lines ? { pricing, lines } : null;
}
