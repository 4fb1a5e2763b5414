import { expect, it, onTestFinished } from 'vitest';
import { openTestStore } from '~tests/servers/test-store';
import { openExistingStore } from './open-store.server';

const row = (id: string) => ({ id, data: 'sealed', created_at: '2026-03-01', expires_at: '2026-03-02' });

async function openBeside(readonly: boolean) {
  const { store, dataDir, databaseUrl, close } = await openTestStore();
  onTestFinished(close);
  const beside = (await openExistingStore({ dataDir, databaseUrl, readonly }))!;
  onTestFinished(() => beside.close());
  return { server: store.db, beside };
}

it('reads and writes while a server uses the store', async () => {
  const { server, beside } = await openBeside(false);
  await server.insertInto('sessions').values(row('of the server')).execute();
  await beside.db.insertInto('sessions').values(row('of the command')).execute();
  await server.insertInto('sessions').values(row('once more')).execute();
  const ids = await beside.db.selectFrom('sessions').select('id').orderBy('id').execute();
  expect(ids.map(({ id }) => id)).toEqual(['of the command', 'of the server', 'once more']);
  await beside.ping();
});

it('writes nothing in read-only mode', async () => {
  const { server, beside } = await openBeside(true);
  await expect(beside.db.insertInto('sessions').values(row('one')).execute()).rejects.toThrow(/read-?only/i);
  expect(await server.selectFrom('sessions').selectAll().execute()).toEqual([]);
});

it('finds no store in an empty folder', async () => {
  expect(await openExistingStore({ dataDir: '/nowhere', readonly: true })).toBeUndefined();
});
