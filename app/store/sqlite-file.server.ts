import { join } from 'node:path';

/** The SQLite file of a data folder. */
export function sqliteFile(dataDir: string): string {
  return join(dataDir, 'joinery.db');
}
