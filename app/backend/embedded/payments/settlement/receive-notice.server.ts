import { withTimeout } from '~/lib/with-timeout';
import {
  FAILED_STATUSES,
  ForgedNotice,
  UnreadableNotice,
  type ProviderNotice,
  type ProviderRecord,
  type ProviderWebhooks,
} from '~/payments/records-port';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { followSettlement } from './follow-settlement.server';

/**
 * - `changed`, `unchanged`: the payment was looked up
 * - `replayed`: the same message was processed before
 * - `not-followed`: not about a payment of this site, or about one that is not yet submitted
 * - `ignored`: a kind that does not concern payments
 * - `forged`: not signed by the provider
 * - `unreadable`: signed, but of an unknown shape
 */
export type NoticeOutcome = 'changed' | 'unchanged' | 'replayed' | 'not-followed' | 'ignored' | 'forged' | 'unreadable';

export interface ReceivedNotice {
  /** `none` if it could not be read. */
  kind: ProviderNotice['kind'] | 'none';
  outcome: NoticeOutcome;
}

/**
 * Handles a provider's message. Uses it only to learn which transaction to look up, so a repeated, late or out-of-order message does no
 * harm.
 *
 * @param form the message as posted
 * @throws Error if the provider or the store fails, so that the provider resends the message
 */
export async function receiveNotice(context: EmbeddedContext, form: URLSearchParams): Promise<ReceivedNotice> {
  const { webhooks, records } = context.charging;
  if (!webhooks) throw new Error('The payment provider sends no messages');
  const notice = await read(webhooks, form);
  if ('outcome' in notice) return notice;
  const { id, kind, transactionId } = notice;
  if (kind === 'other' || kind === 'test' || transactionId === null) return { kind, outcome: 'ignored' };
  if (await wasReceived(context, id)) return { kind, outcome: 'replayed' };
  const record = await withTimeout(context.answerWithin, () => records.find(transactionId));
  const orderId = record?.orderId ?? undefined;
  const outcome =
    orderId === undefined ? 'not-followed' : await followSettlement(context, orderId, findReported(kind, record));
  // A payment that is not submitted yet may be submitted when the provider repeats the message.
  if (outcome !== 'not-followed') await remember(context, id);
  return { kind, outcome };
}

/** The failed refund, which its sale's record no longer contains, or the disputed sale of a message. */
function findReported(kind: ProviderNotice['kind'], record: ProviderRecord | undefined): ProviderRecord | undefined {
  const isFailedRefund =
    kind === 'refund-failed' && record?.type === 'refund' && FAILED_STATUSES.includes(record.status);
  const isDisputed = record?.type === 'sale' && record.dispute !== null;
  return isFailedRefund || isDisputed ? record : undefined;
}

async function read(webhooks: ProviderWebhooks, form: URLSearchParams): Promise<ProviderNotice | ReceivedNotice> {
  try {
    return await webhooks.read(form);
  } catch (error) {
    if (error instanceof ForgedNotice) return { kind: 'none', outcome: 'forged' };
    if (error instanceof UnreadableNotice) return { kind: 'none', outcome: 'unreadable' };
    throw error;
  }
}

async function wasReceived({ db }: EmbeddedContext, id: string): Promise<boolean> {
  const row = await db.selectFrom('backend_notices').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

async function remember({ db, clock }: EmbeddedContext, id: string): Promise<void> {
  await db
    .insertInto('backend_notices')
    .values({ id, received_at: clock.now().toISOString() })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}
