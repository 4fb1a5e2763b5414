import { setImmediate } from 'node:timers/promises';

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
