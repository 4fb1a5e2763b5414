import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ECHO = 'console.log(JSON.stringify({ words: process.argv.slice(2), env: process.env }));';

/** An installed and built working copy whose server only prints its environment. */
let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'env-file-'));
  cpSync(HERE, join(root, 'app/commands/run'), { recursive: true });
  write('package.json', '{"type":"module"}');
  for (const path of ['package-lock.json', 'node_modules/.package-lock.json']) write(path, '{"packages":{}}');
  write('build/server/index.js', ECHO);
  write('build/base-path', '/app/join\n');
  mkdirSync(join(root, 'build/client/assets'), { recursive: true });
  const later = Date.now() / 1000 + 60;
  for (const path of ['build/server/index.js', 'build/client/assets']) utimesSync(join(root, path), later, later);
});
afterEach(() => rmSync(root, { recursive: true }));

function write(path: string, content: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), content);
}

function run(script: string, env: Record<string, string> = {}, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, script), ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, ...env } as unknown as NodeJS.ProcessEnv,
  });
  return { status, stdout, stderr };
}

function environmentOf(command: string, env?: Record<string, string>, ...args: string[]) {
  const { stdout, stderr } = run(`app/commands/run/${command}.mjs`, env, ...args);
  expect(stderr).toBe('');
  return (JSON.parse(stdout) as { env: Record<string, string> }).env;
}

it('reads .env in npm start, but prefers the environment', () => {
  write(
    '.env',
    '\uFEFF# ours\r\nPORT=4001\r\nBRAND_NAME="Two # Homes" # quoted\nexport BRAND_COLOR=\'#0f5c63\'\nHOST=::1\n\nSMTP_URL=\n',
  );
  expect(environmentOf('start', { HOST: '127.0.0.1' })).toMatchObject({
    PORT: '4001',
    BRAND_NAME: 'Two # Homes',
    BRAND_COLOR: '#0f5c63',
    HOST: '127.0.0.1',
    SMTP_URL: '',
    NODE_ENV: 'production',
    DEMO: 'on',
  });
});

it.each(['start', 'backend'])('defaults to a demo in npm run %s only without settings of a real site', (command) => {
  const real: Record<string, string>[] = [
    { NODE_ENV: 'production' },
    { PUBLIC_URL: 'https://join.example.com' },
    { DATABASE_URL: 'postgres://db.example/joinery' },
    { DATABASE_URL_FILE: '/run/secrets/database' },
    { PAYMENT_PROVIDER: 'braintree' },
  ];
  for (const env of real) expect(environmentOf(command, env), JSON.stringify(env)).toMatchObject({ DEMO: 'off' });
  expect(environmentOf(command, { NODE_ENV: 'production', DEMO: 'on' })).toMatchObject({ DEMO: 'on' });
  expect(environmentOf(command, { PUBLIC_URL: 'http://localhost:3000' })).toMatchObject({ DEMO: 'on' });
});

it('starts no demo if .env names a backend, unless .env sets DEMO', () => {
  write('.env', 'BACKEND_URL=http://localhost:4000\nDEMO=\n');
  expect(environmentOf('start')).toMatchObject({ DEMO: 'off' });
  write('.env', 'DEMO=off\nNODE_ENV=development\n');
  expect(environmentOf('start')).toMatchObject({ DEMO: 'off', NODE_ENV: 'development' });
});

it('reads .env in npm run backend, except ports, folder and backend of the front end', () => {
  write(
    '.env',
    'PORT=4001\nADMIN_PORT=4002\nDATA_DIR=./elsewhere\nBACKEND_URL=http://localhost:4000\nBRAND_NAME=Ours\n',
  );
  expect(environmentOf('backend')).toMatchObject({
    PORT: '4000',
    ADMIN_PORT: '9465',
    DATA_DIR: './data/backend',
    BACKEND_URL: '',
    DEMO: 'on',
    BRAND_NAME: 'Ours',
  });
  expect(environmentOf('backend', { PORT: '5000' })).toMatchObject({ PORT: '5000' });
});

it('uses the same store and secret in an operator’s command', () => {
  write('.env', 'DATA_DIR=/var/joinery\nSESSION_SECRET=abc\n');
  expect(environmentOf('operate', {}, 'payments')).toMatchObject({ DATA_DIR: '/var/joinery', SESSION_SECRET: 'abc' });
});

it.each([
  ['no assignment', 'PORT=4001\n\nhunter2 is it\n', 3],
  ['a last line without an assignment', 'PORT=4001\nhunter2', 2],
  ['an unclosed quote', 'BRAND_NAME="Two\nhunter2=\n', 1],
  ['text after a closing quote', "BRAND_NAME='Two' hunter2\n", 1],
  ['a # that would truncate the value', 'A="one\ntwo"\nSESSION_SECRET=hunter2#hunter2\n', 3],
  ['a # that would empty the value', 'BRAND_COLOR=#0f5c63', 1],
  ['a name with a space', 'SMTP URL=hunter2', 1],
])('reports %s in one sentence, without the content', (_what, content, line) => {
  write('.env', content);
  const { status, stdout, stderr } = run('app/commands/run/start.mjs');
  expect([status, stdout]).toEqual([78, '']);
  expect(stderr).toBe(
    `.env, line ${line}: must be NAME=value or begin with a #. A value that holds a # or a line break needs quotes.\n`,
  );
});

it('reports a .env that is not a file in one sentence, and accepts a missing one', () => {
  expect(environmentOf('start')).not.toHaveProperty('PORT');
  mkdirSync(join(root, '.env'));
  const { status, stderr } = run('app/commands/run/start.mjs');
  expect(status).toBe(78);
  expect(stderr).toMatch(/^\.env cannot be read: EISDIR.*\n$/);
});
