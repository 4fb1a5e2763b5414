import { rmSync } from 'node:fs';
import { expect, it, onTestFinished } from 'vitest';
import { shortOrFull } from '~tests/fakes/faults';
import { killWhileWriting } from '~tests/servers/kill-while-writing';
import { makeDataDir } from '~tests/servers/server-under-test';
import { withStore } from '~tests/servers/store-file';

it(
  'keeps everything that SQLite acknowledged through every kill -9',
  { timeout: shortOrFull(60_000, 1_800_000, 180_000) },
  async () => {
    const dataDir = makeDataDir();
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    await killWhileWriting('SQLite', { dataDir }, shortOrFull(3, 100, 12));
    expect(withStore(dataDir, (database) => database.pragma('integrity_check'))).toMatchObject([
      { integrity_check: 'ok' },
    ]);
  },
);
