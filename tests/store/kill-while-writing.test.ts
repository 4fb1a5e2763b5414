import { rmSync } from 'node:fs';
import { it, onTestFinished } from 'vitest';
import { short } from '../support/faults';
import { killWhileWriting } from '../support/kill-while-writing';
import { makeDatabase } from '../support/postgres-database';
import { makeDataDir } from '../support/server-under-test';

it('what Postgres has acknowledged outlives every kill -9', { timeout: short(60_000, 1_800_000) }, async () => {
  const dataDir = makeDataDir();
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const env = { DATABASE_URL: await makeDatabase(), SESSION_SECRET: 's'.repeat(32) };
  await killWhileWriting('Postgres', { dataDir, env }, short(3, 100));
});
