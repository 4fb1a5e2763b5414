import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { useSharedServer } from '~tests/servers/use-shared-server';

const BUILD = fileURLToPath(new URL('../../build/', import.meta.url));
const server = useSharedServer();

interface BuiltScript {
  file: string;
  modules: string[];
}

function readScripts(): BuiltScript[] {
  return JSON.parse(readFileSync(`${BUILD}scripts.json`, 'utf8')) as BuiltScript[];
}

it('builds no empty script and no script of a route', () => {
  const assets = readdirSync(`${BUILD}client/assets`).filter((name) => name.endsWith('.js'));
  const sizes = assets.map((name) => [name, readFileSync(`${BUILD}client/assets/${name}`, 'utf8').trim().length]);
  expect(sizes.filter(([, size]) => size === 0)).toEqual([]);

  const scripts = readScripts();
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.flatMap(({ modules }) => modules).filter((module) => module.startsWith('app/routes/'))).toEqual([]);
  expect(scripts.filter(({ file }) => !assets.includes(file.replace('assets/', '')))).toEqual([]);
});

it('builds and serves no source map of a script', async () => {
  const files = readdirSync(`${BUILD}client`, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => file.endsWith('.map'))).toEqual([]);
  for (const { file } of readScripts()) {
    const address = `${server.running.url}/app/join/${file}`;
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(`${address}.map`)).status).toBe(404);
  }
});
