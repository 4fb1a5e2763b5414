import type { Kysely, Transaction } from 'kysely';
import { toLanguage } from '~/i18n/languages';
import type { Schema } from '~/store/schema';
import { hasAccount } from '~/backend/embedded/people/accounts.server';
import { spendCode } from '~/backend/embedded/pricing/activation-codes.server';
import { OWN_REASONS } from './attempts/attempt-states';
import { saveAttempt } from './attempts/attempt-leases.server';
import { writerOf } from './attempts/attempt-writer';
import { readCodes } from './attempts/attempt-codes';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { makeCredentialsMail } from '~/backend/embedded/mails/credentials-mail';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { makeOrderReceipt } from '~/backend/embedded/mails/order-receipt';
import { makeReceiptMail } from '~/backend/embedded/mails/receipt-mail';
import { claimInvitation } from './invitation-buyer.server';
import { insertOrder } from './orders.server';
import { answerColumn, readAttempt, type PaymentAttempt } from './attempts/payment-attempt';
import { makePaymentAnswer } from './payment-answer';
import { claimRegistration } from './registration-buyer.server';
import { issueToken } from '~/backend/embedded/people/tokens.server';

/** `attempt` is undefined if the lease was lost meanwhile. */
export type RegisterResult =
  { outcome: 'registered'; attempt: PaymentAttempt | undefined } | { outcome: 'refused'; reason: string };

/** Rolls the transaction back. */
class RolledBack extends Error {
  constructor(readonly result: RegisterResult) {
    super('The order was not registered');
  }
}

/**
 * Registers a paid order in one transaction: makes the account, the family and invitation of a sign-up, the order, the mails and the
 * payment answer, and spends the activation codes.
 *
 * @returns refused if it can never succeed: a code was spent meanwhile, or the e-mail now has an account
 * @throws Error if the store does not answer; the call can then be repeated
 */
export async function registerOrder(context: EmbeddedContext, attempt: PaymentAttempt): Promise<RegisterResult> {
  try {
    const result = await context.db.transaction().execute((transaction) => registerIn(transaction, context, attempt));
    context.mailsQueued();
    return result;
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

const CLAIMS = { registration: claimRegistration, invitation: claimInvitation } as const;

async function registerIn(
  db: Transaction<Schema>,
  context: EmbeddedContext,
  attempt: PaymentAttempt,
): Promise<RegisterResult> {
  const { clock, sealing } = context;
  const at = clock.now();
  const buyer = await CLAIMS[attempt.payer](db, context, attempt, at.toISOString());
  if (!buyer.isDuplicateConfirmed && (await hasAccount(db, buyer.parent.email))) {
    throw refused(OWN_REASONS.parentDuplicate);
  }
  const clickToJoinToken = await issueToken(db, clock, 'credentials', buyer.userId);
  const codes = readCodes(sealing, attempt);
  const answer = makePaymentAnswer(attempt, buyer, codes, { clickToJoinToken, at });
  const registered = await saveAttempt(db, writerOf(context), attempt, {
    state: 'registered',
    sealed_answer: sealing.seal(answerColumn.write(answer)),
  });
  if (!registered) throw new RolledBack({ outcome: 'registered', attempt: undefined });
  await spendCodes(db, context, attempt, { codes: codes.priced, now: at.toISOString() });
  // Another person with this e-mail was registered at the same moment.
  if (!(await buyer.makeAccount(db, answer))) throw refused(OWN_REASONS.parentDuplicate);
  await insertOrder(db, attempt, answer);
  const { parent, address, coParent } = buyer;
  const { request, pricing } = readAttempt(attempt);
  const language = toLanguage(attempt.language);
  const receipt = makeOrderReceipt(context, {
    answer,
    order: request.order,
    payer: { name: `${parent.firstName} ${parent.lastName}`, address },
    timeZone: parent.timeZone ?? 'UTC',
    language,
  });
  const payer = {
    recipient: parent.email,
    firstName: parent.firstName,
    country: pricing.request.address.country,
    orderId: attempt.order_id,
    language,
  };
  const wayBack = await buyer.wayBack(db, answer);
  await queueMail(db, clock, sealing, makeCredentialsMail(context, { ...payer, wayBack }));
  // Queued last, the receipt is the newest.
  const isCoParentMailed = typeof coParent?.email === 'string';
  await queueMail(db, clock, sealing, makeReceiptMail(context, { ...payer, receipt, isCoParentMailed }));
  return { outcome: 'registered', attempt: registered };
}

function refused(reason: string): RolledBack {
  return new RolledBack({ outcome: 'refused', reason });
}

async function spendCodes(
  db: Kysely<Schema>,
  { codeHashing }: EmbeddedContext,
  attempt: PaymentAttempt,
  { codes, now }: { codes: readonly string[]; now: string },
): Promise<void> {
  const amounts = readAttempt(attempt).pricing.paymentCodeDetails.map(({ amount }) => amount);
  // A code that had nothing left to pay stays unspent.
  const paying = codes.filter((_code, at) => (amounts[at] ?? 0) > 0);
  // All orders spend codes in the same sequence, so that two orders with the same two codes cannot deadlock.
  for (const code of paying.toSorted()) {
    if (!(await spendCode(db, codeHashing, code, { orderId: attempt.order_id, now }))) {
      throw refused(OWN_REASONS.codeSpent);
    }
  }
}
