import { expect, test } from 'vitest';
import { z } from 'zod';
import { jsonColumn } from './json-column';

const column = jsonColumn('parent', z.object({ firstName: z.string(), timeZone: z.string().optional() }));

test('reads a written value', () => {
  expect(column.read(column.write({ firstName: 'Ana', timeZone: 'UTC' }))).toEqual({
    firstName: 'Ana',
    timeZone: 'UTC',
  });
  expect(column.readOrNull(column.write({ firstName: 'Ana' }))).toEqual({ firstName: 'Ana' });
  expect(column.readOrNull(null)).toBeNull();
});

test('drops an unknown key', () => {
  expect(column.read('{"firstName":"Ana","nickname":"A"}')).toEqual({ firstName: 'Ana' });
});

test.each([
  ['{"firstName":7,"email":"ana@example.com"}', 'The column parent does not match its schema at firstName'],
  ['"ana@example.com"', 'The column parent does not match its schema at all of it'],
  ['ana@example.com', 'The column parent contains no JSON'],
])('rejects invalid content without quoting it: %s', (text, message) => {
  expect(() => column.read(text)).toThrow(new Error(message));
});
