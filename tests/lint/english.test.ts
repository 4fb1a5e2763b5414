import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';

const SCRIPT = fileURLToPath(new URL('./english.mjs', import.meta.url));

/** Runs the check on a repository with these files. */
function check(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'english-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  execFileSync('git', ['init'], { cwd: folder, stdio: 'ignore' });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
  return { status, faults: stderr.trim().split('\n').filter(Boolean) };
}

const WRONG = [
  ['app/one.ts', '// Nobody reads it.', 'Nobody'],
  // english-ok: a sample that the linter must find
  ['app/one.ts', 'const one = 1; // Judged anew.', 'anew'],
  ['app/one.ts', '/** The user is\n * told. */', 'is told'],
  ['app/one.tsx', '{/* The owner alone pays. */}', 'owner alone'],
  ['app/one.ts', "log.warn({ err }, 'what is on offer could not be loaded');", 'on offer'],
  ['app/one.ts', "throw new Error('SESSION_SECRET has to be set');", 'has to be'],
  // english-ok: a sample that the linter must find
  ['app/one.test.ts', "it('is no error', run);", 'is no'],
  // english-ok: a sample that the linter must find
  ['tests/one.test.ts', "it.each(ROWS)('tells %s', run);", 'tells'],
  // english-ok: a sample that the linter must find
  ['tests/one.test.ts', "it.each([\n  1,\n])('mends it', run);", 'mends'],
  ['tests/one.test.ts', "it(\n  'stands for another',\n);", 'stands for'],
  ['docs/one.md', 'Who pays reads a receipt.', 'Who'],
  ['docs/one.md', 'The server\nanswers with a page.', 'server answers'],
  ['deploy/one.yaml', 'one: 1 # The operator is told.', 'is told'],
  ['deploy/one.sh', '# The old one has to be\n# stopped first.', 'has to be'],
  ['.githooks/one', '#!/bin/sh\n# Nobody reads it.', 'Nobody'],
] as const;

const RIGHT = [
  ['app/one.ts', '/** The user */\nconst is = told;'],
  ['app/one.ts', "const word = 'nobody';"],
  ['app/one.ts', '// Stop the watch; leave the lock alone.'],
  ['app/one.ts', '// english-ok: quotes the contract\n// The user is told.'],
  ['tests/one.test.ts', "it('shows the page', () => expect(text).toBe('You have to be logged in'));"],
  ['locales/en/one.json', '{ "one": "Nobody has to be told." }'],
  ['docs/one.md', 'Prints "nobody", or `is told`.\n\n```\nnobody\n```'],
  ['deploy/one.yaml', 'one: "nobody"\ntwo: nobody#1'],
  ['docs/one.md', 'Who may read it?'],
  ['docs/one.md', 'There is no such page.'],
  ['docs/one.md', 'The user is\n\ntold apart.'],
] as const;

/** Returns the samples as files of one repository, each in a separate folder, because one run per sample would be slow. */
function filesOf(samples: readonly (readonly [name: string, text: string, phrase?: string])[]) {
  return samples.map(([name, text], index) => [name.replace('/', `/${index}/`), `${text}\n`] as const);
}

describe('phrases to avoid', () => {
  it('are found in comments, test names, log texts, documents and settings files', () => {
    const files = filesOf(WRONG);
    const { status, faults } = check(Object.fromEntries(files));
    const found = faults.map((line) => line.split(': ', 2));
    expect(status).toBe(1);
    expect(found.map(([place, phrase]) => [place?.split(':')[0], phrase]).sort()).toEqual(
      files.map(([path], index) => [path, `"${WRONG[index]![2]}"`]).sort(),
    );
  });

  it('are not found in code, visitors’ texts, quotations and exceptions', () =>
    expect(check({ ...Object.fromEntries(filesOf(RIGHT)), 'docs/backend-calls.md': 'Nobody.' })).toEqual({
      status: 0,
      faults: [],
    }));
});
