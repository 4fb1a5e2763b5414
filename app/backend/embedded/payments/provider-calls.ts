import { withTimeout } from '~/lib/with-timeout';
import type { ChargeOutcome, ProviderTransaction } from '~/payments/port';
import type { EmbeddedContext } from '~/backend/embedded/context';

/** Added to every deadline, for clocks that differ and processes that pause. */
export const MARGIN_MS = 5_000;

/** How long a lease lasts: longer than any call to the provider can take effect or be waited for. */
export function leaseOf({ charging, answerWithin }: EmbeddedContext): number {
  return Math.max(charging.deadline, answerWithin) + MARGIN_MS;
}

/** A call that moves money: whatever goes wrong on the way is an unknown outcome. */
export async function charge(context: EmbeddedContext, call: () => Promise<ChargeOutcome>): Promise<ChargeOutcome> {
  try {
    return await withTimeout(context.answerWithin, call);
  } catch (cause) {
    return { outcome: 'unknown', cause };
  }
}

/** What the provider knows of an order, newest first; undefined when it does not answer. */
export async function findTransactions(
  context: EmbeddedContext,
  orderId: string,
): Promise<ProviderTransaction[] | undefined> {
  try {
    return await withTimeout(context.answerWithin, () => context.charging.findByOrderId(orderId));
  } catch {
    return undefined;
  }
}
