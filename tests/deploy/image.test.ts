import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const read = (path: string) => readFileSync(ROOT + path, 'utf8');

const FROM = /(?:\bfrom\s*|\bimport\s*|\b(?:import|require)\(\s*)["']([^"'./][^"']*)["']/g;

/** Returns the packages that the built server loads by name. */
function loadedPackages(): string[] {
  const files = readdirSync(`${ROOT}build/server`, { recursive: true, encoding: 'utf8' });
  const names = files
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [...read(`build/server/${name}`).matchAll(FROM)].map(([, from]) => from!))
    .filter((from) => /^(@[a-z0-9-]+\/)?[a-z0-9.-]+(\/[\w./-]+)?$/.test(from) && !builtinModules.includes(from))
    .map((from) => from.split('/', from.startsWith('@') ? 2 : 1).join('/'));
  return [...new Set(names)];
}

it('keeps every package that the built server loads in the image', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, { dev?: boolean }> };
  const removed = [
    ...[...read('Dockerfile').matchAll(/delete dependencies\.(\S+)/g)].map(([, name]) => name!),
    ...[...read('Dockerfile').matchAll(/rm -rf node_modules\/(\S+)/g)].map(([, name]) => name!),
  ];
  expect(removed).toEqual(['braintree-web', 'typescript']);
  const loaded = loadedPackages();
  expect(loaded).toEqual(expect.arrayContaining(['libsql', 'pg', 'braintree']));
  // Names without a package are words in texts.
  const lacking = loaded.filter((name) => removed.includes(name) || packages[`node_modules/${name}`]?.dev);
  expect(lacking).toEqual([]);
});
