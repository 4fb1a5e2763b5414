import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import type { Order } from '~/domain/order';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { findLiveAttempt } from './attempts/attempt-store.server';
import { readAnswer, readAttempt } from './attempts/payment-attempt';

interface FullPaidOrder {
  answer: FullPaymentAnswer;
  order: Order;
  timeZone: string;
}

/** The order that this user paid, in any browser, with the answer they got. */
export async function findPaidOrder(
  { db, sealing }: EmbeddedContext,
  userId: string,
  timeZone = 'UTC',
): Promise<FullPaidOrder | null> {
  const attempt = await findLiveAttempt(db, userId);
  const answer = attempt && readAnswer(sealing, attempt);
  return answer ? { answer, order: readAttempt(attempt).request.order, timeZone } : null;
}
