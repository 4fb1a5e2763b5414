import { matchesHash } from '~/backend/embedded/people/tokens.server';
import { WITHOUT_MONEY } from './attempts/attempt-states';
import { lockPayer } from './attempts/attempt-store.server';
import { awaitsLook } from './attempts/later-looks.server';
import { withoutPerson } from './attempts/payment-attempt';
import type { Db, Tx } from '~/store/store';

/**
 * Deletes an unpaid registration and its failed payment attempts, in one transaction. No mail mentions an unpaid
 * registration.
 *
 * @returns `done` also if it does not exist
 */
export async function discardRegistration(
  db: Db,
  signupId: string,
  registrationKey: string,
): Promise<'done' | 'wrongKey' | 'paymentBegun'> {
  return db.transaction().execute(async (transaction) => {
    // Locks the row, so that no payment starts meanwhile.
    if (!(await lockPayer(transaction, { payer: 'registration', signup_id: signupId }))) return 'done';
    const { key_hash, account_id } = await transaction
      .selectFrom('backend_registrations')
      .select(['key_hash', 'account_id'])
      .where('id', '=', signupId)
      .executeTakeFirstOrThrow();
    if (!matchesHash(registrationKey, key_hash)) return 'wrongKey';
    const attempts = await transaction
      .selectFrom('backend_payment_attempts')
      .select(['order_id', 'state', 'reason', 'late_looks', 'pricing'])
      .where('signup_id', '=', signupId)
      .execute();
    if (account_id !== null || attempts.some(({ state }) => !WITHOUT_MONEY.includes(state))) return 'paymentBegun';
    for (const attempt of attempts) {
      if (awaitsLook(attempt)) await removePerson(transaction, attempt);
      else await transaction.deleteFrom('backend_payment_attempts').where('order_id', '=', attempt.order_id).execute();
    }
    await transaction.deleteFrom('backend_payment_keys').where('signup_id', '=', signupId).execute();
    await transaction.deleteFrom('backend_registrations').where('id', '=', signupId).execute();
    return 'done';
  });
}

/** The provider may still turn out to hold the attempt's money, so its figures stay until the purge. */
async function removePerson(db: Tx, { order_id, pricing }: { order_id: string; pricing: string }): Promise<void> {
  await db
    .updateTable('backend_payment_attempts')
    .set({ pricing: withoutPerson(pricing), sealed_codes: null, card_last_four: null })
    .where('order_id', '=', order_id)
    .execute();
}
