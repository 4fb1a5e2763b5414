import { setImmediate } from 'node:timers/promises';

/** Rows a statement. SQLite answers in this process: what deletes many at once holds every page up. */
export const SLICE = 200;

/**
 * Deletes slice by slice until one is not full, and serves everybody else in between.
 *
 * @param deleteSlice deletes up to `SLICE` rows, and resolves with how many
 * @returns how many in all
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
