import { PostgresAdapter, sql, type Kysely, type Migration } from 'kysely';

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
    for (const statement of isPostgres(db) ? POSTGRES_GUARD : SQLITE_GUARD) await sql.raw(statement).execute(db);
    await db.schema.alterTable('backend_mails').addColumn('order_id', 'text').execute();
    await db.schema.createIndex('backend_mails_by_order').on('backend_mails').column('order_id').execute();
  },
};

const SQLITE_GUARD = ['update', 'delete'].map(
  (change) => `create trigger operator_actions_no_${change} before ${change} on operator_actions
    begin select raise(abort, 'the record of operators is append-only'); end`,
);

const POSTGRES_GUARD = [
  `create function operator_actions_guard() returns trigger language plpgsql as
    $$ begin raise exception 'the record of operators is append-only'; end $$`,
  `create trigger operator_actions_guard before update or delete on operator_actions
    for each row execute function operator_actions_guard()`,
];

function isPostgres(db: Kysely<unknown>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}
