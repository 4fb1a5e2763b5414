import { rmSync } from 'node:fs';
import { it, onTestFinished } from 'vitest';
import { shortOrFull } from '~tests/fakes/faults';
import { killWhileWriting } from '~tests/servers/kill-while-writing';
import { makeDatabase } from '~tests/servers/postgres-database';
import { makeDataDir } from '~tests/servers/server-under-test';

it(
  'keeps every acknowledged form on Postgres after each kill -9',
  { timeout: shortOrFull(60_000, 1_800_000, 180_000) },
  async () => {
    const dataDir = makeDataDir();
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const env = { DATABASE_URL: await makeDatabase(), SESSION_SECRET: 's'.repeat(32) };
    await killWhileWriting('Postgres', { dataDir, env }, shortOrFull(3, 100, 12));
  },
);
