import type { EmbeddedContext } from '~/backend/embedded/context';
import type { PaymentAttempt } from './payment-attempt';
import { MARGIN_MS } from './provider-calls';

/**
 * Whether so much time has passed that the provider can no longer take an attempt's money, so that finding none proves that none was taken.
 * Time is the store's. Where it cannot be trusted, only what this process has counted itself counts: since the store's clock was last set,
 * and, for an attempt that seems to be from the future, since this process first met it.
 */
export async function isNoLongerTaken(context: EmbeddedContext, attempt: PaymentAttempt): Promise<boolean> {
  const { now, steadyMs } = await context.storeClock.read(context.db);
  const age = now.getTime() - Date.parse(attempt.created_at);
  const passed = age < 0 ? sinceMet(context, attempt.order_id) : Math.min(age, steadyMs);
  // The call may have begun up to one margin after the row was written.
  return passed > context.charging.deadline + 2 * MARGIN_MS;
}

function sinceMet({ metAt }: EmbeddedContext, orderId: string): number {
  const now = performance.now();
  const first = metAt.get(orderId) ?? now;
  metAt.set(orderId, first);
  return now - first;
}
