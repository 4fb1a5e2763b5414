import { sql, type Migration } from 'kysely';

/** Attempts that were closed as not taken are looked up again. Those of before the migration have not been. */
export const laterLooks: Migration = {
  async up(db) {
    await db.schema
      .alterTable('backend_payment_attempts')
      .addColumn('late_looks', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await sql`create index backend_attempts_to_look_up on backend_payment_attempts (updated_at)
      where state = 'voided' and reason = 'not-taken' and late_looks < 2`.execute(db);
  },
};
