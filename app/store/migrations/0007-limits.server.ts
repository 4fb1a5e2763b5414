import type { Migration } from 'kysely';

/** What the limits have counted: a row for each visitor, address or thing, until its time is over. */
export const limits: Migration = {
  async up(db) {
    await db.schema
      .createTable('limits')
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('points', 'integer', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('limits_by_expiry').on('limits').column('expires_at').execute();
  },
};
