/**
 * `npm run payments [DATA_DIR]`: lists the payments that wait for a person, and what to do with each. Plain Node beside the build, like
 * `start.mjs`: it needs nothing but the store's driver, reads only, and may run while the server does.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import Database from 'libsql';
import { describeStuckPayments } from './stuck-payments.mjs';

const dataDir = resolve(process.argv[2] ?? process.env.DATA_DIR ?? './data');
const file = join(dataDir, 'joinery.db');

if (existsSync(file)) {
  const database = new Database(file, { readonly: true });
  database.pragma('busy_timeout = 5000');
  const { text, count } = describeStuckPayments(database);
  console.log(text);
  // For a monitor: 0 means that nothing waits.
  process.exitCode = count > 0 ? 1 : 0;
} else {
  console.error(`There is no store in ${dataDir}. Name the folder: npm run payments -- /path/to/data`);
  process.exitCode = 2;
}
