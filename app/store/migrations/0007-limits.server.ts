import type { Migration } from 'kysely';

/** Rate-limit counters: one row for each visitor, address or thing, until it expires. */
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
