import { spawnSync } from 'node:child_process';
import Database from 'libsql';
import pg from 'pg';

/** A SQLite file as SQL: tables, rows, indexes. */
export function dumpSqlite(file: string): string {
  const database = new Database(file);
  try {
    const all = (statement: string) => database.prepare(statement).all() as Record<string, unknown>[];
    const made = all(
      "select name, type, sql from sqlite_master where sql is not null and name not like 'sqlite%' order by type = 'index', name",
    ) as { name: string; type: string; sql: string }[];
    const rows = made
      .filter(({ type }) => type === 'table')
      .flatMap(({ name }) =>
        all(`select * from "${name}"`).map(
          (row) => `insert into "${name}" values (${Object.values(row).map(literal).join(', ')});`,
        ),
      );
    const [tables, others] = [made.filter(({ type }) => type === 'table'), made.filter(({ type }) => type !== 'table')];
    return `${[...tables.map(({ sql }) => `${sql};`), ...rows, ...others.map(({ sql }) => `${sql};`)].join('\n')}\n`;
  } finally {
    database.close();
  }
}

export function loadSqlite(file: string, text: string): void {
  const database = new Database(file);
  try {
    database.exec(`begin;\n${text}commit;`);
  } finally {
    database.close();
  }
}

/** A database as SQL that any client runs. @throws Error where `pg_dump` is missing or fails */
export function dumpPostgres(databaseUrl: string): string {
  const { status, stdout, stderr, error } = spawnSync(
    'pg_dump',
    ['--inserts', '--no-owner', '--no-privileges', '--schema=public', databaseUrl],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error(`pg_dump: ${error?.message ?? stderr}`);
  return stdout
    .split('\n')
    .filter((line) => line !== '' && !/^(--|\\|SET |CREATE SCHEMA |COMMENT ON SCHEMA )/.test(line))
    .join('\n');
}

export async function loadPostgres(databaseUrl: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function literal(value: unknown): string {
  if (value === null) return 'null';
  return typeof value === 'number' ? String(value) : `'${String(value).replaceAll("'", "''")}'`;
}
