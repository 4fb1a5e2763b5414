/**
 * `npm run payment-scripts`: builds where that is due, and writes the files and hashes of the payment view's scripts into
 * `docs/payment-scripts.json`; who approves them says there why each is needed. `npm run payment-scripts -- https://example.com` writes
 * nothing: it holds what that site serves against the inventory (PCI DSS 4.0.1, 11.6.1), and ends with 1 where they differ.
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bringUpToDate, findPaymentScripts, readInventory } from './listed-scripts.mjs';
import { prepare } from '../run/prepare.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [site] = process.argv.slice(2);
if (site) await compareWith(site);
else rewrite();

function rewrite() {
  prepare(root);
  const inventory = bringUpToDate(readInventory(root), findPaymentScripts(root));
  writeFileSync(join(root, 'docs/payment-scripts.json'), `${JSON.stringify(inventory, null, 2)}\n`);
  const unexplained = inventory.ours.filter(({ why, when }) => !why || !when).map(({ what }) => what);
  say(`${inventory.ours.length} scripts of ours. Look at what changed: git diff docs/payment-scripts.json`);
  if (unexplained.length > 0) say(`Say when and why, or do without: ${unexplained.join(', ')}`);
}

async function compareWith(origin) {
  const { ours } = readInventory(root);
  const answers = await Promise.all(
    ours.map(async (script) => ({ ...script, served: await hashOf(origin, script.file) })),
  );
  const different = answers.filter(({ served, integrity }) => served !== integrity);
  for (const { file, what, served } of different) say(`Different: ${file} (${what}), ${served}`);
  say(`${ours.length - different.length} of ${ours.length} scripts are served as the inventory has them.`);
  process.exitCode = different.length === 0 ? 0 : 1;
}

async function hashOf(origin, file) {
  try {
    const answer = await fetch(new URL(`/app/join/${file}`, origin));
    if (!answer.ok) return `status ${answer.status}`;
    return `sha384-${createHash('sha384')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('base64')}`;
  } catch (error) {
    return `no answer: ${error.cause?.code ?? error.message}`;
  }
}

function say(line) {
  process.stdout.write(`${line}\n`);
}
