import { sql, type CreateTableBuilder, type Kysely, type Migration } from 'kysely';

type Columns = Record<string, 'text' | 'text?' | 'integer'>;

/** The first column is the primary key. A question mark marks a nullable column. */
function table(db: Kysely<unknown>, name: string, columns: Columns): CreateTableBuilder<string, string> {
  let builder: CreateTableBuilder<string, string> = db.schema.createTable(name);
  for (const [index, [column, type]] of Object.entries(columns).entries()) {
    builder = builder.addColumn(column, type === 'integer' ? 'integer' : 'text', (definition) => {
      if (index === 0) return definition.primaryKey();
      return type === 'text?' ? definition : definition.notNull();
    });
  }
  return builder;
}

const TABLES: Record<string, Columns> = {
  backend_registrations: {
    id: 'text',
    key_hash: 'text',
    email: 'text',
    parent: 'text',
    address: 'text?',
    referral: 'text?',
    co_parent: 'text?',
    children: 'text',
    parent_duplicate_confirmed: 'integer',
    co_parent_duplicate_confirmed: 'integer',
    anonymous_id: 'text?',
    account_id: 'text?',
    created_at: 'text',
    updated_at: 'text',
  },
  backend_accounts: {
    id: 'text',
    family_id: 'text?',
    email: 'text',
    profile: 'text',
    address: 'text?',
    referral: 'text?',
    marketing_opt_in: 'integer',
    username: 'text?',
    username_key: 'text?',
    password_hash: 'text?',
    created_at: 'text',
  },
  backend_families: { id: 'text', children: 'text', first_time_setup: 'integer', created_at: 'text' },
  backend_invitations: {
    id: 'text',
    family_id: 'text',
    email: 'text?',
    co_parent: 'text',
    is_subscription_paid: 'integer',
    created_at: 'text',
  },
  backend_orders: {
    id: 'text',
    account_id: 'text',
    family_id: 'text',
    package_id: 'text',
    product_id: 'text?',
    services: 'text',
    pricing: 'text',
    receipt: 'text',
    pay_for_co_parent: 'integer',
    created_at: 'text',
  },
  backend_payment_attempts: {
    order_id: 'text',
    signup_id: 'text',
    number: 'integer',
    amount: 'integer',
    currency: 'text',
    merchant_account: 'text',
    payment_type: 'text',
    sealed_nonce: 'text?',
    request: 'text',
    pricing: 'text',
    language: 'text',
    state: 'text',
    transaction_id: 'text?',
    card_last_four: 'text?',
    reason: 'text?',
    sealed_answer: 'text?',
    lease_token: 'text?',
    lease_until: 'text?',
    created_at: 'text',
    updated_at: 'text',
  },
  backend_tokens: {
    token_hash: 'text',
    purpose: 'text',
    account_id: 'text',
    created_at: 'text',
    expires_at: 'text',
    used_at: 'text?',
  },
  backend_activation_codes: { code: 'text', amount: 'integer', currency: 'text', spent_at: 'text?', spent_by: 'text?' },
  backend_coupons: { referrer_key: 'text', coupon_code: 'text', rate: 'integer' },
  backend_mails: {
    id: 'text',
    kind: 'text',
    recipient: 'text',
    language: 'text',
    sealed_content: 'text',
    created_at: 'text',
    sent_at: 'text?',
  },
};

const INDEXES: [table: string, columns: string[], unique: boolean][] = [
  ['backend_accounts', ['email'], false],
  ['backend_accounts', ['username_key'], true],
  ['backend_invitations', ['email'], false],
  ['backend_payment_attempts', ['signup_id', 'number'], true],
  ['backend_payment_attempts', ['state'], false],
  ['backend_tokens', ['account_id'], false],
];

export const embeddedBackend: Migration = {
  async up(db) {
    for (const [name, columns] of Object.entries(TABLES)) await table(db, name, columns).execute();
    await db.schema
      .createTable('backend_payment_keys')
      .addColumn('signup_id', 'text', (column) => column.notNull())
      .addColumn('idempotency_key', 'text', (column) => column.notNull())
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('backend_payment_keys_key', ['signup_id', 'idempotency_key'])
      .execute();
    for (const [on, columns, unique] of INDEXES) {
      const index = db.schema
        .createIndex(`${on}_by_${columns.join('_')}`)
        .on(on)
        .columns(columns);
      await (unique ? index.unique() : index).execute();
    }
    // One live attempt at a time, and none after a paid one, across tabs, browsers and replicas.
    await sql`create unique index backend_one_live_attempt on backend_payment_attempts (signup_id)
      where state in ('started', 'unknown', 'authorised', 'registered', 'settled', 'needs-operator')`.execute(db);
  },
};
