import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LONGEST_STOP_MS } from '~/lib/stop-times';
import { server } from '~/settings/server';
import { defaultOf } from '~/settings/setting';
import { SETTING_NAMES } from '~/settings/settings';
import { canRun } from '~tests/deploy/installed';

const unit = readFileSync(fileURLToPath(new URL('../../deploy/systemd/joinery.service', import.meta.url)), 'utf8');

/** Runs `systemd-analyze` on the unit with this machine's path of Node. */
function analyze(...args: string[]): { status: number | null; output: string } {
  const folder = mkdtempSync(join(tmpdir(), 'unit-'));
  try {
    const file = join(folder, 'joinery.service');
    writeFileSync(file, unit.replace('/usr/bin/node', process.execPath));
    const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' });
    return { status, output: stdout + stderr };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

it.skipIf(!canRun('systemd-analyze'))('passes systemd’s verification, with a low exposure level', () => {
  // An unknown setting is only a warning, with status 0.
  const { status, output } = analyze('verify');
  expect([status, output.split('\n').filter((line) => line.includes('joinery.service'))]).toEqual([0, []]);
  expect(analyze('security', '--offline=true', '--threshold=20').status).toBe(0);
});

it('sets only known settings, and waits for the longest possible stop', () => {
  const environments = [...unit.matchAll(/^Environment=(.+)$/gm)].map(([, line]) => line!);
  const pairs = environments.flatMap((line) =>
    [...line.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!),
  );
  const names = pairs.map((pair) => pair.split('=')[0]!);
  const known = [...SETTING_NAMES, 'ADMIN_HOST', 'NODE_OPTIONS', 'MALLOC_ARENA_MAX'];
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
  expect(names).toContain('DATA_DIR');
  const [, seconds] = /^TimeoutStopSec=(\d+)s$/m.exec(unit)!;
  expect(Number(seconds) * 1000).toBeGreaterThan(defaultOf(server.stopDelayMs) + LONGEST_STOP_MS);
  expect(unit).toContain('ExecStart=/usr/bin/node build/server/index.js\n');
});
