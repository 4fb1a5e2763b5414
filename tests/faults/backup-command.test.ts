import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import Database from 'libsql';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { backup as backupCommand } from '~/commands/operate/backup';
import { createSandbox } from '~/payments/sandbox/sandbox.server';
import { openStore } from '~/store/open-store.server';
import { createSealing } from '~/lib/sealing.server';
import { callCommand } from '~tests/servers/call-command';
import { BUNDLE } from '~tests/servers/run-bundle';
import { startServer } from '~tests/servers/server-under-test';

const call = promisify(execFile);

/** Runs the command of the build in its own process. */
const backupByBuild = (args: string[], env: Record<string, string> = {}) =>
  call(process.execPath, [BUNDLE, 'backup', ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, said: stdout + stderr }),
  );

/** Runs the command in this process, which costs less. */
const backup = (args: string[], env?: Record<string, string>) => callCommand(backupCommand, args, env);

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const SESSION_SECRET = 's'.repeat(32);
const PEPPER = 'p'.repeat(32);

const row = (id: string) => ({ id, data: 'sealed', created_at: '2026-03-01', expires_at: '2026-03-02' });

test('copies all acknowledged rows during writes, and a server starts from the copy', async () => {
  const dataDir = makeFolder();
  const target = join(makeFolder(), 'copy');
  const store = await openStore({ dataDir });
  const sandbox = createSandbox({ dataDir, clock: { now: () => new Date() } });
  const { clientToken } = await sandbox.clientToken('US');
  for (let n = 0; n < 10; n += 1)
    await store.db
      .insertInto('sessions')
      .values(row(`before-${n}`))
      .execute();
  let isDone = false;
  const writing = (async () => {
    for (let n = 0; !isDone; n += 1) {
      await store.db
        .insertInto('sessions')
        .values(row(`during-${n}`))
        .execute();
      // SQLite is synchronous, so this lets other work in the process run.
      await new Promise(setImmediate);
    }
  })();
  const copied = await backupByBuild([target, dataDir]);
  isDone = true;
  await writing;
  expect(copied).toMatchObject({ code: 0 });
  await store.db.deleteFrom('sessions').execute();
  await store.close();
  sandbox.close();

  const restored = await openStore({ dataDir: target });
  const ids = (await restored.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith('before-'))).toHaveLength(10);
  // A consistent snapshot contains all writes up to some row, and none after it.
  const during = ids.filter((id) => id.startsWith('during-')).map((id) => Number(id.slice(7)));
  expect(during.sort((a, b) => a - b)).toEqual(during.map((_, n) => n));
  await restored.db.insertInto('sessions').values(row('after')).execute();
  await restored.close();
  const books = createSandbox({ dataDir: target, clock: { now: () => new Date() } });
  const card = { cardHolderName: 'A', cardNumber: '4111111111111111', cardExpiration: '12/30', cardCvv: '123' };
  // The copy includes the signing key.
  expect(await books.tokeniseCard(clientToken, card)).toMatchObject({ outcome: 'tokenised' });
  books.close();
  expect(statSync(target).mode & 0o077).toBe(0);
  for (const name of readdirSync(target)) expect(statSync(join(target, name)).mode & 0o077, name).toBe(0);
});

/** The commands of docs/operations/backups.md, "SQLite", for other folders and without systemd. */
function readRestoreCommands({ dataDir, copy }: { dataDir: string; copy: string }): string {
  const section = readFileSync('docs/operations/backups.md', 'utf8').split('## SQLite')[1]!.split('\n## ')[0]!;
  const [, commands] = /\*\*Restore\*\*[^]*?```\n([^]*?)```/.exec(section)!;
  return commands!
    .replace(/^ *systemctl .*$/gm, '')
    .replaceAll('/var/lib/joinery-before', join(makeFolder(), 'before'))
    .replaceAll('/var/lib/joinery', dataDir)
    .replaceAll('/backups/2026-11-21', copy);
}

test('restores a copy by the documented commands, without anything of a write-ahead log that a crash left', async () => {
  const running = makeFolder();
  const store = await openStore({ dataDir: running });
  const sandbox = createSandbox({ dataDir: running, clock: { now: () => new Date() } });
  await store.db.insertInto('sessions').values(row('before')).execute();
  const copy = join(makeFolder(), 'copy');
  expect(await backupByBuild([copy, running])).toMatchObject({ code: 0 });
  await store.db.insertInto('sessions').values(row('after')).execute();
  writeFileSync(join(running, 'pepper'), PEPPER);
  const dataDir = makeFolder();
  cpSync(running, dataDir, { recursive: true });
  sandbox.close();
  await store.close();
  expect(statSync(join(dataDir, 'joinery.db-wal')).size).toBeGreaterThan(0);

  const commands = readRestoreCommands({ dataDir, copy });
  expect(commands).toContain('chown');
  await call('sh', ['-eu', '-c', commands]);
  const restored = await openStore({ dataDir });
  expect(await restored.db.selectFrom('sessions').select('id').execute()).toEqual([{ id: 'before' }]);
  await restored.close();
  expect(readFileSync(join(dataDir, 'pepper'), 'utf8')).toBe(PEPPER);
  for (const name of ['joinery.db', 'sandbox.db']) {
    const { mode, uid } = statSync(join(dataDir, name));
    expect([mode & 0o077, uid]).toEqual([0, statSync(dataDir).uid]);
  }
});

test('overwrites nothing, copies no pepper, and does nothing without a store or with Postgres', async () => {
  const dataDir = makeFolder();
  const target = join(makeFolder(), 'copy');
  expect(await backup([target, dataDir])).toMatchObject({
    code: 2,
    said: expect.stringContaining('no store') as string,
  });
  await (await openStore({ dataDir })).close();
  expect((await backup([target, dataDir], { DATABASE_URL: 'postgres://x' })).said).toContain('pg_dump');
  expect(existsSync(target)).toBe(false);
  expect((await backup([dataDir, dataDir])).said).toContain('not empty');
  writeFileSync(join(dataDir, 'pepper'), 'p'.repeat(32));
  expect(await backup([target, dataDir])).toMatchObject({
    code: 0,
    said: expect.stringContaining('Not copied: pepper') as string,
  });
  expect(existsSync(join(target, 'pepper'))).toBe(false);
  expect((await backup([])).code).toBe(2);
});

let demo: string;
beforeAll(async () => {
  demo = mkdtempSync(join(tmpdir(), 'backup-'));
  const dataDir = join(demo, 'data');
  const server = await startServer({ dataDir, env: { SESSION_SECRET, PEPPER } });
  expect(await server.stop()).toBe(0);
  const store = await openStore({ dataDir });
  const data = createSealing([SESSION_SECRET], 'session').seal('{}');
  await store.db
    .insertInto('sessions')
    .values({ ...row('one'), data })
    .execute();
  await store.close();
  expect(await backup([join(demo, 'copy'), dataDir])).toMatchObject({ code: 0 });
});
afterAll(() => rmSync(demo, { recursive: true, force: true }));

/** Returns a backup of a demo's store with one sealed session. */
function copyDemo(): string {
  const copy = makeFolder();
  cpSync(join(demo, 'copy'), copy, { recursive: true });
  return copy;
}

const verify = (folder: string, env: Record<string, string> = { SESSION_SECRET, PEPPER }) =>
  backup(['--verify', folder], { DATA_DIR: makeFolder(), ...env });

const hashesOf = (folder: string) =>
  readdirSync(folder).map((name) => [
    name,
    createHash('sha256')
      .update(readFileSync(join(folder, name)))
      .digest('hex'),
  ]);

test('verifies a good copy, lists its content, and leaves it unchanged', async () => {
  const copy = copyDemo();
  const before = hashesOf(copy);
  const { code, said } = await backupByBuild(['--verify', copy], { DATA_DIR: makeFolder(), SESSION_SECRET, PEPPER });
  expect(said).toMatch(/joinery\.db, sandbox\.db: sound/);
  expect(said).toMatch(/migrations complete/);
  expect(said).toMatch(/[1-9]\d* invites, .* 1 sessions/);
  expect(said).toMatch(/SESSION_SECRET opens \d+ texts/);
  expect(said).toMatch(/PEPPER opens [1-9]\d* rows/);
  expect([code, said]).toEqual([0, expect.stringContaining('A server can start from it.')]);
  expect(hashesOf(copy)).toEqual(before);
});

test('rejects a copy that is damaged, of a later release, or without its keys', async () => {
  const copy = copyDemo();
  expect(await verify(copy, { SESSION_SECRET, PEPPER: 'q'.repeat(32) })).toMatchObject({
    code: 1,
    said: expect.stringContaining('missing in PEPPER') as string,
  });
  expect(await verify(copy, { SESSION_SECRET: 't'.repeat(32), PEPPER })).toMatchObject({
    code: 1,
    said: expect.stringContaining('missing in SESSION_SECRET') as string,
  });
  expect(await verify(copy, {})).toMatchObject({ code: 1 });
  const database = new Database(join(copy, 'joinery.db'));
  database.exec(`insert into kysely_migration (name, timestamp) values ('9999-later', '')`);
  database.close();
  expect(await verify(copy)).toMatchObject({ code: 1, said: expect.stringContaining('9999-later') as string });
});

const PAGE_BYTES = 4096;
const halve = (file: string) => truncateSync(file, statSync(file).size / 2);
const clearPage = (file: string) => {
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(0, bytes.length - PAGE_BYTES));
};

test.each([
  ['is half of it', 'joinery.db', halve, 'joinery.db: '],
  ['has a page of zeros', 'joinery.db', clearPage, 'joinery.db: '],
  ['is a text', 'joinery.db', (file: string) => writeFileSync(file, 'text '.repeat(200)), 'joinery.db: '],
  ['is empty', 'joinery.db', (file: string) => truncateSync(file), 'The database contains no store.'],
  ['is half of it', 'sandbox.db', halve, 'sandbox.db: '],
])('rejects a copy whose file %s: %s', async (_what, name, damage, fault) => {
  const copy = copyDemo();
  damage(join(copy, name));
  expect(await verify(copy)).toEqual({ code: 1, said: expect.stringContaining(`\n${fault}`) as string });
});

test('verifies a copy with pending migrations, and leaves it unchanged', async () => {
  const copy = makeFolder();
  const database = new Database(join(copy, 'joinery.db'));
  database.exec(
    `create table kysely_migration (name text primary key, timestamp text not null);
      create table kysely_migration_lock (id text primary key, is_locked integer not null default 0)`,
  );
  database.close();
  const before = hashesOf(copy);
  expect(await verify(copy)).toEqual({
    code: 0,
    said: expect.stringContaining('A start runs the migrations 0001-baseline') as string,
  });
  expect(hashesOf(copy)).toEqual(before);
});

test('rejects a folder that is not a copy, and an extra folder', async () => {
  expect(await verify(makeFolder())).toMatchObject({ code: 2, said: expect.stringContaining('no store') as string });
  expect((await backup(['--verify'])).code).toBe(2);
  expect((await backup(['--verify', 'a', 'b'])).code).toBe(2);
});
