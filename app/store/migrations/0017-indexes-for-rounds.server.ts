import { sql, type Migration } from 'kysely';

/**
 * What the periodic rounds and the metrics ask for is found without reading whole tables, which holds the event loop on SQLite
 * (docs/decisions/0067-the-bench.md).
 */
export const indexesForRounds: Migration = {
  async up(db) {
    for (const [name, on] of INDEXES) await sql.raw(`create index if not exists ${name} on ${on}`).execute(db);
  },
};

const INDEXES: [name: string, on: string][] = [
  ['backend_attempts_by_state_and_age', 'backend_payment_attempts (state, updated_at, order_id)'],
  ['backend_tokens_by_expiry', 'backend_tokens (expires_at)'],
  ['backend_mails_by_age', 'backend_mails (created_at)'],
  ['backend_mails_unsent', 'backend_mails (created_at, given_up_at) where sent_at is null'],
  ['backend_registrations_unpaid', 'backend_registrations (updated_at) where account_id is null'],
  [
    'backend_invitations_unanswered',
    'backend_invitations (coalesce(updated_at, created_at)) where completed_at is null and account_made_at is null',
  ],
  ['backend_settlements_waiting', 'backend_settlements (state) where waiting_since is not null'],
  ...['accounts', 'invitations'].flatMap((table) =>
    ['answer', 'code'].map((secret): [name: string, on: string] => [
      `backend_${table}_by_${secret}_seal`,
      `backend_${table} (substr(security_${secret}_hash, 1, 8))`,
    ]),
  ),
];
