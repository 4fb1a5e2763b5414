import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createSandbox } from '~/payments/sandbox/sandbox.server';
import { openStore } from '~/store/open-store.server';
import { BUNDLE } from '~tests/servers/run-bundle';

const call = promisify(execFile);

const backup = (args: string[], env: Record<string, string> = {}) =>
  call(process.execPath, [BUNDLE, 'backup', ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
  }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  );

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const row = (id: string) => ({ id, data: 'sealed', created_at: '2026-03-01', expires_at: '2026-03-02' });

test('a copy that is made while rows are written holds what was acknowledged before, and a server starts from it', async () => {
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
      // SQLite is synchronous: without this nothing else in the process would run.
      await new Promise(setImmediate);
    }
  })();
  const copied = await backup([target, dataDir]);
  isDone = true;
  await writing;
  expect(copied).toMatchObject({ code: 0 });
  await store.db.deleteFrom('sessions').execute();
  await store.close();
  sandbox.close();

  const restored = await openStore({ dataDir: target });
  const ids = (await restored.db.selectFrom('sessions').select('id').execute()).map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith('before-'))).toHaveLength(10);
  // A consistent snapshot: all writes up to some row, and none after it.
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
});

test('nothing is written over, no pepper is copied, and nothing is begun where there is no store or it is Postgres', async () => {
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
