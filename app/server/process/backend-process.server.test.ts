import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it, onTestFinished } from 'vitest';
import { createLog } from '~/server/telemetry/log.server';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { startUnrecorded } from '~/server/telemetry/tracing/span';
import { readConfiguration } from '~/settings/configuration.server';
import { makeDataDir } from '~tests/servers/server-under-test';
import { copyMigratedStore } from '~tests/servers/test-store';
import { openBackend } from './backend-process.server';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

it('deletes expired counters, mails and links in its jobs, and keeps the others', async () => {
  const dataDir = makeDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  await copyMigratedStore(dataDir);
  const store = new Database(join(dataDir, 'joinery.db'));
  onTestFinished(() => void store.close());
  const insert = (row: string, ...values: string[]) => store.prepare(`insert into ${row}`).run(...values);
  for (const [key, age] of [
    ['old', 31],
    ['new', -1],
  ] as const) {
    insert('limits (key, points, expires_at) values (?, 1, ?)', key, daysAgo(age));
    insert(
      `backend_mails (id, kind, recipient, language, sealed_content, created_at, sent_at)
      values (?, 'refund', 'ann@example.com', 'en', '', ?, '2026-03-01')`,
      key,
      daysAgo(age),
    );
    insert(
      `backend_tokens (token_hash, purpose, account_id, created_at, expires_at)
      values (?, 'credentials', 'x', '2026-03-01', ?)`,
      key,
      daysAgo(age),
    );
  }
  const configuration = readConfiguration({ NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: 'on' });
  const service = await openBackend({
    configuration,
    log: createLog(configuration, { write: () => undefined }),
    metrics: createMetrics(),
    startRequest: startUnrecorded,
    isDraining: () => false,
  });
  onTestFinished(() => service.close());
  for (const [, work] of service.jobs) await work();
  const kept = (table: string, column: string) =>
    store.prepare(`select ${column} as id from ${table} where ${column} in ('old', 'new')`).all();
  expect({
    counters: kept('limits', 'key'),
    mails: kept('backend_mails', 'id'),
    links: kept('backend_tokens', 'token_hash'),
  }).toEqual({ counters: [{ id: 'new' }], mails: [{ id: 'new' }], links: [{ id: 'new' }] });
});
