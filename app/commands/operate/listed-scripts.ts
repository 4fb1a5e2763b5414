import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The committed inventory of what the payment view runs in a browser, and why (PCI DSS 4.0.1, 6.4.3). */
export const INVENTORY = 'docs/payment-scripts.json';
/** Written by the build (vite.config.ts, `listed-scripts`). */
const BUILT = 'build/scripts.json';
/** Where a browser begins on the payment view: the one script of a page, and what its empty elements ask for. */
const ENTRY = 'app/entry.client.tsx';
const ENHANCEMENT = /^app\/enhance\/[^/]+[.]tsx$/;
const ENHANCEMENTS_OF_PAYMENT = ['app/enhance/card-fields.tsx', 'app/enhance/venmo.tsx'];

/** A file of ours: made of a module and what it brings in. */
export interface ListedScript {
  /** The module that brings in the rest of the file. */
  what: string;
  /** Below `/app/join/`. */
  file: string;
  /** Of the file, as `integrity` attributes have it. */
  integrity: string;
}

export interface Inventory {
  about: string;
  views: string[];
  /** What we serve, of our own and of the packages built into it. */
  ours: (ListedScript & { when: string; why: string })[];
  /** What the provider and its partners serve; `*` stands for anything. */
  theirs: { address: string; when: string; why: string; unhashed: string }[];
}

/** What the build says of a script. */
interface BuiltScript {
  file: string;
  modules: string[];
  /** Files that it imports, at once or later. */
  loads: string[];
  integrity: string;
}

/**
 * Every script of ours that the payment view can come to load, in the order in which one leads to the next.
 *
 * @param root the checkout, absolute; it has to be built
 * @throws Error where the build has no such enhancement
 */
export function findPaymentScripts(root: string): ListedScript[] {
  const built = JSON.parse(readFileSync(join(root, BUILT), 'utf8')) as BuiltScript[];
  const find = (isIt: (script: BuiltScript) => boolean, name: string) => {
    const script = built.find(isIt);
    if (!script) throw new Error(`The build has no ${name}`);
    return script;
  };
  const startOf = (entry: string) => find(({ modules }) => modules.includes(entry), entry);
  const fileNamed = (file: string) => find((script) => script.file === file, file);
  const found = new Set<BuiltScript>();
  const follow = (script: BuiltScript) => {
    if (found.has(script)) return;
    found.add(script);
    for (const file of script.loads) follow(fileNamed(file));
  };
  const entry = startOf(ENTRY);
  found.add(entry);
  // The entry can load every enhancement, and loads those that the page asks for.
  const loaded = entry.loads.map(fileNamed).filter(({ modules }) => !modules.some((name) => ENHANCEMENT.test(name)));
  for (const script of loaded) follow(script);
  for (const enhancement of ENHANCEMENTS_OF_PAYMENT) follow(startOf(enhancement));
  return [...found].map(({ file, modules, integrity }) => ({ what: modules.at(-1) ?? file, file, integrity }));
}

/** @param root the checkout, absolute */
export function readInventory(root: string): Inventory {
  return JSON.parse(readFileSync(join(root, INVENTORY), 'utf8')) as Inventory;
}

/** The inventory with the files and hashes of the build. What was said of a script stays with it; a new one has nothing said of it yet. */
export function bringUpToDate(inventory: Inventory, scripts: readonly ListedScript[]): Inventory {
  const said = new Map(inventory.ours.map(({ what, when, why }) => [what, { when, why }]));
  return {
    ...inventory,
    ours: scripts.map((script) => ({ ...script, ...(said.get(script.what) ?? { when: '', why: '' }) })),
  };
}
