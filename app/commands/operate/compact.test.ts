import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '~/store/open-store.server';
import { callCommand } from '~tests/servers/call-command';
import { compact } from './compact';

/** Creates a store from which a build without `secure_delete` has deleted a row. */
async function makeStoreWithTraces(): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'compact-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await (await openStore({ dataDir })).close();
  const database = new Database(join(dataDir, 'joinery.db'));
  database.pragma('secure_delete = OFF');
  const text = 'ann@example.com '.repeat(2_000);
  database.prepare("insert into sessions (id, data, created_at, expires_at) values ('hers', ?, '', '')").run(text);
  database.prepare("delete from sessions where id = 'hers'").run();
  database.close();
  return dataDir;
}

const containsPerson = (dataDir: string) =>
  readdirSync(dataDir).some((name) => readFileSync(join(dataDir, name), 'latin1').includes('ann@example.com'));

it('removes deleted content from the files of a store that still opens', async () => {
  const dataDir = await makeStoreWithTraces();
  expect(containsPerson(dataDir)).toBe(true);
  expect(await callCommand(compact, [dataDir])).toEqual({
    code: 0,
    said: expect.stringMatching(/^Compacted .* from \d+ to \d+ bytes\.\n$/) as string,
  });
  expect(containsPerson(dataDir)).toBe(false);
  await (await openStore({ dataDir })).close();
});

it('rejects a folder in use by a server, and Postgres', async () => {
  const dataDir = await makeStoreWithTraces();
  const store = await openStore({ dataDir });
  expect(await callCommand(compact, [dataDir])).toEqual({
    code: 2,
    said: expect.stringContaining('Stop the server first') as string,
  });
  await store.close();
  expect(containsPerson(dataDir)).toBe(true);
  const postgres = { DATABASE_URL: 'postgres://joinery:secret@localhost/joinery' };
  expect(await callCommand(compact, [dataDir], postgres)).toMatchObject({
    code: 2,
    said: expect.stringContaining('VACUUM') as string,
  });
});
