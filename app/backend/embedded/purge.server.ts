import { sql, type SelectQueryBuilder } from 'kysely';
import { CREDENTIALS_DAYS } from '~/domain/mailed-links';
import type { Db } from '~/store/store';
import { deleteExpired, deleteInSlices, SLICE } from '~/store/delete-in-slices.server';
import type { Schema } from '~/store/schema';
import { NEEDS_NO_PAYER, WITHOUT_MONEY } from './payments/attempts/attempt-states';
import { removePerson } from './payments/attempts/attempt-store.server';
import { selectWaitingOrders } from './payments/settlement/settlement-store.server';
import { removeUnconfirmed } from './people/accounts.server';

const DAY_MS = 24 * 60 * 60 * 1000;
/** No session lasts longer, so older data is unreachable. */
const KEPT_DAYS = CREDENTIALS_DAYS;
/** Longer, because an expired invite link can still request a new one. */
const INVITES_KEPT_DAYS = 180;
/** If a provider message is repeated later, it only causes another look-up, which changes nothing. */
const NOTICES_KEPT_DAYS = 60;

/**
 * Deletes data that is no longer needed (docs/decisions/0008): expired tokens, mails, unpaid sign-ups, unconfirmed accounts, and invites
 * unanswered for half a year. Orders stay, as do the figures of payments. Several replicas may call it at once.
 *
 * @param now by the store's clock, because a process whose clock is ahead would delete valid links and open sign-ups
 * @returns the number of deleted rows
 */
export async function purgeExpired(db: Db, now: Date): Promise<number> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY_MS).toISOString();
  const counts = [
    await deleteInSlices(() => purgeTokens(db, daysAgo(0))),
    await deleteExpired(db, 'backend_mails', { key: 'id', time: 'created_at', before: daysAgo(KEPT_DAYS) }),
    await deleteInSlices(() => purgeSignUps(db, daysAgo(KEPT_DAYS))),
    await deleteInSlices(() => purgeAttemptsWithoutPayer(db, daysAgo(KEPT_DAYS))),
    await deleteInSlices(() => purgeInvites(db, daysAgo(INVITES_KEPT_DAYS))),
    await deleteExpired(db, 'backend_notices', { key: 'id', time: 'received_at', before: daysAgo(NOTICES_KEPT_DAYS) }),
  ];
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Deletes an unconfirmed account with the last link that could confirm it. */
async function purgeTokens(db: Db, before: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const old = transaction
      .selectFrom('backend_tokens')
      .select('token_hash')
      .where('purpose', '!=', 'invite')
      .where('expires_at', '<=', before)
      .limit(SLICE);
    const rows = await transaction
      .deleteFrom('backend_tokens')
      .where('token_hash', 'in', old)
      .returning('account_id')
      .execute();
    const owners = rows.map((row) => row.account_id);
    if (owners.length === 0) return 0;
    const linked = await transaction
      .selectFrom('backend_tokens')
      .select('account_id')
      .where('account_id', 'in', owners)
      .where('purpose', '=', 'credentials')
      .execute();
    const kept = new Set(linked.map((row) => row.account_id));
    await removeUnconfirmed(
      transaction,
      owners.filter((owner) => !kept.has(owner)),
    );
    return rows.length;
  });
}

/** Deletes abandoned sign-ups with their details and failed payment attempts. */
async function purgeSignUps(db: Db, before: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('backend_registrations')
      .select('id')
      .where('account_id', 'is', null)
      .where('updated_at', '<=', before)
      .where(({ not, exists }) => not(exists(attemptToKeep(transaction, 'backend_registrations', before))))
      .limit(SLICE)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await deleteAttempts(transaction, ids);
    await transaction.deleteFrom('backend_registrations').where('id', 'in', ids).execute();
    return ids.length;
  });
}

/** An attempt of the row's payer that is recent, has an order, may still hold money, or waits for an operator who must reach the payer. */
function attemptToKeep(
  db: Db,
  payer: 'backend_registrations' | 'backend_invitations',
  before: string,
): SelectQueryBuilder<Schema, 'backend_payment_attempts', { order_id: string }> {
  return db
    .selectFrom('backend_payment_attempts')
    .select('order_id')
    .where('signup_id', '=', sql.ref<string>(`${payer}.id`))
    .where((is) =>
      is.or([
        is('state', 'not in', NEEDS_NO_PAYER),
        is('sealed_answer', 'is not', null),
        is('updated_at', '>', before),
        is('order_id', 'in', selectWaitingOrders(db)),
      ]),
    );
}

/** Deletes failed attempts. Of returned money, the figures stay. */
async function deleteAttempts(db: Db, payers: readonly string[]): Promise<void> {
  await db.deleteFrom('backend_payment_keys').where('signup_id', 'in', payers).execute();
  const failed = db.deleteFrom('backend_payment_attempts').where('state', 'in', WITHOUT_MONEY);
  await failed.where('signup_id', 'in', payers).execute();
  const returned = await db
    .selectFrom('backend_payment_attempts')
    .select(['order_id', 'pricing', 'request'])
    .where('signup_id', 'in', payers)
    .where('state', '=', 'refunded')
    .execute();
  for (const attempt of returned) await removePerson(db, attempt);
}

/** Deletes failed attempts whose payer was deleted before, by `discardRegistration` or an erasure. */
async function purgeAttemptsWithoutPayer(db: Db, before: string): Promise<number> {
  const old = db
    .selectFrom('backend_payment_attempts as attempt')
    .select('order_id')
    .where('state', 'in', WITHOUT_MONEY)
    .where('updated_at', '<=', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('backend_registrations').select('id').whereRef('id', '=', 'attempt.signup_id'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('backend_invitations').select('id').whereRef('id', '=', 'attempt.signup_id'))),
    )
    .limit(SLICE);
  const deleted = await db
    .deleteFrom('backend_payment_attempts')
    .where('order_id', 'in', old)
    .returning('order_id')
    .execute();
  return deleted.length;
}

/** Deletes invites that were neither accepted nor paid for, with their failed payment attempts. */
async function purgeInvites(db: Db, before: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('backend_invitations')
      .select('id')
      .where('completed_at', 'is', null)
      .where('account_made_at', 'is', null)
      .where('is_subscription_paid', '=', 0)
      .where(({ eb, fn }) => eb(fn.coalesce('updated_at', 'created_at'), '<=', before))
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('backend_tokens')
              .select('token_hash')
              .whereRef('account_id', '=', 'backend_invitations.id')
              .where('expires_at', '>', before),
          ),
        ),
      )
      .where(({ not, exists }) => not(exists(attemptToKeep(transaction, 'backend_invitations', before))))
      .limit(SLICE)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await deleteAttempts(transaction, ids);
    await transaction.deleteFrom('backend_tokens').where('account_id', 'in', ids).execute();
    await transaction.deleteFrom('backend_invitations').where('id', 'in', ids).execute();
    return ids.length;
  });
}
