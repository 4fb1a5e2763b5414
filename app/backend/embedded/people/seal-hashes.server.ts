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

/** A job that re-seals the next rows. @returns whether there may be more */
type Job = () => Promise<boolean>;

/** Called with each row that does not open. It keeps its seal, so that `npm run pepper` and `npm run session-secret` count it. */
type OnDamaged = (row: { table: string; id: string }) => void;

/** Makes the jobs that re-seal hashes and keys that an earlier pepper sealed. They do not need the original codes and answers. */
export function resealHashes(db: Db, pepper: Sealing, onDamaged: OnDamaged): Job[] {
  return [
    ...TABLES_WITH_ANSWERS.map((table) => resealAnswersIn(db, pepper, table, onDamaged)),
    ...PEPPERED_COLUMNS.map((column) => resealColumn(db, pepper, column, onDamaged)),
  ];
}

function resealAnswersIn(
  db: Db,
  pepper: Sealing,
  table: (typeof TABLES_WITH_ANSWERS)[number],
  onDamaged: OnDamaged,
): Job {
  return resealRows({
    sealing: pepper,
    read: (earlier, damaged) =>
      db
        .selectFrom(table)
        .select(['id', 'answers as value'])
        .where('answers_sealed_by', 'in', earlier)
        .where('id', 'not in', damaged)
        .limit(BATCH_SIZE)
        .execute(),
    reseal: (answers) => resealAnswers(pepper, answers),
    // Only if unchanged since it was read.
    write: ({ id, value }, sealed) =>
      db.updateTable(table).set(sealed).where('id', '=', id).where('answers', '=', value).execute(),
    onDamaged: (id) => onDamaged({ table, id }),
  });
}

/** Makes the job that re-seals the texts of a column that an earlier secret sealed. */
export function resealColumn(
  db: Db,
  sealing: Sealing,
  { table, key, column }: SealedColumn,
  onDamaged: OnDamaged,
): Job {
  const [id, value] = [sql.ref(key), sql.ref(column)];
  return resealRows({
    sealing,
    read: async (earlier, damaged) => {
      const { rows } = await sql<SealedRow>`
        select ${id} as id, ${value} as value from ${sql.table(table)}
        where ${value} is not null and substr(${value}, 1, ${sql.lit(KEY_ID_LENGTH)}) in (${sql.join(earlier)})
        and ${id} not in (${sql.join(damaged)})
        limit ${sql.lit(BATCH_SIZE)}`.execute(db);
      return rows;
    },
    reseal: (text) => sealing.seal(sealing.open(text)),
    // Only if unchanged since it was read.
    write: (row, sealed) =>
      sql`update ${sql.table(table)} set ${value} = ${sealed} where ${id} = ${row.id} and ${value} = ${row.value}`.execute(
        db,
      ),
    onDamaged: (damaged) => onDamaged({ table, id: damaged }),
  });
}

interface SealedRow {
  id: string;
  value: string;
}

interface Resealing<Sealed> {
  sealing: Sealing;
  /** Reads the next rows that one of these keys sealed. A row leaves them when it is re-sealed; damaged ones are left out. */
  read(earlier: readonly string[], damaged: readonly string[]): Promise<SealedRow[]>;
  /** @throws Error if the value does not open */
  reseal(value: string): Sealed;
  write(row: SealedRow, sealed: Sealed): Promise<unknown>;
  onDamaged(id: string): void;
}

function resealRows<Sealed>({ sealing, read, reseal, write, onDamaged }: Resealing<Sealed>): Job {
  const [, ...earlier] = sealing.keyIds;
  // Postgres rejects an empty list.
  const damaged = [''];
  return async () => {
    if (earlier.length === 0) return false;
    const rows = await read(earlier, damaged);
    for (const row of rows) {
      let sealed: Sealed;
      try {
        sealed = reseal(row.value);
      } catch {
        // The error may contain a part of the value.
        damaged.push(row.id);
        onDamaged(row.id);
        continue;
      }
      await write(row, sealed);
    }
    return rows.length === BATCH_SIZE;
  };
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
