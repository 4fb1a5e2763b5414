import type { Migration } from 'kysely';

/** A visitor's variant in each experiment that decides an offer or a price. */
export const variants: Migration = {
  async up(db) {
    await db.schema
      .createTable('backend_variants')
      .addColumn('anonymous_id', 'text', (column) => column.notNull())
      .addColumn('flag', 'text', (column) => column.notNull())
      .addColumn('is_treatment', 'integer', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('backend_variants_key', ['anonymous_id', 'flag'])
      .execute();
    await db.schema.createIndex('backend_variants_age').on('backend_variants').column('created_at').execute();
  },
};
