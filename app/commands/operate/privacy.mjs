/**
 * `npm run privacy -- export EMAIL [DATA_DIR]` prints what the store holds of a person, as JSON, to be handed to them;
 * `npm run privacy -- erase EMAIL [DATA_DIR]` deletes it, but for what has to be kept of payments (docs/decisions/0023). Plain Node beside
 * the build; may run while the server does. `SESSION_SECRET` is needed to look into sessions, where it is not in the data folder.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openCommandStore } from './command-store.mjs';
import { erasePersonalData } from './erase-personal-data.mjs';
import { findOpenPayments, findPersonalData, findSessions, readable } from './personal-data.mjs';
import { createSealing } from '../../lib/sealing.mjs';

const USAGE = 'Usage: npm run privacy -- export|erase EMAIL [FOLDER]';

/** Of these the figures stay. */
const KEPT = ['orders', 'paymentAttempts'];

process.exitCode = await run(process.argv.slice(2));

/** @param {string[]} given @returns {Promise<number>} the exit code: 0 done, 1 not done or not whole, 2 nothing was begun */
async function run([verb, email, folder, ...more]) {
  if (!['export', 'erase'].includes(verb ?? '') || !email?.includes('@') || more.length > 0) return fail(2, USAGE);
  const dataDir = resolve(folder ?? process.env.DATA_DIR ?? './data');
  const db = openCommandStore(dataDir, verb === 'export');
  if (!db) return fail(2, `There is no store in ${dataDir}.`);
  try {
    return verb === 'export' ? await exportData(db, email, dataDir) : await erase(db, email, dataDir);
  } catch (error) {
    return fail(2, `The store does not answer as it should: ${error.message}`);
  } finally {
    await db.destroy();
  }
}

async function exportData(db, email, dataDir) {
  const found = await findPersonalData(db, email);
  const sealing = openSealing(dataDir, 'session');
  const sessions = sealing && (await findSessions(db, sealing, email));
  console.log(JSON.stringify({ ...readable(found), sessions: sessions?.ids.length ?? 'not looked into' }, null, 2));
  return sessions ? 0 : 1;
}

async function erase(db, email, dataDir) {
  const sealing = openSealing(dataDir, 'session');
  if (!sealing) return fail(2, 'Sessions hold what people type, and SESSION_SECRET is not set: nothing was begun.');
  const found = await erasePersonalData(db, email, openSealing(dataDir, 'backend'));
  const open = findOpenPayments(found);
  if (open.length > 0) {
    return fail(1, `Nothing was deleted: a payment is not over yet (${open.join(', ')}). See npm run payments.`);
  }
  const { ids, shut } = await findSessions(db, sealing, email);
  if (ids.length > 0) await db.deleteFrom('sessions').where('id', 'in', ids).execute();
  const counts = Object.entries({ ...found, sessions: ids }).filter(([, rows]) => rows.length > 0);
  console.log(counts.length === 0 ? 'Nothing is held under this e-mail.' : counts.map(describe).join('\n'));
  if (shut > 0) return fail(1, `${shut} sessions open under none of the secrets and were not looked into.`);
  return 0;
}

function describe([table, rows]) {
  return `${rows.length} ${table}: ${KEPT.includes(table) ? 'figures kept, the person taken out' : 'deleted'}`;
}

/** What opens the sessions: undefined where no secret is known. */
function openSealing(dataDir, purpose) {
  const file = join(dataDir, 'session-secret');
  const given = process.env.SESSION_SECRET?.trim();
  if (given)
    return createSealing(
      given.split(',').map((secret) => secret.trim()),
      purpose,
    );
  return existsSync(file) ? createSealing([readFileSync(file, 'utf8').trim()], purpose) : undefined;
}

function fail(code, text) {
  console.error(text);
  return code;
}
