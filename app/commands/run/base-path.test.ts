import { expect, it } from 'vitest';
import { DEFAULT_BASE_PATH, readBasePath } from './base-path.mjs';

it('defaults to /app/join', () => {
  expect(readBasePath({})).toBe('/app/join');
  expect(readBasePath({ BASE_PATH: ' ' })).toBe(DEFAULT_BASE_PATH);
});

it.each(['/join', '/a/b', '/join-2/sign_up'])('accepts the path %s', (path) => {
  expect(readBasePath({ BASE_PATH: path })).toBe(path);
});

it.each(['join', '/join/', '//join', '/Join', '/a b', '/a/../b', '/a.b', '/é', 'http://x/join', '/join?x', ' /join'])(
  'rejects the path %j',
  (path) => {
    expect(() => readBasePath({ BASE_PATH: path })).toThrow('BASE_PATH: must be a path such as /join');
  },
);

it('rejects the root path', () => {
  expect(() => readBasePath({ BASE_PATH: '/' })).toThrow('BASE_PATH: must not be /');
});
