import { sql, type Kysely, type Migration } from 'kysely';

/** What an invited co-parent enters before they have an account. A question mark marks a nullable column. */
const INVITATION: Record<string, 'text?' | 'integer'> = {
  professional: 'text?',
  package_id: 'text?',
  referrer_key: 'text?',
  language: 'text?',
  parent: 'text?',
  address: 'text?',
  referral: 'text?',
  security_question: 'text?',
  security_answer_hash: 'text?',
  security_code_hash: 'text?',
  parent_duplicate_confirmed: 'integer',
  agreed_to_terms: 'integer',
  marketing_opt_in: 'integer',
  anonymous_id: 'text?',
  account_made_at: 'text?',
  completed_at: 'text?',
  updated_at: 'text?',
};

const MAIL: Record<string, 'text?' | 'integer'> = {
  tries: 'integer',
  next_try_at: 'text?',
  lease_token: 'text?',
  lease_until: 'text?',
  given_up_at: 'text?',
};

/** Adds sign-up of invited co-parents, and mail delivery. */
export const invites: Migration = {
  async up(db) {
    await addColumns(db, 'backend_invitations', INVITATION);
    await addColumns(db, 'backend_mails', MAIL);
    await db.schema
      .alterTable('backend_payment_attempts')
      .addColumn('payer', 'text', (column) => column.notNull().defaultTo('registration'))
      .execute();
    // The owner of every existing account agreed when they paid.
    await db.schema
      .alterTable('backend_accounts')
      .addColumn('agreed_to_terms', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    for (const column of ['security_question', 'security_answer_hash', 'security_code_hash']) {
      await db.schema.alterTable('backend_accounts').addColumn(column, 'text').execute();
    }
    await db.schema.createIndex('backend_accounts_by_family_id').on('backend_accounts').column('family_id').execute();
    await sql`create index backend_mails_to_send on backend_mails (next_try_at)
      where sent_at is null and given_up_at is null`.execute(db);
  },
};

/** Runs one statement per column, because SQLite adds only one at a time. */
async function addColumns(db: Kysely<unknown>, table: string, columns: Record<string, 'text?' | 'integer'>) {
  for (const [name, type] of Object.entries(columns)) {
    await db.schema
      .alterTable(table)
      .addColumn(name, type === 'integer' ? 'integer' : 'text', (column) =>
        type === 'integer' ? column.notNull().defaultTo(0) : column,
      )
      .execute();
  }
}
