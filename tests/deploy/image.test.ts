import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

it('fills the compile cache with the same options and user as at run time, by importing modules that then do nothing', () => {
  const dockerfile = read('Dockerfile');
  const [, user, script] =
    /setpriv --reuid=(\w+) .* node --input-type=module --eval \\\n +"(.+)" \\\n/.exec(dockerfile) ?? [];
  expect(dockerfile).toContain(`\nUSER ${user}\n`);
  const fill = dockerfile.indexOf(script!);
  for (const earlier of [' NODE_OPTIONS=', ' NODE_COMPILE_CACHE=', 'COPY --from=build /app/build'])
    expect(dockerfile.lastIndexOf(earlier)).toBeLessThan(fill);
  // Node 20 has no globSync.
  const files = readdirSync(`${ROOT}build/server/assets`).filter((name) => name.endsWith('.js'));
  const paths = JSON.stringify(files.map((name) => `${ROOT}build/server/assets/${name}`));
  const own = script!.replace(/\(await import.+\*\.js'\)/, paths);
  expect(own).not.toBe(script);
  const folder = mkdtempSync(join(tmpdir(), 'joinery-image-'));
  try {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', own], {
      cwd: folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_ENV: 'production' },
    });
    expect({ status, stdout, stderr, written: readdirSync(folder) }).toEqual({
      status: 0,
      stdout: '',
      stderr: '',
      written: [],
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
});
