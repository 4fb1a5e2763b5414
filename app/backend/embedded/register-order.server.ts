import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Language } from '~/i18n/languages';
import type { RegistrationTable } from '~/server/store/backend-tables';
import type { Schema } from '~/server/store/schema';
import { hasAccount } from './accounts.server';
import { spendCode } from './activation-codes.server';
import { OWN_REASONS } from './attempt-states';
import { saveAttempt } from './attempt-leases.server';
import { leaseOf } from './charging-calls';
import type { EmbeddedContext } from './context';
import { queueMail } from './mails.server';
import { insertFamily, insertOrder } from './paid-records.server';
import type { PaymentAttempt } from './payment-attempt';
import { makePaymentAnswer, readAttempt, readRegistration } from './payment-answer';
import { makeReceiptMail } from './receipt-mail';
import { issueToken } from './tokens.server';

/** `attempt` is undefined when somebody else holds the lease by now. */
export type RegisterResult =
  { outcome: 'registered'; attempt: PaymentAttempt | undefined } | { outcome: 'refused'; reason: string };

/** Undoes the transaction. */
class RolledBack extends Error {
  constructor(readonly result: RegisterResult) {
    super('The order was not registered');
  }
}

/**
 * Makes the parent's account, the family, the co-parent's invitation record, the order, the receipt mail and the payment answer, and
 * spends the activation codes: all of it or nothing.
 *
 * @returns refused when that can never succeed: a code was spent meanwhile, or the e-mail got an account
 * @throws Error when the store does not answer: then it can be tried again
 */
export async function registerOrder(context: EmbeddedContext, attempt: PaymentAttempt): Promise<RegisterResult> {
  try {
    return await context.db.transaction().execute((transaction) => registerIn(transaction, context, attempt));
  } catch (error) {
    if (error instanceof RolledBack) return error.result;
    throw error;
  }
}

async function registerIn(
  db: Transaction<Schema>,
  context: EmbeddedContext,
  attempt: PaymentAttempt,
): Promise<RegisterResult> {
  const { clock, sealing } = context;
  const at = clock.now();
  const userId = randomUUID();
  // Written first, so that nobody changes the sign-up between what is read here and what is made of it.
  const registration = await db
    .updateTable('backend_registrations')
    .set({ account_id: userId, updated_at: at.toISOString() })
    .where('id', '=', attempt.signup_id)
    .returningAll()
    .executeTakeFirstOrThrow();
  const isConfirmed = isDuplicateConfirmed(attempt, registration);
  if (!isConfirmed && (await hasAccount(db, registration.email))) throw refused(OWN_REASONS.parentDuplicate);
  const familyId = randomUUID();
  const clickToJoinToken = await issueToken(db, clock, 'credentials', userId);
  const answer = makePaymentAnswer(attempt, registration, { userId, familyId, clickToJoinToken, at });
  const registered = await saveAttempt(
    db,
    clock,
    attempt,
    { state: 'registered', sealed_answer: sealing.seal(JSON.stringify(answer)) },
    leaseOf(context),
  );
  if (!registered) throw new RolledBack({ outcome: 'registered', attempt: undefined });
  await spendCodes(db, attempt, at.toISOString());
  const isNew = await insertFamily(db, attempt, registration, answer, isConfirmed);
  // Another sign-up with this e-mail was registered in this very instant.
  if (!isNew) throw refused(OWN_REASONS.parentDuplicate);
  await insertOrder(db, attempt, answer);
  const { firstName } = readRegistration(registration).parent;
  const language = attempt.language as Language;
  await queueMail(
    db,
    clock,
    sealing,
    makeReceiptMail(context, { answer, orderId: attempt.order_id, firstName, language }),
  );
  return { outcome: 'registered', attempt: registered };
}

function isDuplicateConfirmed(attempt: PaymentAttempt, registration: RegistrationTable): boolean {
  return registration.parent_duplicate_confirmed === 1 || readAttempt(attempt).request.parentDuplicateConfirmed;
}

function refused(reason: string): RolledBack {
  return new RolledBack({ outcome: 'refused', reason });
}

async function spendCodes(db: Kysely<Schema>, attempt: PaymentAttempt, now: string): Promise<void> {
  // In one order for everybody: two orders that both have two codes would else wait for each other.
  const codes = readAttempt(attempt).pricing.paymentCodeDetails.toSorted((a, b) => (a.code < b.code ? -1 : 1));
  for (const { code, amount } of codes) {
    // A code that had nothing left to pay stays unspent.
    if (amount > 0 && !(await spendCode(db, code, attempt.order_id, now))) {
      throw refused(OWN_REASONS.codeSpent);
    }
  }
}
