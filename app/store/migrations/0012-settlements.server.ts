import type { Migration } from 'kysely';

/** What becomes of payments after they were submitted, the provider's messages, and jobs that one process does. */
export const settlements: Migration = {
  async up(db) {
    await db.schema
      .createTable('backend_settlements')
      .addColumn('order_id', 'text', (column) => column.primaryKey())
      .addColumn('transaction_id', 'text', (column) => column.notNull())
      .addColumn('state', 'text', (column) => column.notNull())
      .addColumn('refunded', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('reason', 'text')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('next_look_at', 'text')
      .addColumn('waiting_since', 'text')
      .addColumn('submitted_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('backend_notices')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('received_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('backend_jobs')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('next_at', 'text', (column) => column.notNull())
      .addColumn('finished_at', 'text')
      .addColumn('result', 'text')
      .execute();
    for (const [table, columns] of INDEXES) {
      await db.schema
        .createIndex(`${table}_by_${columns.join('_')}`)
        .on(table)
        .columns(columns)
        .execute();
    }
  },
};

const INDEXES: [table: string, columns: string[]][] = [
  ['backend_settlements', ['next_look_at']],
  ['backend_settlements', ['waiting_since']],
  ['backend_notices', ['received_at']],
  // For what was submitted lately, and for the books of a span of time.
  ['backend_payment_attempts', ['updated_at']],
  ['backend_payment_attempts', ['created_at']],
];
