import Database from 'libsql';
import { join } from 'node:path';
import { afterEach, expect, inject, it, vi } from 'vitest';
import { openTestBackend, type TestBackend } from '~tests/servers/embedded-backend';

/** These tables grow with the number of customers. Others have at most a few hundred rows. */
const GROWING =
  /^(backend_(accounts|invitations|mails|orders|payment_\w+|registrations|settlements|tokens)|sessions|limits)$/;

let backend: TestBackend | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await backend?.close();
});

/** Returns plan steps that scan a whole growing table. A step that scans only an index names it, so it does not match. */
function findFullScans(database: Database.Database, statement: string): string[] {
  const steps = database.prepare(`explain query plan ${statement}`).all() as { detail: string }[];
  return steps.flatMap(({ detail }) => {
    const scanned = /^SCAN (\w+)(?: AS \w+)?$/.exec(detail)?.[1];
    return scanned !== undefined && GROWING.test(scanned) ? [`${scanned}: ${statement}`] : [];
  });
}

// Postgres chooses plans by table size.
it.runIf(inject('store') === 'SQLite')('scans no growing table in rounds and metrics', async () => {
  const statements = new Set<string>();
  const { prepare } = Database.prototype;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (this: Database.Database, statement: string) {
    statements.add(statement);
    return prepare.call(this, statement);
  });
  backend = await openTestBackend();
  const signup = await backend.signUp();
  await backend.pay(signup, await backend.requestFor(signup));
  statements.clear();
  await backend.recoverAttempts();
  await backend.runSettlementRound();
  await backend.sendMails();
  await backend.purge();
  await backend.readBacklog();
  // The sandbox uses a separate store.
  const seen = [...statements].filter((statement) => /^\s*(select|update|delete).*backend_/is.test(statement));
  expect(seen.length).toBeGreaterThan(15);
  vi.restoreAllMocks();
  const database = new Database(join(backend.dataDir, 'joinery.db'));
  const scans = seen.flatMap((statement) => findFullScans(database, statement));
  database.close();
  expect(scans).toEqual([]);
});
