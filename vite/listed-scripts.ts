import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Lists each browser script's modules, imports and hash for `npm run payment-scripts`. */
export const listedScripts: Plugin = {
  name: 'listed-scripts',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild !== true,
  async writeBundle({ dir }, bundle) {
    const scripts = Object.values(bundle).flatMap((chunk) => {
      if (chunk.type !== 'chunk') return [];
      const { fileName: file, moduleIds, imports, dynamicImports, code } = chunk;
      const modules = [...new Set(moduleIds.map(moduleName))];
      const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
      return [{ file, modules, loads: [...imports, ...dynamicImports], integrity }];
    });
    await writeFile(`${dir}/../scripts.json`, `${JSON.stringify(scripts, null, 1)}\n`);
  },
};

/** The path in the checkout or package, so that the list is the same on every machine. */
function moduleName(moduleId: string): string {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '');
  return /.*\/node_modules\/(.+)/.exec(path)?.[1] ?? path.replace(ROOT, '');
}
