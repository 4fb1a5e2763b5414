import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The committed inventory of the payment view's browser scripts, with the reason for each (PCI DSS 4.0.1, 6.4.3). */
export const INVENTORY = 'docs/payment-scripts.json';
/** Written by the build (vite.config.ts, `listed-scripts`). */
const BUILT = 'build/scripts.json';
/** The payment view's entry: the page's only script, which loads the enhancements that the page names. */
const ENTRY = 'app/entry.client.tsx';
const ENHANCEMENT = /^app\/enhance\/[^/]+[.]tsx$/;
const ENHANCEMENTS_OF_PAYMENT = [
  'app/enhance/card-fields.tsx',
  'app/enhance/card-typing.tsx',
  'app/enhance/co-parent-total.tsx',
  'app/enhance/clear-errors.tsx',
  'app/enhance/sending.tsx',
  'app/enhance/venmo.tsx',
];

export interface ListedScript {
  /** The module that the file is built around, or the name of a shared chunk. */
  what: string;
  /** Relative to the base path. */
  file: string;
  /** The hash as in an `integrity` attribute. */
  integrity: string;
}

export interface Inventory {
  about: string;
  views: string[];
  /** Scripts that we serve, including bundled packages. */
  ours: (ListedScript & { when: string; why: string })[];
  /** Scripts that the provider and its partners serve; `*` is a wildcard. */
  theirs: { address: string; when: string; why: string; unhashed: string }[];
}

interface BuiltScript {
  what: string;
  file: string;
  modules: string[];
  /** Files that it imports, statically or dynamically. */
  loads: string[];
  integrity: string;
}

/**
 * Lists all our scripts that the payment view can load, in loading order.
 *
 * @param root the working copy, absolute; needs a build
 * @throws Error if the build lacks such an enhancement
 */
export function findPaymentScripts(root: string): ListedScript[] {
  const built = readBuiltScripts(root);
  const findScriptOf = (entry: string) => getScript(built, ({ modules }) => modules.includes(entry), entry);
  const fileNamed = (file: string) => getScript(built, (script) => script.file === file, file);
  const found = new Set<BuiltScript>();
  const collect = (script: BuiltScript) => {
    if (found.has(script)) return;
    found.add(script);
    for (const file of script.loads) collect(fileNamed(file));
  };
  const entry = findScriptOf(ENTRY);
  found.add(entry);
  // The entry can load every enhancement, but a page loads only those it names.
  const loaded = entry.loads.map(fileNamed).filter(({ modules }) => !modules.some((name) => ENHANCEMENT.test(name)));
  for (const script of loaded) collect(script);
  for (const enhancement of ENHANCEMENTS_OF_PAYMENT) collect(findScriptOf(enhancement));
  return [...found].map(({ what, file, integrity }) => ({ what, file, integrity }));
}

/**
 * The script that contains a module.
 *
 * @param root the working copy, absolute; needs a build
 * @param module its path in the working copy
 * @throws Error if no script contains it
 */
export function getBuiltScript(root: string, module: string): { file: string } {
  return getScript(readBuiltScripts(root), ({ modules }) => modules.includes(module), module);
}

function readBuiltScripts(root: string): BuiltScript[] {
  return JSON.parse(readFileSync(join(root, BUILT), 'utf8')) as BuiltScript[];
}

function getScript(
  built: readonly BuiltScript[],
  matches: (script: BuiltScript) => boolean,
  name: string,
): BuiltScript {
  const script = built.find(matches);
  if (!script) throw new Error(`The build has no ${name}`);
  return script;
}

/** @param root the working copy, absolute */
export function readInventory(root: string): Inventory {
  return JSON.parse(readFileSync(join(root, INVENTORY), 'utf8')) as Inventory;
}

/** Updates the files and hashes from the build. Known scripts keep their notes; new ones have empty notes. */
export function bringUpToDate(inventory: Inventory, scripts: readonly ListedScript[]): Inventory {
  const reasons = new Map(inventory.ours.map(({ what, when, why }) => [what, { when, why }]));
  return {
    ...inventory,
    ours: scripts.map((script) => ({ ...script, ...(reasons.get(script.what) ?? { when: '', why: '' }) })),
  };
}
