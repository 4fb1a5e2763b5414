import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { areInstalled } from './installed-packages.mjs';
import { prepare } from './prepare.mjs';

const LOCKED = {
  '': { name: 'joinery', version: '0.1.0' },
  'node_modules/kysely': { version: '0.28.18', integrity: 'sha512-kysely' },
  'node_modules/esbuild': { version: '0.25.0', integrity: 'sha512-esbuild', dev: true },
  'node_modules/@esbuild/aix-ppc64': { version: '0.25.0', integrity: 'sha512-aix', optional: true },
};
const { '': _project, 'node_modules/@esbuild/aix-ppc64': _otherPlatform, ...INSTALLED } = LOCKED;
const RECORD = 'node_modules/.package-lock.json';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'prepare-'));
  mkdirSync(join(root, 'node_modules'));
  write('package-lock.json', LOCKED);
  write(RECORD, INSTALLED);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, packages: object, at = 1_000): void {
  writeFileSync(join(root, path), JSON.stringify({ packages }));
  utimesSync(join(root, path), at, at);
}

it('detects that this working copy is installed', () => {
  expect(areInstalled(fileURLToPath(new URL('../../..', import.meta.url)))).toBe(true);
});

it('compares packages, not file times, and ignores packages for other platforms', () => {
  expect(areInstalled(root)).toBe(true);
  write('package-lock.json', LOCKED, 2_000);
  expect(areInstalled(root)).toBe(true);
});

it.each([
  ['of another version', { 'node_modules/kysely': { version: '0.28.17', integrity: 'sha512-older' } }],
  ['with other content', { 'node_modules/kysely': { version: '0.28.18', integrity: 'sha512-other' } }],
  ['that is no longer required', { 'node_modules/left': { version: '1.0.0', integrity: 'sha512-left' } }],
])('detects a package %s, even if the record is newer', (_what, packages) => {
  write(RECORD, { ...INSTALLED, ...packages }, 2_000);
  expect(areInstalled(root)).toBe(false);
});

it('detects a missing package or node_modules folder', () => {
  const { 'node_modules/kysely': _missing, ...rest } = INSTALLED;
  write(RECORD, rest, 2_000);
  expect(areInstalled(root)).toBe(false);
  rmSync(join(root, 'node_modules'), { recursive: true });
  expect(areInstalled(root)).toBe(false);
});

it('ignores an extraneous package', () => {
  write(RECORD, { ...INSTALLED, 'node_modules/added': { version: '1.0.0', extraneous: true } });
  expect(areInstalled(root)).toBe(true);
});

it('never installs through a linked node_modules, and reports its target', () => {
  const other = mkdtempSync(join(tmpdir(), 'prepare-other-'));
  mkdirSync(join(other, 'node_modules/kysely'), { recursive: true });
  rmSync(join(root, 'node_modules'), { recursive: true });
  symlinkSync(join(other, 'node_modules'), join(root, 'node_modules'));

  expect(() => prepare(root)).toThrow(`run \`npm ci\` in ${other}`);
  expect(existsSync(join(other, 'node_modules/kysely'))).toBe(true);
  rmSync(other, { recursive: true });
});
