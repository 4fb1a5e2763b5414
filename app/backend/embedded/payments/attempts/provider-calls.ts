import { withTimeout } from '~/lib/with-timeout';
import type { ChargeOutcome, ProviderTransaction } from '~/payments/port';
import type { EmbeddedContext } from '~/backend/embedded/context';

/** Added to every deadline, because clocks differ and processes pause. */
export const MARGIN_MS = 5_000;

/** Milliseconds. Longer than a provider call can take effect or be waited for. */
export function leaseOf({ charging, answerWithin }: EmbeddedContext): number {
  return Math.max(charging.deadline, answerWithin) + MARGIN_MS;
}

/** Makes a call that moves money. Any error becomes an unknown outcome. */
export async function charge(context: EmbeddedContext, call: () => Promise<ChargeOutcome>): Promise<ChargeOutcome> {
  try {
    return await withTimeout(context.answerWithin, call);
  } catch (cause) {
    return { outcome: 'unknown', cause };
  }
}

/** The provider's transactions of an order, newest first. Undefined if the provider does not answer. */
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
