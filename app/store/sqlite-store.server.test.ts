import { chmodSync, renameSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';
import { openTestStore } from '~tests/servers/test-store';

async function open() {
  const { store, dataDir, close } = await openTestStore();
  onTestFinished(close);
  await store.ping();
  return { store, dataDir, file: join(dataDir, 'joinery.db') };
}

it.skipIf(inject('store') === 'Postgres')('reports a truncated file', async () => {
  const { store, file } = await open();
  truncateSync(file, statSync(file).size - 4096);
  await expect(store.ping()).rejects.toThrow('the file of the store was truncated');
});

it.skipIf(inject('store') === 'Postgres')('reports a missing file', async () => {
  const { store, file } = await open();
  renameSync(file, `${file}.old`);
  await expect(store.ping()).rejects.toThrow('ENOENT');
});

it.skipIf(inject('store') === 'Postgres' || process.getuid?.() === 0)('reports a read-only folder', async () => {
  const { store, dataDir } = await open();
  chmodSync(dataDir, 0o500);
  onTestFinished(() => chmodSync(dataDir, 0o700));
  await expect(store.ping()).rejects.toThrow('EACCES');
});
