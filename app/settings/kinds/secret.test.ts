import { format, inspect } from 'node:util';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { Secret } from './secret';

const value = 'correct horse battery staple';
const secret = new Secret(value);

test.each([
  ['String()', String(secret)],
  ['a template', `${secret}`],
  ['concatenation', '' + (secret as unknown as string)],
  ['inspect', inspect(secret, { showHidden: true, depth: null })],
  ['inspect of a containing object', inspect({ secret: [secret] }, { showHidden: true, depth: null })],
  ['JSON', JSON.stringify({ secret })],
  ['format %s', format('%s', secret)],
  ['format %j', format('%j', secret)],
  ['format %o', format('%o', secret)],
])('prints [secret] with %s', (_way, printed) => {
  expect(printed).toContain('[secret]');
  expect(printed).not.toContain('horse');
});

test('is hidden from pino', () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line) => void lines.push(line) });
  log.info({ secret, nested: { list: [secret] } }, 'it is %s and %o', secret, { secret });
  log.info(secret);
  log.child({ secret }).error(new Error(`about ${secret}`));
  expect(lines).toHaveLength(3);
  expect(lines.join()).toContain('[secret]');
  expect(lines.join()).not.toContain('horse');
});

test('is hidden from spreading and enumeration', () => {
  expect({ ...secret }).toEqual({});
  expect(Object.getOwnPropertyNames(secret)).toEqual([]);
});

test('is returned by reveal', () => {
  expect(secret.reveal()).toBe(value);
});
