import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { SCRIPT_GROUPS } from '../app/components/enhanced/script-groups';
import { PROVIDER } from './script-groups';

/** Files that are listed under the name of their group. Other files are listed under their last module. */
const NAMED_BY_GROUP: ReadonlySet<string> = new Set([...Object.keys(SCRIPT_GROUPS), PROVIDER]);

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Lists each browser script's modules, imports and hash for `npm run payment-scripts`. */
export const listedScripts: Plugin = {
  name: 'listed-scripts',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild !== true,
  async writeBundle({ dir }, bundle) {
    const scripts = Object.values(bundle).flatMap((chunk) => {
      if (chunk.type !== 'chunk') return [];
      const { name, fileName: file, moduleIds, imports, dynamicImports, code } = chunk;
      const modules = [...new Set(moduleIds.map(moduleName))];
      const what = NAMED_BY_GROUP.has(name) ? name : modules.at(-1);
      const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
      return [{ name, what, file, modules, loads: [...imports, ...dynamicImports], integrity }];
    });
    await writeFile(`${dir}/../scripts.json`, `${JSON.stringify(scripts, null, 1)}\n`);
  },
};

/** Returns the path in the working copy or package, so that the list is the same on every machine. */
function moduleName(moduleId: string): string {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '');
  return /.*\/node_modules\/(.+)/.exec(path)?.[1] ?? path.replace(ROOT, '');
}
