import type { InviteContext } from '~/backend/schemas/invites';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { findLiveAttempt } from './attempt-store.server';
import { readAnswer, readAttempt } from './payment-attempt';

/** The order that this user paid, in any browser, with the answer they got. */
export async function findPaidOrder(
  { db, sealing }: EmbeddedContext,
  userId: string,
  timeZone = 'UTC',
): Promise<InviteContext['paidOrder']> {
  const attempt = await findLiveAttempt(db, userId);
  const answer = attempt && readAnswer(sealing, attempt);
  return answer ? { answer, order: readAttempt(attempt).request.order, timeZone } : null;
}
