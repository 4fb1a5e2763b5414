import { expect, test } from 'vitest';
import { createSuccessorIds } from './successor-ids.server';

const OLD = 'the old secret, thirty-two characters';
const NEW = 'the new secret, thirty-two characters';

test('derives the next id from both the previous id and the posted page', () => {
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

test('finds an id that was derived before the secret was rotated', () => {
  const before = createSuccessorIds([OLD]).of('an id', 'a page');
  expect(createSuccessorIds([NEW, OLD]).allOf('an id', 'a page')).toContain(before);
  expect(createSuccessorIds([NEW, OLD]).of('an id', 'a page')).not.toBe(before);
});
