import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));

it('builds no empty script and no script of a route', () => {
  const assets = readdirSync(`${BUILD}client/assets`).filter((name) => name.endsWith('.js'));
  const sizes = assets.map((name) => [name, readFileSync(`${BUILD}client/assets/${name}`, 'utf8').trim().length]);
  expect(sizes.filter(([, size]) => size === 0)).toEqual([]);

  const scripts = JSON.parse(readFileSync(`${BUILD}scripts.json`, 'utf8')) as { file: string; modules: string[] }[];
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.flatMap(({ modules }) => modules).filter((module) => module.startsWith('app/routes/'))).toEqual([]);
  expect(scripts.filter(({ file }) => !assets.includes(file.replace('assets/', '')))).toEqual([]);
});
