import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./engines.mjs', import.meta.url));

/** Every lock file contains this package, because the check reports unneeded exceptions. */
const KNOWN = { 'node_modules/lib-address': { version: '0.7.0', engines: { node: '>=22.12.0' } } };

/** Runs the check on a lock file with these packages. */
function check(packages: object): { status: number | null; stderr: string } {
  const folder = mkdtempSync(join(tmpdir(), 'engines-'));
  try {
    const lock = join(folder, 'package-lock.json');
    writeFileSync(lock, JSON.stringify({ packages: { '': { engines: { node: '>=99' } }, ...packages } }));
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, lock], { encoding: 'utf8' });
    return { status, stderr: stderr.trim() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const one = (entry: object) => ({ ...KNOWN, 'node_modules/one': { version: '1.0.0', ...entry } });

describe('the Node required by a production package', () => {
  it.each([undefined, '>=18', '*', '^20.19.0 || >=22.12.0'])('can be %s', (node) => {
    expect(check(one({ engines: node && { node } }))).toEqual({ status: 0, stderr: '' });
  });

  it.each(['>=22', '>=20.19.1', '^20.19.0 || ^22.12.0'])('cannot be %s', (node) => {
    expect(check(one({ engines: { node } }))).toMatchObject({
      status: 1,
      stderr: expect.stringMatching(/^one@1\.0\.0 /),
    });
  });

  it('does not matter for a development package', () => {
    expect(check(one({ engines: { node: '>=22' }, dev: true })).status).toBe(0);
  });

  it('can be excepted for one version as long as the exception is needed', () => {
    const newer = { 'node_modules/lib-address': { version: '0.8.0', engines: { node: '>=22.12.0' } } };
    expect(check(newer).stderr).toMatch(/^lib-address@0\.8\.0 may not run .*\nlib-address@0\.7\.0 needs no exception$/);
    expect(check({ 'node_modules/lib-address': { version: '0.7.0' } }).stderr).toBe(
      'lib-address@0.7.0 needs no exception',
    );
  });
});
