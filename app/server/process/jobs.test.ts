import { rmSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import type { ServerBuild } from '@remix-run/node';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '~/server/telemetry/log.server';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { startUnrecorded } from '~/server/telemetry/tracing/span';
import { readConfiguration } from '~/settings/configuration.server';
import { makeDataDir } from '~tests/servers/server-under-test';
import { copyMigratedStore } from '~tests/servers/test-store';
import { openBackend } from './backend-process.server';
import { openFrontEnd } from './front-end.server';

const DAY_MS = 24 * 60 * 60 * 1000;

const OF_BACKEND = {
  limits: '(key, points, expires_at) values (:id, 1, :at)',
  backend_tokens: `(token_hash, purpose, account_id, created_at, expires_at) values (:id, 'credentials', '', '', :at)`,
  backend_mails: `(id, kind, recipient, language, sealed_content, sent_at, created_at)
    values (:id, 'refund', '', 'en', '', '', :at)`,
};
const OF_FRONT_END = {
  ...OF_BACKEND,
  sessions: `(id, data, created_at, expires_at) values (:id, '', '', :at)`,
  sign_up_events: `(id, sign_up, request_id, method, path, status, at) values (:id, '', '', '', '', 1, :at)`,
};

describe.each([
  { name: 'a backend', open: openBackend, rows: OF_BACKEND },
  {
    name: 'a front end',
    open: (context: Parameters<typeof openFrontEnd>[0]) =>
      openFrontEnd(context, { build: { routes: {} } as ServerBuild, clientFolder: '' }),
    rows: OF_FRONT_END,
  },
])('the jobs of $name', ({ open, rows }) => {
  it.each([0, 40])('delete only what expired by the clock of the store, with a clock %i days ahead', async (ahead) => {
    const { runJobs, kept } = await start(ahead);
    await runJobs();
    expect(kept()).toEqual(Object.keys(rows).map((table) => [table, 'new']));
  });

  it('delete nothing for an hour after the clock of the store was set', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { runJobs, kept } = await start(0);
    await runJobs();
    vi.setSystemTime(Date.now() + 40 * DAY_MS);
    await runJobs();
    expect(kept()).toEqual(Object.keys(rows).map((table) => [table, 'new']));
    vi.advanceTimersByTime(60 * 60 * 1000);
    await runJobs();
    expect(kept()).toEqual(Object.keys(rows).map((table) => [table]));
  });

  /** Starts the process with an expired and a valid row in each table. @param ahead days by which its clock is ahead of the store's */
  async function start(ahead: number) {
    const dataDir = makeDataDir();
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    await copyMigratedStore(dataDir);
    const store = new Database(join(dataDir, 'joinery.db'));
    onTestFinished(() => void store.close());
    const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();
    for (const [table, columns] of Object.entries(rows))
      for (const [id, at] of [
        ['old', inDays(-31)],
        ['new', inDays(1)],
      ])
        store.prepare(`insert into ${table} ${columns}`).run({ id, at });
    const configuration = readConfiguration({ NODE_ENV: 'test', DATA_DIR: dataDir, DEMO: 'on' });
    const context = {
      configuration,
      log: createLog(configuration, { write: () => undefined }),
      metrics: createMetrics(),
      startRequest: startUnrecorded,
      isDraining: () => false,
      clock: { now: () => new Date(Date.now() + ahead * DAY_MS) },
    };
    const service = await open(context);
    onTestFinished(() => service.close());
    const runJobs = async () => {
      for (const [, work] of service.jobs) await work();
    };
    const kept = () =>
      Object.entries(rows).map(([table, columns]) => {
        const [, id] = /^\((\w+)/.exec(columns)!;
        const found = store.prepare(`select ${id} as id from ${table} where ${id} in ('old', 'new')`).all();
        return [table, ...(found as { id: string }[]).map((row) => row.id)];
      });
    return { runJobs, kept };
  }
});
