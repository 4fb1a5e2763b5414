import { PostgresAdapter, sql, type Kysely } from 'kysely';

/** Makes the database refuse to change or delete a row. The table's owner can still drop or truncate it. @param what named in the error */
export async function makeAppendOnly(db: Kysely<unknown>, table: string, what: string): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const refusal = `${what} is append-only`;
  for (const statement of isPostgres ? inPostgres(table, refusal) : inSqlite(table, refusal))
    await sql.raw(statement).execute(db);
}

function inSqlite(table: string, refusal: string): string[] {
  return ['update', 'delete'].map(
    (change) => `create trigger ${table}_no_${change} before ${change} on ${table}
      begin select raise(abort, '${refusal}'); end`,
  );
}

function inPostgres(table: string, refusal: string): string[] {
  return [
    `create function ${table}_guard() returns trigger language plpgsql as
      $$ begin raise exception '${refusal}'; end $$`,
    `create trigger ${table}_guard before update or delete on ${table}
      for each row execute function ${table}_guard()`,
  ];
}
