import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFull, printMeasurements, shortOrFull } from '~tests/fakes/faults';
import { startServer, makeDataDir, type RunningServer } from '~tests/servers/server-under-test';
import { rmSync } from 'node:fs';
import { lockStore, withStore } from '~tests/servers/store-file';
import { postThrough } from '~tests/fakes/store-trouble';

const LASTS_MS = shortOrFull(1_000, 60_000, 10_000);

let dataDir: string;
let hasSmallDisk = false;
let server: RunningServer;
beforeAll(async () => {
  dataDir = makeDataDir();
  hasSmallDisk = isFull && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dataDir]).status === 0;
  // A disk of 4 MB is below the default floor, at which the server accepts no new sign-up.
  server = await startServer({ dataDir, env: { DISK_FLOOR_MB: '0' } });
});
afterAll(async () => {
  expect(await server.stop()).toBe(0);
  expect(withStore(dataDir, (database) => database.pragma('integrity_check'))).toMatchObject([
    { integrity_check: 'ok' },
  ]);
  if (hasSmallDisk) execFileSync('umount', ['--lazy', dataDir]);
  rmSync(dataDir, { recursive: true });
});

it(
  'shows calm pages in time and loses nothing acknowledged while SQLite’s file is locked',
  { timeout: 150_000 },
  async () => {
    let release = () => {};
    const outage = await postThrough(server, {
      begin: () => (release = lockStore(dataDir)),
      end: () => release(),
      lastsMs: LASTS_MS,
    });
    expect(Object.keys(outage.statuses)).toEqual(['500']);
    printMeasurements('SQLite locked', { lastedMs: LASTS_MS, ...outage });
  },
);

it('shows calm pages in time and loses nothing acknowledged when no file can grow', { timeout: 150_000 }, async () => {
  // Where no disk can be filled, a file size limit of the process replaces a full disk.
  const limit = (bytes: string) => execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:`]);
  const outage = await postThrough(server, {
    begin: () => limit('4096'),
    end: () => limit('unlimited'),
    lastsMs: LASTS_MS,
  });
  expect(Object.keys(outage.statuses)).toEqual(['500']);
  printMeasurements('SQLite cannot grow', { lastedMs: LASTS_MS, ...outage });
});

it('shows calm pages in time and loses nothing acknowledged on a full disk', { timeout: 150_000 }, async ({ skip }) => {
  skip(!hasSmallDisk, 'only with `npm run test:faults`, and where root may mount');
  const ballast = `${dataDir}/ballast`;
  const outage = await postThrough(server, {
    // Filling the disk ends with this error.
    begin: () => void execFileSync('sh', ['-c', `dd if=/dev/zero of=${ballast} bs=1k 2>/dev/null || true`]),
    end: () => rmSync(ballast),
    lastsMs: LASTS_MS,
  });
  // SQLite reuses free pages, so some writes still succeed, and must be kept.
  expect(Object.keys(outage.statuses)).toContain('500');
  printMeasurements('disk full', { lastedMs: LASTS_MS, ...outage });
});
