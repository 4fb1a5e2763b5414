import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Rollup, Plugin } from 'vite';
import { SCRIPT_GROUPS } from '../app/components/enhanced/script-groups';

const ENTRY = fileURLToPath(new URL('../app/entry.client.tsx', import.meta.url));
const ENHANCE = fileURLToPath(new URL('../app/enhance/', import.meta.url));
/** The parts shared by several of a provider's scripts, as one file. */
export const PROVIDER = 'provider';
const MODULE = 'virtual:script-groups';
const SCRIPTS = fileURLToPath(new URL('../build/scripts.json', import.meta.url));
/** Vite's helper for dynamic imports. */
const PRELOAD_HELPER = '\0vite/preload-helper.js';
/** Without the name `Module` of each namespace, which nothing reads. */
const GENERATED_CODE = { preset: 'es2015', symbols: false } as const;

const groupNames = Object.keys(SCRIPT_GROUPS);
const groupByFile: ReadonlyMap<string, string> = new Map(
  Object.entries(SCRIPT_GROUPS).flatMap(([group, names]) => names.map((name) => [`${ENHANCE}${name}.tsx`, group])),
);

let isBuild = false;
let base = '/';

/**
 * The browser build has one file for each group of enhancements. Code shared by two groups is in the entry, which every page loads. The
 * server build knows their URLs from `virtual:script-groups`, which is empty in development, where nothing is bundled.
 */
export const scriptGroups: Plugin = {
  name: 'script-groups',
  config: (_config, env) =>
    env.command === 'build' && !env.isSsrBuild
      ? { build: { rollupOptions: { output: { manualChunks: chunkOf, generatedCode: GENERATED_CODE } } } }
      : undefined,
  configResolved(config) {
    isBuild = config.command === 'build';
    base = config.base;
  },
  resolveId: (id) => (id === MODULE ? `\0${MODULE}` : undefined),
  async load(id) {
    if (id === PRELOAD_HELPER) return preloadHelper();
    if (id !== `\0${MODULE}`) return undefined;
    const files = isBuild ? await builtFiles() : {};
    return `export default ${JSON.stringify(files)};`;
  },
};

/** The paths relative to the base path, by group. The browser build, which runs first, has listed them (vite/listed-scripts.ts). */
async function builtFiles(): Promise<Record<string, string>> {
  const scripts = JSON.parse(await readFile(SCRIPTS, 'utf8')) as { name: string; file: string }[];
  return Object.fromEntries(
    scripts.filter(({ name }) => groupNames.includes(name)).map(({ name, file }) => [name, file]),
  );
}

/** Vite's own helper also loads stylesheets and reports errors as events: 450 bytes on every page. */
function preloadHelper(): string {
  return `export const __vitePreload = (load, files = []) => {
    for (const file of files)
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', href: ${JSON.stringify(base)} + file }),
      );
    return load();
  };`;
}

function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  if (id === ENTRY || id === PRELOAD_HELPER) return 'entry.client';
  const { groups, loadedLater } = findImporters(id, getModuleInfo);
  const [group] = groups;
  if (groups.size > 1 || group === 'common') return 'entry.client';
  return group ?? (loadedLater.size > 1 ? PROVIDER : undefined);
}

/** Returns the groups that import a module, and the payment provider's modules that import it. Those are loaded later. */
function findImporters(start: string, getModuleInfo: Rollup.GetModuleInfo) {
  const seen = new Set<string>();
  const groups = new Set<string>();
  const loadedLater = new Set<string>();
  const follow = (id: string) => {
    if (seen.has(id)) return;
    seen.add(id);
    const module = getModuleInfo(id);
    const group = groupByFile.get(id);
    if (group) groups.add(group);
    else if (module?.dynamicImporters.length) loadedLater.add(id);
    module?.importers.forEach(follow);
  };
  follow(start);
  return { groups, loadedLater };
}
