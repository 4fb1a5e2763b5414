import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The committed inventory of what the payment view runs in a browser, and why (PCI DSS 4.0.1, 6.4.3). */
const INVENTORY = 'docs/payment-scripts.json';
/** Written by the build (vite.config.ts, `listed-scripts`). */
const BUILT = 'build/scripts.json';
/** Where a browser begins on the payment view: the one script of a page, and what its empty elements ask for. */
const ENTRY = 'app/entry.client.tsx';
const ENHANCEMENTS_OF_PAYMENT = ['app/enhance/card-fields.tsx', 'app/enhance/venmo.tsx'];

/**
 * Every script of ours that the payment view can come to load, in the order in which one leads to the next.
 *
 * @param {string} root the checkout, absolute; it has to be built
 * @returns {{ what: string, file: string, integrity: string }[]} `what` is the module that brings in the rest of the file
 * @throws where the build has no such enhancement
 */
export function findPaymentScripts(root) {
  const built = JSON.parse(readFileSync(join(root, BUILT), 'utf8'));
  const byFile = new Map(built.map((script) => [script.file, script]));
  const startOf = (entry) => {
    const script = built.find((candidate) => candidate.entry === entry);
    if (!script) throw new Error(`The build has no ${entry}`);
    return script;
  };
  const found = new Set();
  const follow = (script) => {
    if (found.has(script)) return;
    found.add(script);
    for (const file of script.loads) follow(byFile.get(file));
  };
  const entry = startOf(ENTRY);
  found.add(entry);
  // The entry can load every enhancement, and loads those that the page asks for.
  const enhancements = new Set(built.filter((script) => script.entry?.startsWith('app/enhance/')));
  for (const file of entry.loads) if (!enhancements.has(byFile.get(file))) follow(byFile.get(file));
  for (const enhancement of ENHANCEMENTS_OF_PAYMENT) follow(startOf(enhancement));
  return [...found].map(({ file, modules, integrity }) => ({ what: modules.at(-1), file, integrity }));
}

/**
 * @param {string} root the checkout, absolute
 * @returns {import('./listed-scripts.d.mts').Inventory}
 */
export function readInventory(root) {
  return JSON.parse(readFileSync(join(root, INVENTORY), 'utf8'));
}

/**
 * The inventory with the files and hashes of the build. What was said of a script stays with it; a new one has nothing said of it yet.
 *
 * @param {import('./listed-scripts.d.mts').Inventory} inventory
 * @param {ReturnType<typeof findPaymentScripts>} scripts
 */
export function bringUpToDate(inventory, scripts) {
  const said = new Map(inventory.ours.map(({ what, when, why }) => [what, { when, why }]));
  return {
    ...inventory,
    ours: scripts.map((script) => ({ ...script, ...(said.get(script.what) ?? { when: '', why: '' }) })),
  };
}
