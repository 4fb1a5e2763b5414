import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Schema } from './schema';
import type { Db } from './store';

/** Rows per statement. SQLite runs in this process, so a long statement blocks every page. */
export const SLICE = 200;

/**
 * Deletes slice by slice until one is not full, and lets other work run in between.
 *
 * @param deleteSlice deletes up to `SLICE` rows, and resolves with their number
 * @returns the total number
 */
export async function deleteInSlices(deleteSlice: () => Promise<number>): Promise<number> {
  let count = 0;
  for (;;) {
    const deleted = await deleteSlice();
    count += deleted;
    if (deleted < SLICE) return count;
    await setImmediate();
  }
}

/**
 * Deletes the rows of a table whose time is not after `before`.
 *
 * @param columns.key the primary key
 * @param columns.time an indexed column
 * @returns their number
 */
export function deleteExpired<Table extends keyof Schema>(
  db: Db,
  table: Table,
  { before, ...columns }: Record<'key' | 'time', keyof Schema[Table] & string> & { before: string },
): Promise<number> {
  const key = sql.ref(columns.key);
  const isExpired = sql`${sql.ref(columns.time)} <= ${before}`;
  // The outer condition spares a row whose time was set later meanwhile.
  const deleteSlice = sql`
    delete from ${sql.table(table)} where ${isExpired} and ${key} in
      (select ${key} from ${sql.table(table)} where ${isExpired} limit ${SLICE})
    returning ${key}`;
  return deleteInSlices(async () => (await deleteSlice.execute(db)).rows.length);
}
