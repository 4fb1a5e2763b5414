import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isBuildFresh } from './build-freshness.mjs';

const FILES = [
  'app/routes/step1.tsx',
  'locales/en/common.json',
  'public/favicon.svg',
  'server.ts',
  'vite/precompressed.ts',
  'vite.config.ts',
  'package-lock.json',
];
const BUILT = ['build/client/assets/entry.js', 'build/server/index.js', 'build/base-path'];

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'freshness-'));
  FILES.forEach((path) => write(path, 1_000));
  BUILT.forEach((path) => write(path, 2_000, '/app/join\n'));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Writes a file and sets the modification time of it and its folders, in seconds since 1970. */
function write(path: string, time: number, content = ''): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
  for (let at = path; at !== '.'; at = dirname(at)) utimesSync(join(root, at), time, time);
}

it('reports a build as fresh when all its sources are older', () => {
  expect(isBuildFresh(root)).toBe(true);
});

it.each(FILES)('reports a build as stale when %s is newer', (path) => {
  write(path, 3_000);
  expect(isBuildFresh(root)).toBe(false);
});

it('reports a build as stale when a source was deleted', () => {
  rmSync(join(root, 'app/routes/step1.tsx'));
  expect(isBuildFresh(root)).toBe(false);
});

it.each(['build/client', 'build/server'])('reports a build as stale without %s', (path) => {
  rmSync(join(root, path), { recursive: true });
  expect(isBuildFresh(root)).toBe(false);
});

it('reports a build as stale for another or an unrecorded base path', () => {
  expect(isBuildFresh(root, '/join')).toBe(false);
  write('build/base-path', 2_000, '/join\n');
  expect(isBuildFresh(root, '/join')).toBe(true);
  expect(isBuildFresh(root)).toBe(false);
  rmSync(join(root, 'build/base-path'));
  expect(isBuildFresh(root)).toBe(false);
});

it('ignores newer tests', () => {
  write('app/routes/step1.test.tsx', 3_000);
  for (const path of ['app/routes', 'app']) utimesSync(join(root, path), 1_000, 1_000);
  expect(isBuildFresh(root)).toBe(true);
});
