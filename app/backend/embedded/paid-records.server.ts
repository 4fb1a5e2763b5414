import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { PaymentAnswer } from '~/backend/messages';
import { normaliseEmail } from '~/domain/email';
import type { RegistrationTable } from '~/server/store/backend-tables';
import type { Schema } from '~/server/store/schema';
import type { PaymentAttempt } from './payment-attempt';
import { readAttempt, readRegistration } from './payment-answer';

/**
 * Makes the parent's account and family, and the co-parent's invitation record, from what the sign-up left.
 *
 * @param isConfirmed whether the parent wants an account beside one with the same e-mail
 * @returns false when the e-mail has an account by now
 */
export async function insertFamily(
  db: Kysely<Schema>,
  attempt: PaymentAttempt,
  registration: RegistrationTable,
  answer: PaymentAnswer,
  isConfirmed: boolean,
): Promise<boolean> {
  const { userId, familyId } = answer.registration.parent;
  const created_at = answer.receipt.transactionDateTime;
  const { request } = readAttempt(attempt);
  await db
    .insertInto('backend_families')
    .values({ id: familyId, children: registration.children, first_time_setup: 1, created_at })
    .execute();
  const account = await db
    .insertInto('backend_accounts')
    .values({
      id: userId,
      family_id: familyId,
      email: registration.email,
      email_key: isConfirmed ? null : registration.email,
      profile: registration.parent,
      address: registration.address,
      referral: registration.referral,
      marketing_opt_in: Number(request.marketingOptIn),
      username: null,
      username_key: null,
      password_hash: null,
      created_at,
    })
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!account) return false;
  if (registration.co_parent === null) return true;
  const email = readRegistration(registration).coParent?.email ?? null;
  await db
    .insertInto('backend_invitations')
    .values({
      id: randomUUID(),
      family_id: familyId,
      email: email === null ? null : normaliseEmail(email),
      co_parent: registration.co_parent,
      is_subscription_paid: Number(request.payForCoparent),
      created_at,
    })
    .execute();
  return true;
}

/** Keeps what was bought and what the receipt says. */
export async function insertOrder(db: Kysely<Schema>, attempt: PaymentAttempt, answer: PaymentAnswer): Promise<void> {
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
      receipt: JSON.stringify(answer.receipt),
      pay_for_co_parent: Number(payForCoparent),
      created_at: answer.receipt.transactionDateTime,
    })
    .execute();
}
