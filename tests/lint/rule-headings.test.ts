import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SCRIPT = fileURLToPath(new URL('./rule-headings.mjs', import.meta.url));

/** Runs the check on a folder that holds these files beside a rule book of two rules. */
function check(files: Record<string, string>): { status: number | null; faults: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'rule-headings-'));
  try {
    const all = {
      'docs/rules.md': '# Rules\n\n### Step indicator\n\n### Coupons\n',
      'docs/decisions/0001-one.md': '# 1. One\n',
      ...files,
    };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    const { status, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
    return { status, faults: stderr.trim().split('\n').filter(Boolean) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const inCode = (comment: string) => check({ 'app/one.ts': `const one = 1;\n${comment}\n` });

describe('what a comment names', () => {
  it.each([
    '/** Dots (docs/rules.md, "Step indicator"). */',
    '/** Both (docs/rules.md, "Step indicator", "Coupons"). */',
    '/**\n * A line that ends (docs/rules.md,\n * "Coupons").\n */',
    '// Why: docs/decisions/0001, and docs/decisions/0001-one.md.',
    '// The same as app/one.ts does, at /app/join/step1.',
    'const url = "docs/rules.md, \\"Nothing\\"";',
    '// Run by one.spec.ts.',
  ])('may be %j', (comment) => expect(inCode(comment)).toEqual({ status: 0, faults: [] }));

  it.each([
    ['/** Dots (docs/rules.md, "Dots"). */', 'docs/rules.md has no heading "Dots"'],
    ['/** Both (docs/rules.md, "Coupons", "Dots"). */', 'docs/rules.md has no heading "Dots"'],
    ['// See docs/rulez.md.', 'there is no docs/rulez.md'],
    ['// Why: docs/decisions/0002.', 'there is no docs/decisions/0002'],
    ['const two = 2; ' + '// as docs/decisions/0001-two.md says', 'there is no docs/decisions/0001-two.md'],
    ['// The same as app/two.ts does.', 'there is no app/two.ts'],
    ['/** Dots (spec, section 2). */', 'cites a document outside the repository; name a heading of docs/rules.md'],
    ["/** As the spec's table. */", 'cites a document outside the repository; name a heading of docs/rules.md'],
    ['{/* Dots (design, "Dots"). */}', 'cites a document outside the repository; name a heading of docs/rules.md'],
  ])('may not be %j', (comment, fault) =>
    expect(inCode(comment)).toEqual({ status: 1, faults: [`app/one.ts:2: ${fault}`] }),
  );
});

it('follows the links between documents', () => {
  const text = '[a](docs/rules.md#coupons) [b](docs/rules.md#dots)\n[c](gone.md) [d](https://example.com)\n';
  expect(check({ 'README.md': text })).toEqual({
    status: 1,
    faults: [
      'README.md:1: the link to docs/rules.md#dots leads nowhere',
      'README.md:2: the link to gone.md leads nowhere',
    ],
  });
});
