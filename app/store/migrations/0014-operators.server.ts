import type { Migration } from 'kysely';
import { makeAppendOnly } from '~/store/append-only.server';

/** What operators did that no payment's history tells, and which order a mail tells of. The database itself refuses to change an action. */
export const operators: Migration = {
  async up(db) {
    await db.schema
      .createTable('operator_actions')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('at', 'text', (column) => column.notNull())
      .addColumn('by', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('about', 'text', (column) => column.notNull())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('why', 'text')
      .execute();
    await makeAppendOnly(db, 'operator_actions', 'the record of operators');
    await db.schema.alterTable('backend_mails').addColumn('order_id', 'text').execute();
    await db.schema.createIndex('backend_mails_by_order').on('backend_mails').column('order_id').execute();
  },
};
