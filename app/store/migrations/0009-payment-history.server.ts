import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely';

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
    for (const statement of isPostgres(db) ? POSTGRES_GUARD : SQLITE_GUARD) await sql.raw(statement).execute(db);
  },
};

const SQLITE_GUARD = ['update', 'delete'].map(
  (change) => `create trigger backend_payment_history_no_${change} before ${change} on backend_payment_history
    begin select raise(abort, 'the history of payments is append-only'); end`,
);

const POSTGRES_GUARD = [
  `create function backend_payment_history_guard() returns trigger language plpgsql as
    $$ begin raise exception 'the history of payments is append-only'; end $$`,
  `create trigger backend_payment_history_guard before update or delete on backend_payment_history
    for each row execute function backend_payment_history_guard()`,
];

function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
