import { matchesHash } from '~/backend/embedded/people/tokens.server';
import { NEEDS_NO_PAYER, WITHOUT_MONEY } from './attempts/attempt-states';
import { lockPayer, removePerson } from './attempts/attempt-store.server';
import { awaitsLook } from './attempts/later-looks.server';
import type { Db } from '~/store/store';

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
      .selectFrom('backend_payment_attempts as attempt')
      .leftJoin('backend_settlements as settlement', 'settlement.order_id', 'attempt.order_id')
      .select(['attempt.order_id', 'attempt.state', 'attempt.reason', 'late_looks', 'pricing', 'request'])
      .select('waiting_since')
      .where('signup_id', '=', signupId)
      .execute();
    const needsPayer = attempts.some((one) => one.waiting_since !== null || !NEEDS_NO_PAYER.includes(one.state));
    if (account_id !== null || needsPayer) return 'paymentBegun';
    for (const attempt of attempts) {
      // The provider may still turn out to hold the money of an attempt that awaits a look.
      if (awaitsLook(attempt) || !WITHOUT_MONEY.includes(attempt.state)) await removePerson(transaction, attempt);
      else await transaction.deleteFrom('backend_payment_attempts').where('order_id', '=', attempt.order_id).execute();
    }
    await transaction.deleteFrom('backend_payment_keys').where('signup_id', '=', signupId).execute();
    await transaction.deleteFrom('backend_registrations').where('id', '=', signupId).execute();
    return 'done';
  });
}
