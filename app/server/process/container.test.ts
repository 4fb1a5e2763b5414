import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COMMANDS } from '~/commands/operate/commands';

const root = new URL('../../..', import.meta.url);
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), 'utf8');
const dockerfile = read('Dockerfile');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

test('copies only existing or built files, starts the built server, and includes the operator commands', () => {
  const copied = [...dockerfile.matchAll(/^COPY --from=build \/app\/(\S+) /gm)].map(([, path]) => path!);
  expect(copied.filter((path) => !existsSync(new URL(path, root)))).toEqual(
    copied.includes('build') && !existsSync(new URL('build', root)) ? ['build'] : [],
  );
  expect(dockerfile).toContain('CMD ["node", "build/server/index.js"]');
  // The image has no source, so commands run from the build under the names of their npm scripts.
  expect(copied).toEqual(['package.json', 'node_modules', 'build']);
  for (const command of ['payments', 'privacy', 'pepper', 'backup', 'compact']) {
    expect(COMMANDS.has(command)).toBe(true);
    expect(scripts[command]).toBe(`node app/commands/run/operate.mjs ${command}`);
  }
});

test('pins the image version, and runs without root under tini', () => {
  const bases = [...dockerfile.matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!);
  expect(bases).toHaveLength(2);
  for (const image of bases) expect(image).toMatch(/^node:24\.\d+\.\d+-bookworm-slim$/);
  for (const image of bases) expect(image).toBe(`node:${read('.nvmrc').trim()}-bookworm-slim`);
  expect(dockerfile.indexOf('USER node')).toBeLessThan(dockerfile.indexOf('ENTRYPOINT ["tini", "--"]'));
  expect(dockerfile).toMatch(/^HEALTHCHECK /m);
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining(['.git', 'node_modules', 'build', 'data', '**/.env']),
  );
});

test('sets the same limits of Node’s heap in every deployment', () => {
  const [, nodeOptions = ''] = /^ +NODE_OPTIONS="(.+)" /m.exec(dockerfile) ?? [];
  expect(read('deploy/kubernetes/joinery.yaml')).toMatch(`- name: NODE_OPTIONS\n              value: ${nodeOptions}\n`);
  expect(read('deploy/systemd/joinery.service')).toMatch(
    `\nEnvironment="NODE_OPTIONS=${nodeOptions}" MALLOC_ARENA_MAX=2\n`,
  );
  expect(dockerfile).toMatch(/^ +MALLOC_ARENA_MAX=2 /m);
  expect(scripts.start).toBe(`node ${nodeOptions} app/commands/run/start.mjs`);
  const limit = spawnSync(process.execPath, ['-p', 'v8.getHeapStatistics().heap_size_limit / 1024 / 1024'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
  });
  // Includes the young generation, which has a separate limit.
  expect(Number(limit.stdout)).toBeGreaterThanOrEqual(384);
  expect(Number(limit.stdout)).toBeLessThan(512);
});

test('includes the commit in the ready line', () => {
  expect(dockerfile).toMatch(/^ARG COMMIT$/m);
});
