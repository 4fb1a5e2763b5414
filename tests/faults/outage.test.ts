import { execFileSync, spawnSync } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isFull, printMeasurements, shortOrFull } from '~tests/fakes/faults';
import { startServer, makeDataDir, type RunningServer } from '~tests/servers/server-under-test';
import { rmSync } from 'node:fs';
import { lockStore, withStore } from '~tests/servers/store-file';
import { postThrough } from '~tests/fakes/store-trouble';

const OUTAGE_MS = shortOrFull(1_000, 60_000, 10_000);

let dataDir: string;
let hasSmallDisk = false;
let server: RunningServer;
beforeAll(async () => {
  dataDir = makeDataDir();
  hasSmallDisk = isFull && spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', dataDir]).status === 0;
  // With the default DISK_FLOOR_MB the server would accept no sign-up on a disk of 4 MB.
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

async function readFailing(): Promise<unknown> {
  const answer = await fetch(`${server.url}/readyz`);
  return ((await answer.json()) as { failing: unknown }).failing;
}

it(
  'shows error pages in time and loses no acknowledged form while SQLite’s file is locked',
  { timeout: 150_000 },
  async () => {
    let release = () => {};
    const outage = await postThrough(server, {
      begin: () => (release = lockStore(dataDir)),
      end: () => release(),
      lastsMs: OUTAGE_MS,
    });
    expect(Object.keys(outage.statuses)).toEqual(['500']);
    printMeasurements('SQLite locked', { lastedMs: OUTAGE_MS, ...outage });
  },
);

it('shows error pages in time and loses no acknowledged form when no file can grow', { timeout: 150_000 }, async () => {
  // A file size limit also works where no small disk can be mounted.
  const limit = (bytes: string) => void execFileSync('prlimit', ['--pid', String(server.pid), `--fsize=${bytes}:`]);
  const outage = await postThrough(server, {
    begin: () => limit('4096'),
    end: () => limit('unlimited'),
    lastsMs: OUTAGE_MS,
  });
  expect(Object.keys(outage.statuses)).toEqual(['500']);
  printMeasurements('SQLite cannot grow', { lastedMs: OUTAGE_MS, ...outage });
});

it(
  'shows error pages in time and loses no acknowledged form on a full disk',
  { timeout: 150_000 },
  async ({ skip }) => {
    skip(!hasSmallDisk, 'only with `npm run test:faults`, and where root may mount');
    const ballast = `${dataDir}/ballast`;
    const outage = await postThrough(server, {
      // dd fails once the disk is full.
      begin: () => void execFileSync('sh', ['-c', `dd if=/dev/zero of=${ballast} bs=1k 2>/dev/null || true`]),
      async end() {
        expect(await readFailing()).toEqual(['store']);
        rmSync(ballast);
      },
      lastsMs: OUTAGE_MS,
    });
    // SQLite reuses free pages, so some writes still succeed, and must be kept.
    expect(Object.keys(outage.statuses)).toContain('500');
    printMeasurements('disk full', { lastedMs: OUTAGE_MS, ...outage });
  },
);
