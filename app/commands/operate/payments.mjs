/**
 * `npm run payments [DATA_DIR]` lists the payments that wait for a person, and what to do with each;
 * `npm run payments -- settled|voided|refunded|again ORDER_ID [DATA_DIR]` writes down what was done. Plain Node beside the build, like
 * `start.mjs`: it needs nothing but the store's drivers, and may run while the server does.
 */
import { resolve } from 'node:path';
import { CLOSINGS, closePayment } from './close-payment.mjs';
import { openCommandStore } from './command-store.mjs';
import { describeStuckPayments } from './stuck-payments.mjs';

const USAGE = `Usage: npm run payments [-- FOLDER]
       npm run payments -- ${Object.keys(CLOSINGS).join('|')} ORDER_ID [FOLDER]`;

process.exitCode = await run(process.argv.slice(2));

/** @param {string[]} given @returns {Promise<number>} the exit code; for a monitor: 0 means that nothing waits */
async function run(given) {
  const verb = Object.hasOwn(CLOSINGS, given[0] ?? '') ? given.shift() : undefined;
  const orderId = verb && given.shift();
  if ((verb && !orderId) || given.length > 1) return fail(USAGE);
  const dataDir = resolve(given[0] ?? process.env.DATA_DIR ?? './data');
  const db = openCommandStore(dataDir, verb === undefined);
  if (!db) return fail(`There is no store in ${dataDir}. Name the folder: npm run payments -- /path/to/data`);
  try {
    if (verb) {
      const { text, code } = await closePayment(db, { verb, orderId, now: new Date() });
      console.log(text);
      return code;
    }
    const { text, count } = await describeStuckPayments(db);
    console.log(text);
    return count > 0 ? 1 : 0;
  } catch (error) {
    return fail(`The store does not answer as it should: ${error.message}`);
  } finally {
    await db.destroy();
  }
}

function fail(text) {
  console.error(text);
  return 2;
}
