import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./licences.mjs', import.meta.url));

/** Runs the check on a lock file with one package. */
function check(entry: { license?: string; dev?: boolean }): { status: number | null; printed: string } {
  const folder = mkdtempSync(join(tmpdir(), 'licences-'));
  try {
    const lock = join(folder, 'package-lock.json');
    const packages = { '': { license: 'UNLICENSED' }, 'node_modules/one': { version: '1.0.0', ...entry } };
    writeFileSync(lock, JSON.stringify({ packages }));
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, lock], { encoding: 'utf8' });
    return { status, printed: stdout.trim() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('a licence of a production package', () => {
  it.each(['MIT', '(Apache-2.0 AND MIT)', '(GPL-3.0-only OR MIT)'])('may be %s', (license) => {
    expect(check({ license })).toEqual({ status: 0, printed: `${license} (1): one@1.0.0` });
  });

  it.each(['GPL-3.0-only', '(MIT AND GPL-3.0-only)', '((MIT OR ISC) AND GPL-3.0-only)', 'SEE LICENSE IN LICENSE.md'])(
    'may not be %s',
    (license) => {
      expect(check({ license }).status).toBe(1);
    },
  );

  it('is required', () => {
    expect(check({})).toEqual({ status: 1, printed: 'no licence stated (1): one@1.0.0' });
  });

  it('does not matter for a development package', () => {
    expect(check({ license: 'GPL-3.0-only', dev: true })).toEqual({ status: 0, printed: '' });
  });
});
