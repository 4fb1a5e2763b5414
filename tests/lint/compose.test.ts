import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { hardenServer } from '~/server/process/harden-server.server';
import { LONGEST_STOP_MS } from '~/lib/stop-times';
import { server } from '~/settings/server';
import { defaultOf } from '~/settings/setting';
import { SETTING_NAMES } from '~/settings/settings';
import { canRun } from '~tests/deploy/installed';
import { faultsOf } from '~tests/servers/site-configuration';
import { REAL_SITE } from '~tests/servers/site-settings';

const read = (path: string) => readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), 'utf8');

interface Service {
  image: string;
  environment: Record<string, string>;
  networks: Record<string, unknown> | string[];
  volumes?: string[];
  read_only?: boolean;
  cap_drop?: string[];
  stop_grace_period?: string;
  healthcheck?: { start_period: string };
}

interface Built {
  build?: { args: Record<string, string> };
}

interface Compose {
  services: Record<'proxy' | 'app-a' | 'app-b' | 'postgres', Service>;
  networks: Record<string, { internal?: boolean } | null>;
}

/** Contains no `${…}`, because Debian's old docker-compose replaces it even in single quotes. */
const PASSWORD = `a$b#d@e/f:g h"i%2Fj&k\\l`;
/** Settings that the containers define themselves. */
const OWN = [
  'NODE_ENV',
  'DEMO',
  'HOST',
  'PORT',
  'ADMIN_HOST',
  'ADMIN_PORT',
  'DATA_DIR',
  'PUBLIC_URL',
  'TRUST_PROXY',
  'DATABASE_URL',
];

/** Returns compose.yaml as docker-compose reads it with these settings in `.env`. */
function readByCompose(settings: Record<string, string>): { status: number | null; stderr: string; compose: Compose } {
  const folder = mkdtempSync(join(tmpdir(), 'compose-'));
  try {
    writeFileSync(join(folder, 'compose.yaml'), read('compose.yaml'));
    const lines = Object.entries(settings).map(([name, value]) => `${name}='${value}'`);
    writeFileSync(join(folder, '.env'), lines.join('\n'));
    // The environment of this process would override the file.
    const env = { NODE_ENV: process.env.NODE_ENV, PATH: process.env.PATH };
    const { status, stdout, stderr } = spawnSync('docker-compose', ['-f', 'compose.yaml', 'config'], {
      cwd: folder,
      env,
      encoding: 'utf8',
    });
    // docker-compose doubles dollar signs, so that its output is valid input.
    return { status, stderr, compose: parse(stdout.replaceAll('$$', '$')) as Compose };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe.skipIf(!canRun('docker-compose'))('compose.yaml as read by docker-compose', () => {
  const settings = Object.fromEntries(SETTING_NAMES.map((name) => [name, `${name} ${PASSWORD}`]));

  it('passes every setting in .env to both apps, and the same password to apps and database', () => {
    const { status, stderr, compose } = readByCompose({
      ...settings,
      SITE_HOST: 'join.example.com',
      POSTGRES_PASSWORD: PASSWORD,
    });
    expect(status, stderr).toBe(0);
    for (const app of ['app-a', 'app-b'] as const) {
      const { environment } = compose.services[app];
      const lost = SETTING_NAMES.filter((name) => environment[name] !== settings[name]);
      expect(lost.sort()).toEqual(OWN.filter((name) => SETTING_NAMES.includes(name)).sort());
      expect(environment).toMatchObject({ DEMO: 'off', PUBLIC_URL: 'https://join.example.com', PGPASSWORD: PASSWORD });
      expect(clientWith(environment)).toEqual(['joinery', 'postgres', 'joinery', PASSWORD]);
    }
    expect(compose.services.postgres.environment.POSTGRES_PASSWORD).toBe(PASSWORD);
  });

  it('connects the apps to another database after a restore, which Postgres also names to the backup', () => {
    const required = { SITE_HOST: 'join.example.com', POSTGRES_PASSWORD: PASSWORD };
    for (const [POSTGRES_DB, name] of [
      ['restored', 'restored'],
      ['', 'joinery'],
    ] as const) {
      const { status, stderr, compose } = readByCompose({ ...required, POSTGRES_DB });
      expect(status, stderr).toBe(0);
      expect(compose.services.postgres.environment.POSTGRES_DB).toBe(name);
      for (const app of ['app-a', 'app-b'] as const)
        expect(clientWith(compose.services[app].environment)).toEqual(['joinery', 'postgres', name, PASSWORD]);
    }
  });

  it('names a missing setting', () => {
    const { status, stderr } = readByCompose({ SITE_HOST: 'join.example.com' });
    expect([status, stderr]).toEqual([1, expect.stringContaining('POSTGRES_PASSWORD')]);
  });
});

/** Returns the user, host, database and password that a process with this environment sends to Postgres. */
function clientWith({ DATABASE_URL, PGPASSWORD }: Record<string, string>) {
  const before = process.env.PGPASSWORD;
  try {
    process.env.PGPASSWORD = PGPASSWORD;
    const { user, host, database, password } = new pg.Client({ connectionString: DATABASE_URL });
    return [user, host, database, password];
  } finally {
    if (before === undefined) delete process.env.PGPASSWORD;
    else process.env.PGPASSWORD = before;
  }
}

/** Runs a program with a `docker` that records its arguments, after the POSTGRES_DB that it got. @param fails the command that fails */
function runWithDocker(program: string, args: string[], fails = 'nothing'): { status: number | null; calls: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'docker-'));
  try {
    const docker = [
      '#!/bin/sh',
      `echo "\${POSTGRES_DB:+POSTGRES_DB=$POSTGRES_DB }$*" >> '${folder}/calls'`,
      `case "$*" in *'${fails}'*) exit 1 ;; esac`,
    ].join('\n');
    writeFileSync(join(folder, 'docker'), docker, { mode: 0o755 });
    const env = { NODE_ENV: process.env.NODE_ENV, PATH: `${folder}:${process.env.PATH}` };
    const { status } = spawnSync(program, args, { env, cwd: folder });
    const calls = existsSync(join(folder, 'calls'))
      ? readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n')
      : [];
    return { status, calls };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const replace = (args: string[], fails?: string) =>
  runWithDocker(fileURLToPath(new URL('../../deploy/replace.sh', import.meta.url)), args, fails);

it('builds the image for the base path of .env, with its commit', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as { services: Record<string, Built> };
  const taken = [...read('Dockerfile').matchAll(/^ARG (\w+)$/gm)].map(([, name]) => name!);
  expect(services['app-a']?.build?.args).toEqual(Object.fromEntries(taken.map((name) => [name, `\${${name}:-}`])));
  expect(read('deploy/replace.sh')).toMatch(/^export COMMIT=/m);
});

it('waits for a migration that waits for a dump, as on Kubernetes', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as Compose;
  const [startup = ''] = /startupProbe:[^]*?failureThreshold: \d+/.exec(read('deploy/kubernetes/joinery.yaml')) ?? [];
  const [period, threshold] = [...startup.matchAll(/(?:periodSeconds|failureThreshold): (\d+)/g)].map(([, n]) =>
    Number(n),
  );
  const [, timeout] = /--wait-timeout (\d+)/.exec(read('deploy/replace.sh')) ?? [];
  for (const app of ['app-a', 'app-b'] as const) {
    const [, minutes] = /^(\d+)m$/.exec(services[app].healthcheck!.start_period) ?? [];
    expect([Number(minutes) * 60, Number(timeout)]).toEqual([period! * threshold!, period! * threshold!]);
  }
});

it('replaces the second app only when the first one is ready', () => {
  // Without --no-build, Compose builds a missing image, so that an earlier tag would get the code of this folder.
  const up = (app: string) => `compose up --no-build --detach --no-deps --wait --wait-timeout 900 ${app}`;
  const all = ['compose build', up('app-a'), up('app-b'), 'compose up --no-build --detach --wait'];
  expect(replace([])).toEqual({ status: 0, calls: all });
  expect(replace(['--no-build'])).toEqual({ status: 0, calls: all.slice(1) });
  expect(replace([], 'app-a')).toEqual({ status: 1, calls: all.slice(0, 2) });
  expect(replace([], 'build')).toEqual({ status: 1, calls: all.slice(0, 1) });
  expect(replace(['--help'])).toEqual({ status: 2, calls: [] });
});

it('documents a backup and a restore that run in its services, as the owner of the database', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as Compose;
  const [, section = ''] = read('docs/operations/backups.md').split('\n### Postgres in Compose\n');
  const [own = ''] = section.split(/^##/m);
  const script = [...own.matchAll(/^```\n(.*?)^```/gms)].map(([, block]) => block!).join('');
  const { status, calls } = runWithDocker('sh', ['-euc', script]);
  const as = `--username=${services.postgres.environment.POSTGRES_USER}`;
  const inPostgres = 'compose exec -T postgres';
  expect(services.postgres.environment).toHaveProperty('POSTGRES_DB');
  expect(calls).toEqual([
    `${inPostgres} sh -c pg_dump ${as} --format=custom "$POSTGRES_DB"`,
    'compose stop app-a app-b',
    `${inPostgres} createdb ${as} restored`,
    `${inPostgres} pg_restore ${as} --no-owner --exit-on-error --dbname=restored`,
    'POSTGRES_DB=restored compose run --rm --no-deps -T app-a node build/server/index.js backup --verify',
  ]);
  expect(status).toBe(0);
});

it('allows only the apps to reach the database, and makes only their data writable', () => {
  const { services, networks } = parse(read('compose.yaml'), { merge: true }) as Compose;
  for (const [, name] of read('compose.yaml').matchAll(/\$\{(\w*(?:PASSWORD|HOST)\w*)/g))
    expect(read('compose.yaml')).not.toMatch(new RegExp(`\\$\\{${name}(?!:\\?)`));
  expect(networks.back).toEqual({ internal: true });
  expect(services.postgres.networks).toEqual(['back']);
  expect(services.proxy.networks).toEqual(['front']);
  for (const app of ['app-a', 'app-b'] as const)
    expect(services[app]).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['data:/data'] });
  for (const { image } of [services.proxy, services.postgres])
    expect(image).toMatch(/^\w+:\d+\.\d+(\.\d+)?-\w+(@sha256:[\da-f]{64})?$/);
});

it('has settings that the app accepts with those of .env', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as Compose;
  const fill = (value: string) => value.replace(/\$\{SITE_HOST.*?\}/, 'join.example.com');
  const own = Object.entries(services['app-a'].environment).map(([name, value]) => [name, fill(value)]);
  const secrets = { SESSION_SECRET: 'qW7-session-of-tests-only-0123456', PEPPER: 'zK4-pepper-of-tests-only-98765432' };
  expect(faultsOf({ ...REAL_SITE, ...secrets, ...(Object.fromEntries(own) as Record<string, string>) })).toEqual([]);
});

it('waits for the longest possible stop of an app', () => {
  const { services } = parse(read('compose.yaml'), { merge: true }) as Compose;
  for (const app of ['app-a', 'app-b'] as const) {
    const [, seconds] = /^(\d+)s$/.exec(services[app].stop_grace_period!)!;
    expect(Number(seconds) * 1000).toBeGreaterThan(defaultOf(server.stopDelayMs) + LONGEST_STOP_MS);
  }
});

it('closes the proxy’s idle connections before the app does', () => {
  const [, seconds] = /^\s*keepalive (\d+)s$/m.exec(read('deploy/Caddyfile')) ?? [];
  const app = createServer();
  hardenServer(app);
  expect(Number(seconds) * 1000).toBeLessThan(app.keepAliveTimeout - 5_000);
});
