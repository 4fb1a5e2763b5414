import type { Kysely } from 'kysely';
import type { FullPaymentAnswer } from '~/backend/embedded/pricing/full-answers';
import type { Schema } from '~/store/schema';
import { readAttempt, type PaymentAttempt } from './attempts/payment-attempt';
import { maskCodesIn } from './attempts/attempt-codes';

export async function insertOrder(
  db: Kysely<Schema>,
  attempt: PaymentAttempt,
  answer: FullPaymentAnswer,
): Promise<void> {
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
      pricing: attempt.are_codes_masked ? attempt.pricing : maskCodesIn(attempt.pricing),
      receipt: maskCodesIn(JSON.stringify(answer.receipt)),
      are_codes_masked: 1,
      pay_for_co_parent: Number(payForCoparent),
      created_at: answer.receipt.transactionDateTime,
    })
    .execute();
}
