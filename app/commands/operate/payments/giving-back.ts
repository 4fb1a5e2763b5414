import { makeRefundMail, type RefundSender } from '~/backend/embedded/mails/refund-mail';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { findHistory, type AttemptWriter } from '~/backend/embedded/payments/attempts/attempt-history.server';
import {
  isFree,
  leaseEnd,
  releaseAttempt,
  noteOnLeased,
  takeLease,
} from '~/backend/embedded/payments/attempts/attempt-leases.server';
import { recordGivenBack } from '~/backend/embedded/payments/settlement/follow-settlement.server';
import type { PaymentAttempt } from '~/backend/embedded/payments/attempts/payment-attempt';
import type { Operator } from '~/commands/operate/operator';
import type { Sealing } from '~/lib/sealing.server';
import { isHolding, type ChargingProvider, type ProviderTransaction } from '~/payments/port';
import { findPayer } from './payment-story';
import { noteOf, planGivingBack, type GivingBack, type Plan, type GiveBackRequest } from './plan-giving-back';
import { money, time } from './readable';
import type { Db } from '~/store/store';

export interface Desk {
  db: Db;
  charging: ChargingProvider;
  writer: AttemptWriter;
  operator: Operator;
  /** Undefined sends no mail. */
  mail: ({ sealing: Sealing } & RefundSender) | undefined;
}

/** `text` is shown to the operator. */
export interface Ending {
  isDone: boolean;
  text: string;
}

const ADVICE: Readonly<Record<GiveBackRequest['way'], string>> = {
  void: 'If it is settled by now, use "refund"; if it is settling, wait until it is settled.',
  refund: 'If it is not settled yet, use "void".',
};

/** Queries the provider for money that can be returned. A failed query is a refusal. */
export async function look({ db, charging }: Desk, attempt: PaymentAttempt, request: GiveBackRequest): Promise<Plan> {
  const orderId = attempt.order_id;
  const order = await db.selectFrom('backend_orders').select('id').where('id', '=', orderId).executeTakeFirst();
  const notes = (await findHistory(db, orderId)).flatMap(({ reason }) => reason ?? []);
  try {
    const [transactions, refunds] = await Promise.all([charging.findByOrderId(orderId), charging.findRefunds(orderId)]);
    const disputes = await findDisputes(charging, request.way === 'refund' ? transactions.filter(isHolding) : []);
    return planGivingBack({ attempt, hasOrder: order !== undefined, transactions, refunds, disputes, notes }, request);
  } catch (error) {
    return { verdict: 'refused', text: `Failed to query the provider: ${messageOf(error)}.` };
  }
}

async function findDisputes({ records }: ChargingProvider, transactions: readonly ProviderTransaction[]) {
  const found = transactions.map(async ({ transactionId }) => {
    const record = await records.find(transactionId);
    return [transactionId, record?.dispute ?? null] as const;
  });
  return new Map(await Promise.all(found));
}

/**
 * Returns the money under the payment's lease: queries the provider again, records the request, sends it, and records the outcome together
 * with the mail.
 */
export async function giveBack(desk: Desk, orderId: string, request: GiveBackRequest): Promise<Ending> {
  const attempt = await takeLease(desk.db, desk.writer, orderId, isFree);
  if (!attempt) return notDone('A server or another operator is working on it. Retry in two minutes.');
  let keepsLease = false;
  try {
    const plan = await look(desk, attempt, request);
    if (plan.verdict === 'refused') return notDone(plan.text);
    if (plan.verdict === 'done')
      return plan.isWritten ? done(plan, 'before') : await write(desk, attempt, plan, 'before');
    const { way, amount, transaction } = plan;
    const requestNote = `${way} requested: ${money(amount, transaction.currency)} of ${transaction.transactionId}`;
    await addNote(desk, attempt, requestNote);
    const outcome = await requestReturn(desk, plan);
    if (outcome.outcome === 'approved')
      return await write(desk, attempt, { ...plan, refundIds: outcome.refundIds }, 'now');
    if (outcome.outcome === 'declined') {
      await addNote(desk, attempt, `${way} refused: ${outcome.reason}`);
      return notDone(`The provider refused to ${way} it (${outcome.reason}). ${ADVICE[way]}`);
    }
    const after = await look(desk, attempt, request);
    if (after.verdict === 'done' && !after.isWritten) return await write(desk, attempt, after, 'now');
    // The lease prevents a second request for the same money while the call can still take effect.
    keepsLease = true;
    const { now } = await desk.writer.clock.read(desk.db);
    const until = leaseEnd(now, desk.writer.leaseMs);
    return notDone(
      `The call to the provider failed (${messageOf(outcome.cause)}), so it is unknown whether the money was returned. Repeat the command after ${time(until)}: it checks first, and returns only money that was not returned.`,
    );
  } finally {
    if (!keepsLease) await releaseAttempt(desk.db, attempt);
  }
}

type ReturnOutcome =
  | { outcome: 'approved'; refundIds: string[] }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'unknown'; cause: unknown };

async function requestReturn({ charging }: Desk, { way, transaction, amount }: GivingBack): Promise<ReturnOutcome> {
  try {
    if (way === 'void') {
      const result = await charging.void(transaction.transactionId);
      return result.outcome === 'approved' ? { outcome: 'approved', refundIds: [] } : result;
    }
    const result = await charging.refund(transaction.transactionId, amount);
    return result.outcome === 'approved' ? { outcome: 'approved', refundIds: [result.refund.refundId] } : result;
  } catch (cause) {
    return { outcome: 'unknown', cause };
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function addNote({ db, writer, operator }: Desk, attempt: PaymentAttempt, text: string): Promise<void> {
  const saved = await db
    .transaction()
    .execute((transaction) =>
      noteOnLeased(transaction, writer, attempt, { note: withWhy(text, operator), keepsLease: true }),
    );
  if (!saved) throw new Error('Another process took the payment over before the provider was called');
}

/** Returns the provider's current record. Undefined if it does not respond; the next round then looks it up. */
async function readRecordAfter({ charging }: Desk, { transaction }: GivingBack) {
  return charging.records.find(transaction.transactionId).catch(() => undefined);
}

/** Rolls the transaction back. */
class LeaseLost extends Error {
  override readonly name = 'LeaseLost';
}

/** Writes state, settlement, history and mail in one transaction. */
async function write(desk: Desk, attempt: PaymentAttempt, plan: GivingBack, when: 'now' | 'before'): Promise<Ending> {
  const { db, writer, operator } = desk;
  const change = { state: plan.state, note: withWhy(noteOf(plan), operator) };
  const recordAfter = await readRecordAfter(desk, plan);
  const writing = db.transaction().execute(async (transaction) => {
    const { now } = await writer.clock.read(transaction);
    // The settlement first, as in a look-up, so that the two cannot block each other.
    await recordGivenBack(transaction, { ...attempt, state: plan.state }, recordAfter, now);
    if (!(await noteOnLeased(transaction, writer, attempt, change))) throw new LeaseLost();
    if (!desk.mail) return { mailed: 'No mail was queued.' };
    const payer = await findPayer(transaction, attempt);
    if (!payer) return { mailed: 'No mail was queued, because the payer’s e-mail is not stored.' };
    const mail = makeRefundMail(desk.mail, {
      orderId: attempt.order_id,
      recipient: payer.email,
      firstName: payer.firstName,
      language: attempt.language,
      way: plan.way,
      amount: plan.amount,
      currency: plan.transaction.currency,
      paymentType: attempt.payment_type,
      cardLastFour: plan.transaction.cardLastFour,
    });
    await queueMail(transaction, desk.mail.sealing, mail, { now });
    return { mailed: 'The customer gets a mail.' };
  });
  const written = await writing.catch((error: unknown) => {
    if (error instanceof LeaseLost) return undefined;
    throw error;
  });
  if (!written)
    return notDone('The money was returned, but recording that failed. Repeat the command: it checks first.');
  const { text } = done(plan, when);
  return { isDone: true, text: `${text} ${written.mailed}` };
}

function done({ way, amount, transaction, state }: GivingBack, when: 'now' | 'before'): Ending {
  const what = `${money(amount, transaction.currency)} of transaction ${transaction.transactionId}`;
  const whatWasDone = `${what} was ${way === 'void' ? 'voided' : 'refunded'}${when === 'before' ? ' before' : ''}`;
  return { isDone: true, text: `${whatWasDone}. The payment is ${state}.` };
}

function notDone(text: string): Ending {
  return { isDone: false, text };
}

function withWhy(text: string, { why }: Operator): string {
  return why === null ? text : `${text}; ${why}`;
}
