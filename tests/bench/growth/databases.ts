import Database from 'libsql';
import pg from 'pg';

/** A store's database, with the SQL that a measurement needs. */
export interface BenchDatabase {
  /** SQL of a table with one row for each number from 1. */
  numbers(count: number): string;
  /** SQL of a unique text for each row, in ascending order. Random order takes ten times as long. */
  id: string;
  run(statement: string): Promise<void>;
  columnsOf(table: string): Promise<string[]>;
  hasRow(query: string): Promise<boolean>;
  close(): Promise<void>;
}

/** A fill need not survive a crash. A server sets the journal that it needs. */
const FILLING = ['journal_mode = DELETE', 'journal_mode = OFF', 'synchronous = OFF', 'cache_size = -500000'];

/** The purpose of opening a file. No server may use a file while it is filled. */
export type Purpose = 'filling' | 'reading';

export function openSqlite(file: string, purpose: Purpose): BenchDatabase {
  const db = new Database(file);
  if (purpose === 'filling') for (const pragma of FILLING) db.pragma(pragma);
  return {
    numbers: (count) =>
      `(with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count}) select i from n) as n`,
    id: `printf('%09d', n.i) || lower(hex(randomblob(12)))`,
    run: async (statement) => void db.exec(statement),
    columnsOf: async (table) => (db.pragma(`table_info(${table})`) as { name: string }[]).map(({ name }) => name),
    // `get` would leave the statement unfinished, which locks the file.
    hasRow: async (query) => db.prepare(query).all().length > 0,
    close: async () => void db.close(),
  };
}

export async function openPostgres(databaseUrl: string): Promise<BenchDatabase> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    numbers: (count) => `generate_series(1, ${count}) as n(i)`,
    id: `to_char(n.i, 'FM000000000') || replace(gen_random_uuid()::text, '-', '')`,
    run: async (statement) => void (await client.query(statement)),
    async columnsOf(table) {
      const query = 'select column_name as name from information_schema.columns where table_name = $1';
      return (await client.query<{ name: string }>(query, [table])).rows.map(({ name }) => name);
    },
    hasRow: async (query) => (await client.query(query)).rows.length > 0,
    close: () => client.end(),
  };
}

/** Creates a database on a Postgres server. @returns its URL */
export async function createDatabase(serverUrl: string, name: string): Promise<string> {
  const server = await openPostgres(serverUrl);
  await server.run(`create database ${name}`);
  await server.close();
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}
