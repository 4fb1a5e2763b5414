import { expect, test } from 'vitest';
import { createSealing } from './sealing.server';

const OLD = 'the old secret, thirty-two characters';
const NEW = 'the new secret, thirty-two characters';

test('opens every sealed text during a rotation in three deploys', () => {
  const deploys = [[OLD], [OLD, NEW], [NEW, OLD], [NEW]].map((secrets) => createSealing(secrets, 'session'));
  // During a deploy two versions run side by side.
  for (const [at, later] of deploys.slice(1).entries()) {
    const earlier = deploys[at]!;
    expect(later.open(earlier.seal('Ann'))).toBe('Ann');
    expect(earlier.open(later.seal('Ann'))).toBe('Ann');
  }
  // A rotation in one step would fail.
  expect(() => deploys[0]!.open(deploys[2]!.seal('Ann'))).toThrow('unknown key');
});

test('rejects changed text, and text sealed for another purpose', () => {
  const sealed = createSealing([NEW], 'session').seal('Ann');
  expect(sealed).not.toContain('Ann');
  expect(() => createSealing([NEW], 'cookie').open(sealed)).toThrow();
  const at = sealed.indexOf('.') + 5;
  const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
  expect(() => createSealing([NEW], 'session').open(changed)).toThrow();
  expect(() => createSealing([], 'session')).toThrow('needs a secret');
});
