import type { Kysely } from 'kysely';
import type { Clock } from '~/domain/clock';
import type { Schema } from '~/store/schema';
import type { AttemptState } from './payments/attempts/attempt-states';

const DAY_MS = 24 * 60 * 60 * 1000;
/** No session lasts longer (app/server/session/session-expiry.ts), so nobody returns to older data. */
const KEPT_DAYS = 30;
/** An expired invite link can still request a new one. */
const INVITES_KEPT_DAYS = 180;
/** A message of the payment provider that comes again later is looked up once more, which changes nothing. */
const NOTICES_KEPT_DAYS = 60;
/** Rows per transaction. SQLite has one connection, so a long transaction blocks everything else. */
const AT_ONCE = 200;

/** No money was taken or held, so these are no financial records. */
const WITHOUT_MONEY: AttemptState[] = ['declined', 'voided'];

/**
 * Deletes data that nobody can need any more (docs/decisions/0023): expired tokens, mails, sign-ups that were never paid, and invites
 * unanswered for half a year. Payments and orders stay. Several replicas may call it at once.
 *
 * @returns the number of deleted rows
 */
export async function purgeExpired(db: Kysely<Schema>, clock: Clock): Promise<number> {
  const daysAgo = (days: number) => new Date(clock.now().getTime() - days * DAY_MS).toISOString();
  const tokens = await db
    .deleteFrom('backend_tokens')
    .where('purpose', '!=', 'invite')
    .where('expires_at', '<=', daysAgo(0))
    .returning('token_hash')
    .execute();
  const mails = await db
    .deleteFrom('backend_mails')
    .where('created_at', '<=', daysAgo(KEPT_DAYS))
    .returning('id')
    .execute();
  const signUps = await purgeSignUps(db, daysAgo(KEPT_DAYS));
  const invites = await purgeInvites(db, daysAgo(INVITES_KEPT_DAYS));
  const notices = await db
    .deleteFrom('backend_notices')
    .where('received_at', '<=', daysAgo(NOTICES_KEPT_DAYS))
    .returning('id')
    .execute();
  return tokens.length + mails.length + signUps + invites + notices.length;
}

/** Deletes abandoned sign-ups with their details and failed payment attempts. */
async function purgeSignUps(db: Kysely<Schema>, before: string): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('backend_registrations')
      .select('id')
      .where('account_id', 'is', null)
      .where('updated_at', '<=', before)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('backend_payment_attempts')
              .select('order_id')
              .whereRef('signup_id', '=', 'backend_registrations.id')
              .where((is) => is.or([is('state', 'not in', WITHOUT_MONEY), is('updated_at', '>', before)])),
          ),
        ),
      )
      .limit(AT_ONCE)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await transaction.deleteFrom('backend_payment_keys').where('signup_id', 'in', ids).execute();
    await transaction.deleteFrom('backend_payment_attempts').where('signup_id', 'in', ids).execute();
    await transaction.deleteFrom('backend_registrations').where('id', 'in', ids).execute();
    return ids.length;
  });
}

/** Deletes invites that were never accepted and that nobody has paid for. */
async function purgeInvites(db: Kysely<Schema>, before: string): Promise<number> {
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
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('backend_payment_attempts')
              .select('order_id')
              .whereRef('signup_id', '=', 'backend_invitations.id'),
          ),
        ),
      )
      .limit(AT_ONCE)
      .execute();
    const ids = rows.map(({ id }) => id);
    if (ids.length === 0) return 0;
    await transaction.deleteFrom('backend_tokens').where('account_id', 'in', ids).execute();
    await transaction.deleteFrom('backend_invitations').where('id', 'in', ids).execute();
    return ids.length;
  });
}
