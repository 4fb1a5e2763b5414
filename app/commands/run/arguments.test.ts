import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
}

const SCRIPTS = [
  'app/commands/run/start.mjs',
  'app/commands/run/dev.mjs',
  'app/commands/run/backend.mjs',
  'app/commands/run/build.mjs',
  'app/commands/run/write-openapi.mjs',
  'tests/run.mjs',
  'tests/lint.mjs',
  'tests/lint/sbom.mjs',
];

it.each(SCRIPTS)('%s rejects unknown arguments with its usage, and starts nothing', (script) => {
  expect(run(script, '--foo')).toEqual({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^Unknown option '--foo'.*\nUsage: npm /) as string,
  });
  expect(run(script, 'foo')).toMatchObject({ status: 2, stdout: '' });
  expect(run(script, '--help')).toEqual({
    status: 0,
    stdout: expect.stringMatching(/^Usage: npm /) as string,
    stderr: '',
  });
});
