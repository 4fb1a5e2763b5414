import { sql, type Migration } from 'kysely';
import { makeAppendOnly } from '~/store/append-only.server';

/** Every table, in the SQL that SQLite and Postgres share (app/store/schema.ts describes the columns). */
const TABLES = [
  `sessions (
    id text primary key,
    data text not null,
    version integer not null default 1,
    created_at text not null,
    expires_at text not null,
    visitor text,
    ended_as text
  )`,
  `limits (
    key text primary key,
    points integer not null,
    expires_at text not null
  )`,
  `operator_actions (
    id text primary key,
    at text not null,
    "by" text not null,
    action text not null,
    about text not null,
    count integer not null,
    why text
  )`,
  `backend_registrations (
    id text primary key,
    key_hash text not null,
    email text not null,
    answers text not null,
    parent_duplicate_confirmed integer not null,
    co_parent_duplicate_confirmed integer not null,
    anonymous_id text,
    account_id text,
    created_at text not null,
    updated_at text not null
  )`,
  `backend_accounts (
    id text primary key,
    family_id text,
    email text not null,
    email_key text,
    answers text not null,
    answers_sealed_by text,
    marketing_opt_in integer not null,
    agreed_to_terms integer not null default 1,
    username text,
    username_key text,
    password_hash text,
    created_at text not null
  )`,
  `backend_families (
    id text primary key,
    children text not null,
    first_time_setup integer not null,
    created_at text not null
  )`,
  `backend_invitations (
    id text primary key,
    family_id text not null,
    email text,
    co_parent text not null,
    is_subscription_paid integer not null,
    professional text,
    package_id text,
    referrer_key text,
    language text,
    answers text not null default '{}',
    answers_sealed_by text,
    parent_duplicate_confirmed integer not null default 0,
    agreed_to_terms integer not null default 0,
    marketing_opt_in integer not null default 0,
    anonymous_id text,
    account_made_at text,
    completed_at text,
    created_at text not null,
    updated_at text
  )`,
  `backend_professionals (
    account_id text primary key,
    key_hash text not null unique,
    created_at text not null
  )`,
  `backend_tokens (
    token_hash text primary key,
    purpose text not null,
    account_id text not null,
    created_at text not null,
    expires_at text not null,
    used_at text
  )`,
  `backend_orders (
    id text primary key,
    account_id text not null,
    family_id text not null,
    package_id text not null,
    product_id text,
    services text not null,
    pricing text not null,
    receipt text not null,
    pay_for_co_parent integer not null,
    created_at text not null
  )`,
  `backend_payment_attempts (
    order_id text primary key,
    signup_id text not null,
    payer text not null default 'registration',
    number integer not null,
    amount integer not null,
    currency text not null,
    merchant_account text not null,
    payment_type text not null,
    sealed_nonce text,
    request text not null,
    pricing text not null,
    sealed_codes text,
    language text not null,
    state text not null,
    transaction_id text,
    card_last_four text,
    reason text,
    sealed_answer text,
    lease_token text,
    lease_until text,
    late_looks integer not null default 0,
    created_at text not null,
    updated_at text not null
  )`,
  `backend_payment_keys (
    signup_id text not null,
    idempotency_key text not null,
    order_id text not null,
    primary key (signup_id, idempotency_key)
  )`,
  `backend_payment_history (
    order_id text not null,
    number integer not null,
    at text not null,
    from_state text,
    to_state text not null,
    reason text,
    "by" text not null,
    primary key (order_id, number)
  )`,
  `backend_settlements (
    order_id text primary key,
    transaction_id text not null,
    state text not null,
    refunded integer not null default 0,
    reason text,
    version integer not null default 0,
    next_look_at text,
    waiting_since text,
    submitted_at text not null,
    updated_at text not null
  )`,
  `backend_notices (
    id text primary key,
    received_at text not null
  )`,
  `backend_jobs (
    name text primary key,
    next_at text not null,
    finished_at text,
    result text
  )`,
  `backend_activation_codes (
    code text primary key,
    amount integer not null,
    currency text not null,
    spent_at text,
    spent_by text
  )`,
  `backend_professional_codes (
    code text primary key,
    professional_id text not null,
    sealed_code text not null
  )`,
  `backend_coupons (
    referrer_key text primary key,
    coupon_code text not null,
    rate integer not null
  )`,
  `backend_mails (
    id text primary key,
    kind text not null,
    recipient text not null,
    language text not null,
    sealed_content text not null,
    order_id text,
    created_at text not null,
    sent_at text,
    tries integer not null default 0,
    next_try_at text,
    last_failure text,
    lease_token text,
    lease_until text,
    given_up_at text,
    requeued_at text
  )`,
  `backend_variants (
    anonymous_id text not null,
    flag text not null,
    is_treatment integer not null,
    created_at text not null,
    primary key (anonymous_id, flag)
  )`,
  `backend_keys (
    name text primary key,
    sealed_key text not null,
    created_at text not null
  )`,
];

const UNIQUE_INDEXES = [
  // If two sign-ups with the same e-mail pay concurrently, only one becomes an account, unless a parent confirmed the second.
  'backend_accounts_by_email_key on backend_accounts (email_key)',
  'backend_accounts_by_username_key on backend_accounts (username_key)',
  'backend_payment_attempts_by_signup_id_number on backend_payment_attempts (signup_id, number)',
  // One live attempt at a time, and none after a paid one, across tabs, browsers and replicas.
  `backend_one_live_attempt on backend_payment_attempts (signup_id)
    where state in ('started', 'unknown', 'authorised', 'registered', 'settled', 'needs-operator')`,
];

const INDEXES = [
  'sessions_by_expiry on sessions (expires_at)',
  'limits_by_expiry on limits (expires_at)',
  'backend_accounts_by_email on backend_accounts (email)',
  'backend_accounts_by_family_id on backend_accounts (family_id)',
  'backend_invitations_by_email on backend_invitations (email)',
  'backend_tokens_by_account_id on backend_tokens (account_id)',
  'backend_mails_by_order on backend_mails (order_id)',
  // Periodic rounds, purges and metrics read these instead of whole tables, which would block the event loop on SQLite
  // (docs/performance.md, "Rules for cheap pages").
  'backend_registrations_unpaid on backend_registrations (updated_at) where account_id is null',
  `backend_invitations_unanswered on backend_invitations (coalesce(updated_at, created_at))
    where completed_at is null and account_made_at is null`,
  'backend_tokens_by_expiry on backend_tokens (expires_at)',
  'backend_variants_age on backend_variants (created_at)',
  'backend_payment_attempts_by_state on backend_payment_attempts (state)',
  'backend_payment_attempts_by_updated_at on backend_payment_attempts (updated_at)',
  'backend_payment_attempts_by_created_at on backend_payment_attempts (created_at)',
  'backend_attempts_by_state_and_age on backend_payment_attempts (state, updated_at, order_id)',
  'backend_attempts_with_codes on backend_payment_attempts (state) where sealed_codes is not null',
  `backend_attempts_to_look_up on backend_payment_attempts (updated_at)
    where state = 'voided' and reason = 'not-taken' and late_looks < 2`,
  'backend_settlements_by_next_look_at on backend_settlements (next_look_at)',
  'backend_settlements_by_waiting_since on backend_settlements (waiting_since)',
  'backend_settlements_waiting on backend_settlements (state) where waiting_since is not null',
  'backend_notices_by_received_at on backend_notices (received_at)',
  'backend_mails_by_age on backend_mails (created_at)',
  'backend_mails_to_send on backend_mails (next_try_at) where sent_at is null and given_up_at is null',
  'backend_mails_unsent on backend_mails (created_at, given_up_at) where sent_at is null',
  // Finds hashes that an earlier pepper sealed.
  ...['accounts', 'invitations'].map(
    (table) => `backend_${table}_by_seal on backend_${table} (answers_sealed_by) where answers_sealed_by is not null`,
  ),
];

/** Creates the tables. Later migrations only add to them (docs/decisions/0008). */
export const baseline: Migration = {
  async up(db) {
    const statements = [
      ...TABLES.map((table) => `create table ${table}`),
      ...UNIQUE_INDEXES.map((index) => `create unique index ${index}`),
      ...INDEXES.map((index) => `create index ${index}`),
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
    await makeAppendOnly(db, 'backend_payment_history', 'the history of payments');
    await makeAppendOnly(db, 'operator_actions', 'the record of operators');
  },
};
