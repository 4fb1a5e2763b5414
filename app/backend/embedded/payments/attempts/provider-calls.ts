import { withTimeout } from '~/lib/with-timeout';
import { isHolding, leftOfSale, type ChargeOutcome, type ProviderTransaction } from '~/payments/port';
import type { EmbeddedContext } from '~/backend/embedded/context';

/** Added to every deadline, because clocks differ and processes pause. */
export const MARGIN_MS = 5_000;

/** Milliseconds. Longer than a provider call can take effect, and longer than this process waits for it. */
export function leaseOf({ charging, answerWithin }: EmbeddedContext): number {
  return Math.max(charging.deadline, answerWithin) + MARGIN_MS;
}

/**
 * Makes a call that moves money of an order. Any error becomes an unknown outcome, and its cause is logged.
 *
 * @param onLate receives a result that arrives after the deadline
 */
export async function charge(
  context: EmbeddedContext,
  orderId: string,
  call: () => Promise<ChargeOutcome>,
  onLate: (answer: ChargeOutcome) => void = () => undefined,
): Promise<ChargeOutcome> {
  let isWaiting = true;
  const answered = async () => {
    const answer = await call();
    if (!isWaiting) onLate(answer);
    return answer;
  };
  try {
    const answer = await withTimeout(context.answerWithin, answered);
    if (answer.outcome === 'unknown') reportFailure(context, orderId, answer.cause);
    else context.providerAnswered(true);
    return answer;
  } catch (cause) {
    isWaiting = false;
    reportFailure(context, orderId, cause);
    return { outcome: 'unknown', cause };
  }
}

/** The provider's transactions of an order, newest first. Undefined if the provider does not respond. */
export function findTransactions(context: EmbeddedContext, orderId: string) {
  return query(context, orderId, () => context.charging.findByOrderId(orderId));
}

/** The transactions whose money no refund and no lost dispute has returned. Undefined if the provider does not respond. */
export async function findHeld(
  context: EmbeddedContext,
  orderId: string,
  transactions: readonly ProviderTransaction[],
): Promise<ProviderTransaction[] | undefined> {
  const { records } = context.charging;
  const held: ProviderTransaction[] = [];
  for (const transaction of transactions.filter(isHolding)) {
    // Only submitted money can be returned so, which most look-ups do not find.
    const isSubmitted = transaction.status !== 'authorised';
    const found = isSubmitted
      ? await query(context, orderId, async () => [await records.find(transaction.transactionId)])
      : [];
    if (found === undefined) return undefined;
    const { refunded = 0, dispute = null } = found[0] ?? {};
    if (leftOfSale({ ...transaction, refunded, dispute }) > 0) held.push(transaction);
  }
  return held;
}

async function query<T>(context: EmbeddedContext, orderId: string, call: () => Promise<T>): Promise<T | undefined> {
  try {
    const found = await withTimeout(context.answerWithin, call);
    context.providerAnswered(true);
    return found;
  } catch (cause) {
    reportFailure(context, orderId, cause);
    return undefined;
  }
}

function reportFailure(context: EmbeddedContext, orderId: string, cause: unknown): void {
  context.providerAnswered(false);
  context.report({ event: 'provider-call-failed', orderId, cause });
}
