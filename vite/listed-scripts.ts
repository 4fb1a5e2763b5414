import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** Writes down what each of the browser's scripts is made of, loads, and hashes to (app/commands/operate/listed-scripts.ts reads it). */
export const listedScripts: Plugin = {
  name: 'listed-scripts',
  apply: (_config, env) => env.command === 'build' && env.isSsrBuild !== true,
  async writeBundle({ dir }, bundle) {
    const scripts = Object.values(bundle).flatMap((chunk) => {
      if (chunk.type !== 'chunk') return [];
      const { fileName: file, moduleIds, imports, dynamicImports, code } = chunk;
      const modules = [...new Set(moduleIds.map(nameOf))];
      const integrity = `sha384-${createHash('sha384').update(code).digest('base64')}`;
      return [{ file, modules, loads: [...imports, ...dynamicImports], integrity }];
    });
    await writeFile(`${dir}/../scripts.json`, `${JSON.stringify(scripts, null, 1)}\n`);
  },
};

/** What stands for a module in a list that is the same on every machine: its path in the checkout, or in its package. */
function nameOf(moduleId: string): string {
  const path = moduleId.replace(/^\0/, '').replace(/\?.*$/, '');
  return /.*\/node_modules\/(.+)/.exec(path)?.[1] ?? path.replace(ROOT, '');
}
