import { describe, expect, it } from 'vitest';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { countDocumentWords, findFaults } from './rule-headings.mjs';

/** @returns the faults of a folder with these files, a document of two rules and a decision record */
function check(files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'rule-headings-'));
  try {
    const all = {
      'docs/rules.md': '# Rules\n\n### Step indicator\n\n### Coupons\n',
      'docs/decisions/0001-one.md': '# 1. One\n',
      'package.json': '{ "scripts": { "bench": "true" } }',
      ...files,
    };
    for (const [name, text] of Object.entries(all)) {
      mkdirSync(dirname(join(folder, name)), { recursive: true });
      writeFileSync(join(folder, name), text);
    }
    return findFaults(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const inCode = (comment: string) => check({ 'app/one.ts': `const one = 1;\n${comment}\n` });

describe('a name in a comment', () => {
  it.each([
    '/** Dots (docs/rules.md, "Step indicator"). */',
    '/** Both (docs/rules.md, "Step indicator", "Coupons"). */',
    '/**\n * A line that ends (docs/rules.md,\n * "Coupons").\n */',
    '// Why: docs/decisions/0001, and docs/decisions/0001-one.md.',
    '// The same as app/one.ts does, at /app/join/step1.',
    'const url = "docs/rules.md, \\"Nothing\\"";',
    '// Run by one.spec.ts.',
    '// Decision 1 says why.',
  ])('can be %j', (comment) => expect(inCode(comment)).toEqual([]));

  it.each([
    ['/** Dots (docs/rules.md, "Dots"). */', 'docs/rules.md has no heading "Dots"'],
    ['/** Both (docs/rules.md, "Coupons", "Dots"). */', 'docs/rules.md has no heading "Dots"'],
    // cspell:ignore brench rulez
    ['// See docs/rulez.md.', 'there is no docs/rulez.md'],
    ['// Why: docs/decisions/0002.', 'there is no docs/decisions/0002'],
    ['const two = 2; ' + '// as docs/decisions/0001-two.md says', 'there is no docs/decisions/0001-two.md'],
    ['// The same as app/two.ts does.', 'there is no app/two.ts'],
    ['// Decision 2 says why.', 'there is no Decision 2'],
    ['/** Dots (spec, section 2). */', 'cites a document outside the repository; name a heading of docs/rules.md'],
    ["/** As the spec's table. */", 'cites a document outside the repository; name a heading of docs/rules.md'],
    ['{/* Dots (design, "Dots"). */}', 'cites a document outside the repository; name a heading of docs/rules.md'],
  ])('cannot be %j', (comment, fault) => expect(inCode(comment)).toEqual([`app/one.ts:2: ${fault}`]));
});

describe('a document', () => {
  const faultsOf = (text: string) => check({ 'README.md': text, 'app/server/one.server.ts': '' });

  it.each([
    ['to a page', '[a](docs/rules.md) [b](https://example.com)'],
    ['to a heading', '[a](docs/rules.md#coupons "Coupons") [b](#two)\n\n## Two\n'],
    ['to the second heading of a name', '## Two\n\n## Two\n\n[a](#two-1)\n'],
    ['to a folder', '[a](docs/decisions)'],
    ['in a block of code', '```\n[a](gone.md)\n```\n'],
    ['by name', 'See docs/rules.md, "Coupons", and decision 1.'],
    ['to a file and a script', 'See `server/one.server.ts`, and press `npm run bench -- --quick`.'],
  ])('may refer %s', (_, text) => expect(faultsOf(text)).toEqual([]));

  it.each([
    ['[a](docs/rules.md#dots)', 'the link to docs/rules.md#dots leads nowhere'],
    ['[a](gone.md "Gone")', 'the link to gone.md leads nowhere'],
    ['[a](#gone)', 'the link to #gone leads nowhere'],
    ['![a](docs/gone.png)', 'the link to docs/gone.png leads nowhere'],
    ['<img src="docs/gone.png">', 'the link to docs/gone.png leads nowhere'],
    ['[a]: gone.md', 'the link to gone.md leads nowhere'],
    ['Why: decision 2.', 'there is no decision 2'],
    ['See docs/rules.md, "Dots".', 'docs/rules.md has no heading "Dots"'],
    ['See docs/rulez.md.', 'there is no docs/rulez.md'],
    ['See `server/two.server.ts`.', 'there is no server/two.server.ts'],
    ['See `two.spec.ts`.', 'there is no two.spec.ts'],
    ['`npm run brench` measures.', 'there is no npm run brench'],
  ])('cannot contain %j', (text, fault) => expect(faultsOf(text)).toEqual([`README.md:1: ${fault}`]));
});

it('keeps decision records short', () => {
  const record = (words: number) => check({ 'docs/decisions/0002-two.md': 'word '.repeat(words) });
  expect(record(249)).toEqual([]);
  expect(record(250)).toEqual(['docs/decisions/0002-two.md:1: 250 words; a record has fewer than 250']);
});

it('limits the length of all handwritten documents together', () => {
  const words = 'word '.repeat(38_000);
  expect(check({ 'docs/backend-calls.md': words })).toEqual([]);
  expect(check({ 'docs/one.md': words })).toEqual([
    expect.stringMatching(/^docs:1: 380\d\d words; all documents together have fewer than 38000$/),
  ]);
});

it('counts the words of documents as npm run structure prints them', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const { stdout } = spawnSync('node', ['tests/bench/structure.mjs'], { cwd: root, encoding: 'utf8' });
  const [, words] = /^\| words of docs.* \| ([\d,]+) \|$/m.exec(stdout) ?? [];
  expect(Number(words?.replace(',', ''))).toBe(countDocumentWords(root));
});

it.each(['compose.yaml', 'Dockerfile', '.env.example', 'deploy/one.service'])('reads the comments of %s', (name) =>
  expect(check({ [name]: '# See docs/rules.md, "Dots".\n' })).toEqual([
    `${name}:1: docs/rules.md has no heading "Dots"`,
  ]),
);
