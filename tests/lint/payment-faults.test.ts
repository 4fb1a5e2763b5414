import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const DOCUMENT = new URL('../../docs/payment-faults.md', import.meta.url);

/** A line ends with a link to the test's file and a quoted part of the test's title. */
const LINE = /^- \*\*(.+?)\*\*: .+\. \[[\w-]+\]\(([^)]+)\) "([^"]+)"$/;

const lines = readFileSync(fileURLToPath(DOCUMENT), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('- '))
  .map((line) => ({ fault: /\*\*(.+?)\*\*/.exec(line)?.[1] ?? line, line }));

it('lists faults', () => expect(lines.length).toBeGreaterThan(30));

it.each(lines)('$fault', ({ line }) => {
  const [, , file = '', title = ''] = LINE.exec(line) ?? [];
  expect(file, 'the line names no test').not.toBe('');
  expect(readFileSync(new URL(file, DOCUMENT), 'utf8')).toContain(title);
});
