import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import type { Order } from '~/domain/order';
import type { AddressBody, ParentBody } from '~/backend/embedded/people/json-columns';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { findLiveAttempt } from './attempts/attempt-store.server';
import { readAnswer, readAttempt } from './attempts/payment-attempt';

interface FullPaidOrder {
  answer: FullPaymentAnswer;
  order: Order;
  timeZone: string;
  billingAddress: AddressBody | null;
}

interface PaidBy {
  /** The user's. */
  id: string;
  parent: ParentBody | null;
  address: AddressBody | null;
}

/** The order that this user paid, in any browser, with the answer they got. */
export async function findPaidOrder(
  { db, sealing }: EmbeddedContext,
  { id, parent, address }: PaidBy,
): Promise<FullPaidOrder | null> {
  const attempt = await findLiveAttempt(db, id);
  const answer = attempt && readAnswer(sealing, attempt);
  if (!answer) return null;
  const { order } = readAttempt(attempt).request;
  return { answer, order, timeZone: parent?.timeZone ?? 'UTC', billingAddress: address };
}
