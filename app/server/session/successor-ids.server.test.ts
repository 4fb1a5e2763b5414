import { expect, test } from 'vitest';
import { createSuccessorIds } from './successor-ids.server';

const OLD = 'the old secret, thirty-two characters';
const NEW = 'the new secret, thirty-two characters';

test('derives the next id from the previous one and the pressed page together', () => {
  const { of } = createSuccessorIds([NEW]);
  const id = of('an id', 'a page');
  expect(of('an id', 'a page')).toBe(id);
  expect(Buffer.from(id, 'base64url')).toHaveLength(32);
  const others = [
    of('an id', 'another page'),
    of('another id', 'a page'),
    createSuccessorIds([OLD]).of('an id', 'a page'),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});

test('finds a page again that was pressed before the secret was rotated', () => {
  const before = createSuccessorIds([OLD]).of('an id', 'a page');
  expect(createSuccessorIds([NEW, OLD]).allOf('an id', 'a page')).toContain(before);
  expect(createSuccessorIds([NEW, OLD]).of('an id', 'a page')).not.toBe(before);
});
