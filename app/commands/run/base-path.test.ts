import { expect, it } from 'vitest';
import { DEFAULT_BASE_PATH, readBasePath } from './base-path.mjs';

it('is /app/join where nobody says', () => {
  expect(readBasePath({})).toBe('/app/join');
  expect(readBasePath({ BASE_PATH: ' ' })).toBe(DEFAULT_BASE_PATH);
});

it.each(['/join', '/a/b', '/join-2/sign_up'])('may be %s', (path) => {
  expect(readBasePath({ BASE_PATH: path })).toBe(path);
});

it.each(['join', '/join/', '//join', '/Join', '/a b', '/a/../b', '/a.b', '/é', 'http://x/join', '/join?x', ' /join'])(
  'is no path: %j',
  (path) => {
    expect(() => readBasePath({ BASE_PATH: path })).toThrow('BASE_PATH: must be a path such as /join');
  },
);

it('is not the whole host', () => {
  expect(() => readBasePath({ BASE_PATH: '/' })).toThrow('BASE_PATH: must not be /');
});
