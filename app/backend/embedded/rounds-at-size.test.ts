import Database from 'libsql';
import { join } from 'node:path';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { createSealing } from '~/lib/sealing.server';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';
import { findFullScans, recordStatements } from '~tests/servers/statements';

let backend: TestBackend | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await backend?.close();
});

// Postgres chooses plans by table size.
it.runIf(inject('store') === 'SQLite')('scans no growing table in rounds and metrics', async () => {
  const executions = recordStatements();
  // While a secret is rotated, more is looked for.
  const sealing = createSealing(['a secret that was put in front', 'an earlier secret'], 'backend');
  backend = await openTestBackend({ sealing });
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  executions.length = 0;
  await backend.recoverAttempts();
  await backend.runSettlementRound();
  await backend.sendMails();
  await backend.purge();
  await backend.readBacklog();
  // The sandbox uses a separate store.
  const statements = new Set(executions.map(({ statement }) => statement));
  const seen = [...statements].filter((statement) => /^\s*(select|update|delete).*backend_/is.test(statement));
  expect(seen.length).toBeGreaterThan(15);
  vi.restoreAllMocks();
  const database = new Database(join(backend.dataDir, 'joinery.db'));
  const scans = seen.flatMap((statement) => findFullScans(database, statement));
  database.close();
  expect(scans).toEqual([]);
});
