import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { copyMigratedStore } from '~tests/servers/test-store';
import { openExistingStore } from './open-store.server';
import { sqliteFile } from './sqlite-file.server';
import { emptyWriteAheadLog } from './sqlite-traces.server';

/** Writes as a server does, in its own thread, because libsql blocks the thread that waits for a lock. */
const SERVER = `
  const { parentPort, workerData: { file, counts } } = require('node:worker_threads');
  const Database = require('libsql');
  const database = new Database(file);
  database.pragma('busy_timeout = 250');
  setInterval(() => {
    try {
      database.exec("begin immediate; insert into limits (key, points, expires_at) values (hex(randomblob(8)), 1, '2026'); commit");
      Atomics.add(counts, 0, 1);
    } catch {
      Atomics.add(counts, 1, 1);
    }
    parentPort.postMessage('tried');
  }, 5);
`;

it('fails no write of a server while a backup reads the store', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'traces-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  await copyMigratedStore(dataDir);
  const file = sqliteFile(dataDir);
  const backup = new Database(file);
  backup.pragma('journal_mode = WAL');
  const counts = new Int32Array(new SharedArrayBuffer(8));
  const server = new Worker(SERVER, { eval: true, workerData: { file, counts } });
  onTestFinished(async () => void (await server.terminate()));
  await once(server, 'message');
  backup.exec('begin');
  backup.prepare('select count(*) from limits').all();
  const command = (await openExistingStore({ dataDir, readonly: false }))!;
  onTestFinished(() => command.close());
  const before = Atomics.load(counts, 0);
  expect(await emptyWriteAheadLog(command.db)).toBe(false);
  expect(Atomics.load(counts, 1)).toBe(0);
  expect(Atomics.load(counts, 0)).toBeGreaterThan(before);
  backup.exec('commit');
  backup.close();
  expect(await emptyWriteAheadLog(command.db)).toBe(true);
  expect(Atomics.load(counts, 1)).toBe(0);
});
