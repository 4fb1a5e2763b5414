import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isOwnPath } from './is-own-path';

it.each(['/', '/app/join/step1', '/ofw/home.form?next=%2Fa%2F#top', '/caf%C3%A9', '/a//b', '/search?q=//evil.example'])(
  'accepts the path %s',
  (path) => expect(isOwnPath(path)).toBe(true),
);

it.each([
  '',
  'step1',
  '//evil.example',
  '///evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/ /evil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/././/evil.example',
  '/a/..//evil.example',
  '/%2e//evil.example',
  '/%2E%2E//evil.example',
  '/%2f/evil.example',
  '/%252f/evil.example',
  '/%5cevil.example',
  '/%09/evil.example',
  '/%',
  '/%ff',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '@evil.example',
  `/${'a'.repeat(2000)}`,
])('rejects the path %j', (path) => expect(isOwnPath(path)).toBe(false));

it('never accepts a path to another host, decoded or not', () => {
  const piece = fc.constantFrom(
    '/',
    '\\',
    '.',
    '%2e',
    '%2F',
    '%5c',
    '%09',
    '\t',
    ' ',
    '@',
    ':',
    '?',
    '#',
    'evil.example',
    '%25',
    'a',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 9 }), (pieces) => {
      const path = `/${pieces.join('')}`;
      fc.pre(isOwnPath(path));
      for (const read of [path, decodeURIComponent(path.split(/[?#]/, 1)[0]!)]) {
        const url = new URL(read, 'http://own.example');
        expect([url.host, new URL(url.pathname, 'http://own.example').host]).toEqual(['own.example', 'own.example']);
      }
    }),
    { numRuns: 2000 },
  );
});
