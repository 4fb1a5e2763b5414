import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const require = createRequire(import.meta.url);

/** Older versions have known vulnerabilities; `npm audit` does not work on machines without internet (docs/decisions/0024). */
const AT_LEAST: [name: string, version: string][] = [
  ['@remix-run/node', '2.17.5'],
  ['@remix-run/react', '2.17.5'],
  ['@remix-run/dev', '2.17.5'],
  ['@remix-run/server-runtime', '2.17.5'],
  ['@remix-run/router', '1.23.3'],
  ['braintree', '3.40.0'],
];

test.each(AT_LEAST)('uses %s %s or newer', (name, version) => {
  const folder = (require.resolve.paths(name) ?? []).find((path) => hasVersion(join(path, name)));
  expect(folder).toBeDefined();
  expect(isAtLeast(versionIn(join(folder!, name)), version)).toBe(true);
});

test('locks no older copy of these packages', () => {
  const lock = JSON.parse(readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  const old = Object.entries(lock.packages).filter(([path, { version }]) =>
    AT_LEAST.some(([name, least]) => path.endsWith(`node_modules/${name}`) && !isAtLeast(version, least)),
  );
  expect(old).toEqual([]);
});

function hasVersion(folder: string): boolean {
  try {
    return versionIn(folder) !== '';
  } catch {
    return false;
  }
}

function versionIn(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

function isAtLeast(version: string, least: string): boolean {
  const [own, other] = [version, least].map((text) => text.split('.').map(Number));
  const differs = own!.findIndex((part, at) => part !== other![at]);
  return differs === -1 || own![differs]! > other![differs]!;
}
