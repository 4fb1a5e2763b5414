import { toLanguage } from '~/i18n/languages';
import { hasAccount, lockEmails } from '~/backend/embedded/people/accounts.server';
import { spendCode } from '~/backend/embedded/pricing/activation-codes.server';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { makeCredentialsMail } from '~/backend/embedded/mails/credentials-mail';
import { countMailTo } from '~/backend/embedded/mails/mailbox-limit.server';
import { queueMail } from '~/backend/embedded/mails/outbox.server';
import { makeOrderReceipt, makeReceiptMail } from '~/backend/embedded/mails/receipt-mail';
import { issueToken } from '~/backend/embedded/people/tokens.server';
import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import { canonicalActivationCode } from '~/domain/activation-code';
import { encodeTagPayload, type TagPayload } from '~/domain/tag-payload';
import { findRenewal } from '~/backend/embedded/pricing/renewal';
import { orderNumberOf } from '~/domain/receipt/order-number';
import { OWN_REASONS } from './attempts/attempt-states';
import { saveAttempt } from './attempts/attempt-leases.server';
import { findAttempt, lockPayer } from './attempts/attempt-store.server';
import { writerOf } from './attempts/attempt-history.server';
import { readCodes, maskCodesIn, type AttemptCodes } from './attempts/attempt-codes';
import { markTestOrder } from './test-orders.server';
import { findPaidAlready } from './payment-draft';
import { claimInvitation, claimRegistration, type Buyer } from './buyers.server';
import { answerColumn, readAttempt, type PaymentAttempt } from './attempts/payment-attempt';
import type { Db, Tx } from '~/store/store';

/** `attempt` is undefined if the lease was lost meanwhile. */
export type RegisterResult =
  | { outcome: 'registered'; attempt: PaymentAttempt | undefined }
  | { outcome: 'refused'; reason: string }
  | { outcome: 'codes-unreadable' };

/** Rolls the transaction back. */
class RolledBack extends Error {
  constructor(readonly result: RegisterResult) {
    super('Failed to register the order');
  }
}

/**
 * Registers a paid order in one transaction: makes the account, the family and invitation of a sign-up, the order, the mails and the
 * payment result, and spends the activation codes.
 *
 * @returns refused if it can never succeed: a code was spent meanwhile, the e-mail already has an account, or the payer was deleted
 * @throws Error if the store fails; the call can then be repeated
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

async function registerIn(db: Tx, context: EmbeddedContext, leased: PaymentAttempt): Promise<RegisterResult> {
  const { clock, sealing } = context;
  const at = clock.now();
  await lockPayer(db, leased);
  // During the payment, an operator may have erased the co-parent from its answers.
  const attempt = { ...leased, request: (await findAttempt(db, leased.order_id))?.request ?? leased.request };
  const buyer = await CLAIMS[attempt.payer](db, context, attempt, at.toISOString());
  if (!buyer) throw refused(OWN_REASONS.payerDeleted);
  const { payForCoparent } = readAttempt(attempt).request;
  const paidFor = payForCoparent ? buyer.coParent?.email : undefined;
  await lockEmails(db, [buyer.parent.email, ...(paidFor ? [paidFor] : [])]);
  if (!buyer.isDuplicateConfirmed && (await hasAccount(db, buyer.parent.email))) {
    throw refused(OWN_REASONS.parentDuplicate);
  }
  const paidAlready = await findPaidAlready(db, {
    payer: buyer.parent.email,
    coParent: buyer.isCoParentConfirmed ? undefined : paidFor,
  });
  if (paidAlready) throw refused(OWN_REASONS[paidAlready]);
  const { token: clickToJoinToken } = await issueToken(db, context, 'credentials', buyer.userId);
  const codes = readCodes(sealing, attempt);
  if (!codes) throw new RolledBack({ outcome: 'codes-unreadable' });
  const invitedEmail = buyer.coParent?.email ?? undefined;
  const inviteDelayMs = invitedEmail === undefined ? 0 : await countMailTo(db, context, 'invite', invitedEmail);
  const isInviteDelayed = inviteDelayMs > 0;
  const answer = makePaymentAnswer(attempt, buyer, codes, { clickToJoinToken, at, isInviteDelayed });
  const registered = await saveAttempt(db, writerOf(context), attempt, {
    state: 'registered',
    sealed_answer: sealing.seal(answerColumn.write(answer)),
  });
  if (!registered) throw new RolledBack({ outcome: 'registered', attempt: undefined });
  await spendCodes(db, context, attempt, { codes: codes.priced, now: at.toISOString() });
  // Another visitor with this e-mail was registered at the same moment.
  if (!(await buyer.makeAccount(db, inviteDelayMs))) throw refused(OWN_REASONS.parentDuplicate);
  await insertOrder(db, attempt, answer);
  if (context.acceptsTestCards) await markTestOrder(db, at);
  const { parent, address } = buyer;
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
  const { now } = await context.storeClock.read(db);
  await queueMail(db, sealing, makeCredentialsMail(context, { ...payer, wayBack }), { now });
  // Queued last, so that the receipt is the newest mail.
  const wanted = invitedEmail === undefined ? 'none' : isInviteDelayed ? 'delayed' : 'sent';
  const invite = buyer.coParent ? wanted : undefined;
  await queueMail(db, sealing, makeReceiptMail(context, { ...payer, receipt, invite }), { now });
  return { outcome: 'registered', attempt: registered };
}

function refused(reason: string): RolledBack {
  return new RolledBack({ outcome: 'refused', reason });
}

async function spendCodes(
  db: Db,
  { codeHashing }: EmbeddedContext,
  attempt: PaymentAttempt,
  { codes, now }: { codes: readonly string[]; now: string },
): Promise<void> {
  const amounts = readAttempt(attempt).pricing.paymentCodeDetails.map(({ amount }) => amount);
  // A code that paid nothing stays unspent.
  const paying = codes.filter((_code, at) => (amounts[at] ?? 0) > 0);
  // All orders spend codes in the same sequence, so that two orders with the same two codes cannot deadlock.
  for (const code of paying.map(canonicalActivationCode).toSorted()) {
    if (!(await spendCode(db, codeHashing, code, { orderId: attempt.order_id, now }))) {
      throw refused(OWN_REASONS.codeSpent);
    }
  }
}

async function insertOrder(db: Db, attempt: PaymentAttempt, answer: FullPaymentAnswer): Promise<void> {
  const { order, payForCoparent } = readAttempt(attempt).request;
  await db
    .insertInto('backend_orders')
    .values({
      id: attempt.order_id,
      account_id: answer.registration.parent.userId,
      family_id: answer.registration.parent.familyId,
      package_id: order.packageId,
      product_id: order.productId,
      services: JSON.stringify(order.services),
      pricing: attempt.pricing,
      receipt: maskCodesIn(JSON.stringify(answer.receipt)),
      pay_for_co_parent: Number(payForCoparent),
      created_at: answer.receipt.transactionDateTime,
    })
    .execute();
}

function makePaymentAnswer(
  attempt: PaymentAttempt,
  { userId, familyId, parent, coParent }: Buyer,
  codes: AttemptCodes,
  made: { clickToJoinToken: string; at: Date; isInviteDelayed: boolean },
): FullPaymentAnswer {
  const { request, pricing } = readAttempt(attempt);
  const { phoneCountryCode, phoneNumber } = coParent ?? {};
  return {
    receipt: {
      cardLastFour: attempt.card_last_four,
      paymentType: attempt.payment_type,
      totals: pricing.totals,
      transactionId: attempt.transaction_id,
      payForCoParent: request.payForCoparent,
      paymentCodeDetails: pricing.paymentCodeDetails.map((detail, at) => ({
        ...detail,
        code: codes.priced[at] ?? detail.code,
      })),
      transactionDateTime: made.at.toISOString(),
      orderNumber: orderNumberOf(attempt.order_id),
      renewal: findRenewal(request.order, pricing.totals, {
        from: made.at,
        timeZone: parent.timeZone ?? 'UTC',
        language: toLanguage(attempt.language),
      }),
      terms: request.termsAgreement ?? null,
    },
    registration: {
      parent: { userId, familyId, email: parent.email },
      coParent: coParent && {
        email: coParent.email,
        phoneNumberWithCountryCode: phoneNumber ? `${phoneCountryCode ?? ''}${phoneNumber}` : null,
        ...(made.isInviteDelayed && { isInviteDelayed: true }),
      },
      order: request.order.productId === null ? { packageId: request.order.packageId } : request.order,
      promoCodes: codes.typed,
    },
    pricingInfo: { couponDetail: pricing.couponDetail },
    clickToJoinToken: made.clickToJoinToken,
    gaPayloadBase64: encodeTagPayload(tagPayloadOf(attempt, request.order.packageId)),
  };
}

/** The purchase event for a tag manager: in dollars and without personal data (docs/rules.md, "Events"). */
function tagPayloadOf({ transaction_id, amount }: PaymentAttempt, packageId: string): TagPayload {
  const ecommerce = {
    transaction_id,
    currency: 'USD',
    value: amount / 100,
    items: [{ item_id: packageId, quantity: 1 }],
  };
  return { event: 'purchase', ecommerce };
}
