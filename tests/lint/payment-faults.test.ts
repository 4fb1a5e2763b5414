import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DOCUMENT = new URL('../../docs/payment-faults.md', import.meta.url);

/** A row's last cell holds the test's file as a link, and a part of the test's title in quotes. */
const TEST = /^\[[\w-]+\]\(([^)]+)\) "([^|]+)"$/;

const rows = readFileSync(fileURLToPath(DOCUMENT), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('|'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(([, first = '']) => first !== 'fault' && !/^-+$/.test(first))
  .map((cells) => ({ fault: cells[1], test: cells.at(-2) ?? '' }));

it('the document has rows', () => expect(rows.length).toBeGreaterThan(30));

it.each(rows)('$fault', ({ test }) => {
  const [, file = '', title = ''] = TEST.exec(test) ?? [];
  expect(file, 'the row names no test').not.toBe('');
  expect(readFileSync(new URL(file, DOCUMENT), 'utf8')).toContain(title);
});
