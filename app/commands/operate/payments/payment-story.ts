import { findHistory } from '~/backend/embedded/payments/attempts/attempt-history.server';
import { ATTEMPT_STATES, UNFINISHED_STATES } from '~/backend/embedded/payments/attempts/attempt-states';
import { findAttempt } from '~/backend/embedded/payments/attempts/attempt-store.server';
import { readAttempt, type PaymentAttempt } from '~/backend/embedded/payments/attempts/payment-attempt';
import { findSettlement } from '~/backend/embedded/payments/settlement/settlement-store.server';
import { findPackage } from '~/backend/embedded/pricing/catalogue';
import { findYears } from '~/backend/embedded/pricing/renewal';
import { laterDay } from '~/domain/calendar-days';
import { orderNumberOf } from '~/domain/receipt/order-number';
import { readInvitation } from '~/backend/embedded/people/invitation';
import { readRegistration } from '~/backend/embedded/people/registration.server';
import { adviceFor } from './stuck-payments';
import type { Db } from '~/store/store';

export type PaymentStory = NonNullable<Awaited<ReturnType<typeof findPaymentStory>>>;

/**
 * The store's data about a payment. Amounts in minor units, times ISO 8601.
 *
 * @param options.person whether to name the payer; nothing else identifies a person
 */
export async function findPaymentStory(db: Db, orderId: string, { person, now }: { person: boolean; now: Date }) {
  const attempt = await findAttempt(db, orderId);
  if (!attempt) return undefined;
  const payer = await findPayer(db, attempt);
  const order = await db.selectFrom('backend_orders').selectAll().where('id', '=', orderId).executeTakeFirst();
  const settlement = await findSettlement(db, orderId);
  const accountId = order?.account_id ?? payer?.accountId ?? null;
  return {
    orderId,
    orderNumber: orderNumberOf(orderId),
    signupId: attempt.signup_id,
    payer: attempt.payer,
    state: attempt.state,
    standing: ATTEMPT_STATES[attempt.state].standing,
    reason: attempt.reason,
    amount: attempt.amount,
    currency: attempt.currency,
    paymentType: attempt.payment_type,
    cardLastFour: attempt.card_last_four,
    transactionId: attempt.transaction_id,
    merchantAccount: attempt.merchant_account,
    language: attempt.language,
    createdAt: attempt.created_at,
    updatedAt: attempt.updated_at,
    heldUntil: attempt.lease_until !== null && attempt.lease_until > now.toISOString() ? attempt.lease_until : null,
    order: order
      ? {
          createdAt: order.created_at,
          packageId: order.package_id,
          packageCode: findPackage(order.package_id)?.code ?? null,
          productId: order.product_id,
          services: JSON.parse(order.services) as unknown,
          forCoParent: order.pay_for_co_parent === 1,
          renewsAt: renewsAt(order, payer?.timeZone ?? 'UTC'),
        }
      : null,
    // The settlement at the provider; null before the first look-up.
    settlement: settlement
      ? { state: settlement.state, refunded: settlement.refunded, waitingSince: settlement.waiting_since }
      : null,
    account: await findAccount(db, accountId),
    mails: await findMails(db, orderId),
    tokens: await findTokens(db, attempt, accountId, now),
    history: (await findHistory(db, orderId)).map(({ number, at, from_state, to_state, reason, by }) => ({
      number,
      at,
      from: from_state,
      to: to_state,
      reason,
      by,
    })),
    otherAttempts: await findOtherAttempts(db, attempt),
    toDo: nextStep(attempt),
    ...(person ? { person: payer ? { name: payer.name, email: payer.email, phone: payer.phone } : null } : {}),
  };
}

function renewsAt(order: { package_id: string; product_id: string | null; created_at: string }, timeZone: string) {
  const years = findYears({ packageId: order.package_id, productId: order.product_id });
  return years === null ? null : laterDay(new Date(order.created_at), { years }, timeZone).toISOString();
}

async function findAccount(db: Db, id: string | null) {
  if (id === null) return null;
  const account = await db
    .selectFrom('backend_accounts')
    .select(['id', 'created_at', 'username'])
    .where('id', '=', id)
    .executeTakeFirst();
  return account ? { id, createdAt: account.created_at, hasCredentials: account.username !== null } : null;
}

async function findMails(db: Db, orderId: string) {
  const mails = await db
    .selectFrom('backend_mails')
    .select(['kind', 'created_at', 'sent_at', 'given_up_at', 'tries'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .orderBy('kind', 'desc')
    .execute();
  return mails.map(({ kind, created_at, sent_at, given_up_at, tries }) => ({
    kind,
    state: sent_at !== null ? ('sent' as const) : given_up_at !== null ? ('given up' as const) : ('waiting' as const),
    createdAt: created_at,
    sentAt: sent_at,
    tries,
  }));
}

async function findTokens(db: Db, attempt: PaymentAttempt, accountId: string | null, now: Date) {
  const tokens = await db
    .selectFrom('backend_tokens')
    .select(['purpose', 'created_at', 'expires_at', 'used_at'])
    .where('account_id', 'in', [attempt.signup_id, accountId ?? attempt.signup_id])
    .orderBy('created_at')
    .execute();
  return tokens.map(({ purpose, created_at, expires_at, used_at }) => ({
    purpose,
    state:
      used_at !== null ? ('used' as const) : expires_at <= now.toISOString() ? ('expired' as const) : ('open' as const),
    createdAt: created_at,
    expiresAt: expires_at,
    usedAt: used_at,
  }));
}

async function findOtherAttempts(db: Db, { signup_id, order_id }: PaymentAttempt) {
  const others = await db
    .selectFrom('backend_payment_attempts')
    .select(['order_id', 'state', 'reason', 'amount', 'currency', 'created_at'])
    .where('signup_id', '=', signup_id)
    .where('order_id', '!=', order_id)
    .orderBy('number')
    .execute();
  return others.map(({ order_id: orderId, created_at: createdAt, ...rest }) => ({ orderId, createdAt, ...rest }));
}

function nextStep({ state, reason }: PaymentAttempt): string | null {
  if (ATTEMPT_STATES[state].byPerson) return adviceFor(reason ?? '');
  if (!UNFINISHED_STATES.includes(state)) return null;
  return 'WAIT. The servers look it up every minute. If its state does not change, check that a server is running and that the provider responds.';
}

interface PayerOfPayment {
  /** Null until the payment has created an account. */
  accountId: string | null;
  name: string;
  firstName: string;
  email: string;
  phone: string;
  /** IANA. Undefined until the billing address is known. */
  timeZone: string | undefined;
}

/** The payer. Undefined if their data was erased, if an unfinished sign-up was deleted, or if an invitation's payment closed without an order. */
export async function findPayer(db: Db, attempt: PaymentAttempt): Promise<PayerOfPayment | undefined> {
  const isInvited = attempt.payer === 'invitation';
  const found = isInvited ? await findInvited(db, attempt) : await findRegistered(db, attempt.signup_id);
  if (!found?.parent) return undefined;
  const { firstName, lastName, email, phoneCountryCode, phoneNumber, timeZone } = found.parent;
  return {
    accountId: found.accountId,
    name: `${firstName} ${lastName}`,
    firstName,
    email,
    phone: `${phoneCountryCode} ${phoneNumber}`,
    timeZone: timeZone ?? undefined,
  };
}

async function findRegistered(db: Db, id: string) {
  const row = await db.selectFrom('backend_registrations').selectAll().where('id', '=', id).executeTakeFirst();
  return row && { accountId: row.account_id, parent: readRegistration(row).parent };
}

/** Without an order, the invitation may since contain the answers of another browser. Only the attempt's own copy is the payer's. */
async function findInvited(db: Db, attempt: PaymentAttempt) {
  const { signup_id: id, order_id } = attempt;
  const row = await db.selectFrom('backend_invitations').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const order = await db.selectFrom('backend_orders').select('id').where('id', '=', order_id).executeTakeFirst();
  const { answers = order && row.answers } = readAttempt(attempt).request;
  const accountId = row.account_made_at === null ? null : row.id;
  return answers === undefined ? undefined : { accountId, parent: readInvitation({ ...row, answers }).parent };
}
