import { sql, type Migration } from 'kysely';

/** Keys that are kept sealed, and room for activation codes that no longer stand in plain. */
export const hashedCodes: Migration = {
  async up(db) {
    await db.schema
      .createTable('backend_keys')
      .addColumn('name', 'text', (column) => column.primaryKey())
      .addColumn('sealed_key', 'text', (column) => column.notNull())
      .addColumn('used_from', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.alterTable('backend_professional_codes').addColumn('sealed_code', 'text').execute();
    await db.schema.alterTable('backend_payment_attempts').addColumn('sealed_codes', 'text').execute();
    for (const table of ['backend_payment_attempts', 'backend_orders']) {
      await db.schema
        .alterTable(table)
        .addColumn('are_codes_masked', 'integer', (column) => column.notNull().defaultTo(0))
        .execute();
    }
    // The periodic job asks for these rows, which are few.
    await sql`create index backend_attempts_with_codes on backend_payment_attempts (state)
      where are_codes_masked = 0 or sealed_codes is not null`.execute(db);
    await sql`create index backend_orders_with_codes on backend_orders (id) where are_codes_masked = 0`.execute(db);
  },
};
