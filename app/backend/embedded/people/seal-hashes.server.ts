import { sql } from 'kysely';
import { KEY_ID_LENGTH, keyIdOf, type Sealing } from '~/lib/sealing.server';
import { resealAnswers } from './sections.server';
import type { Db } from '~/store/store';

/** Tables with answers, whose hashes the pepper seals. */
const TABLES_WITH_ANSWERS = ['backend_accounts', 'backend_invitations'] as const;
/** Columns that the pepper seals, with the table's primary key. */
const PEPPERED_COLUMNS = [
  { table: 'backend_professional_codes', key: 'code', column: 'sealed_code' },
  { table: 'backend_keys', key: 'name', column: 'sealed_key' },
] as const;

interface SealedColumn {
  table: string;
  /** The primary key. */
  key: string;
  column: string;
}

/** Rows per round. */
const BATCH_SIZE = 200;

/**
 * Re-seals the next hashes and keys that an earlier pepper sealed. It does not need the original codes and answers.
 *
 * @returns whether there may be more
 */
export async function resealHashes(db: Db, pepper: Sealing): Promise<boolean> {
  const [, ...earlier] = pepper.keyIds;
  if (earlier.length === 0) return false;
  let hasMore = false;
  for (const table of TABLES_WITH_ANSWERS) hasMore = (await resealAnswersIn(db, pepper, table, earlier)) || hasMore;
  for (const peppered of PEPPERED_COLUMNS) hasMore = (await resealColumn(db, pepper, peppered)) || hasMore;
  return hasMore;
}

async function resealAnswersIn(
  db: Db,
  pepper: Sealing,
  table: (typeof TABLES_WITH_ANSWERS)[number],
  earlier: readonly string[],
): Promise<boolean> {
  const rows = await db
    .selectFrom(table)
    .select(['id', 'answers'])
    .where('answers_sealed_by', 'in', earlier)
    .limit(BATCH_SIZE)
    .execute();
  for (const { id, answers } of rows) {
    const sealed = resealAnswers(pepper, answers);
    // Only if unchanged since it was read.
    await db.updateTable(table).set(sealed).where('id', '=', id).where('answers', '=', answers).execute();
  }
  return rows.length === BATCH_SIZE;
}

/**
 * Re-seals the next texts of a column that an earlier secret sealed.
 *
 * @returns whether there may be more
 */
export async function resealColumn(db: Db, sealing: Sealing, { table, key, column }: SealedColumn): Promise<boolean> {
  const [, ...earlier] = sealing.keyIds;
  if (earlier.length === 0) return false;
  const [id, value] = [sql.ref(key), sql.ref(column)];
  const { rows } = await sql<{ id: string; value: string }>`
    select ${id} as id, ${value} as value from ${sql.table(table)}
    where ${value} is not null and substr(${value}, 1, ${sql.lit(KEY_ID_LENGTH)}) in (${sql.join(earlier)})
    limit ${sql.lit(BATCH_SIZE)}`.execute(db);
  for (const row of rows) {
    const sealed = sealing.seal(sealing.open(row.value));
    // Only if unchanged since it was read.
    await sql`update ${sql.table(table)} set ${value} = ${sealed} where ${id} = ${row.id} and ${value} = ${row.value}`.execute(
      db,
    );
  }
  return rows.length === BATCH_SIZE;
}

/** Counts the rows sealed by each pepper. @returns by the key's id */
export async function countByPepper(db: Db): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const columns = [
    ...TABLES_WITH_ANSWERS.map((table) => ({ table, column: 'answers_sealed_by' })),
    ...PEPPERED_COLUMNS,
  ];
  for (const { table, column } of columns) {
    const value = sql.ref(column);
    const { rows } = await sql<{ mark: string; count: number }>`
      select substr(${value}, 1, ${sql.lit(KEY_ID_LENGTH)}) as mark, count(*) as count from ${sql.table(table)}
      where ${value} is not null group by 1`.execute(db);
    for (const { mark, count } of rows) {
      const id = keyIdOf(mark);
      counts.set(id, (counts.get(id) ?? 0) + Number(count));
    }
  }
  return counts;
}
