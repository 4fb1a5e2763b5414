import type { Migration } from 'kysely';
import { makeAppendOnly } from '~/store/append-only.server';

/** What became of each payment attempt, line by line. The database itself refuses to change or delete a line. */
export const paymentHistory: Migration = {
  async up(db) {
    await db.schema
      .createTable('backend_payment_history')
      .addColumn('order_id', 'text', (column) => column.notNull())
      .addColumn('number', 'integer', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('from_state', 'text')
      .addColumn('to_state', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('by', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('backend_payment_history_key', ['order_id', 'number'])
      .execute();
    await makeAppendOnly(db, 'backend_payment_history', 'the history of payments');
  },
};
