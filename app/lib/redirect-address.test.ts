import fc from 'fast-check';
import { expect, it } from 'vitest';
import { MAX_REDIRECT_LENGTH, toHarmlessAddress } from './redirect-address';

const OWN = 'https://join.example';
const PRODUCT = 'https://app.example:8443';
const resolve = (address: string) => toHarmlessAddress(address, { own: OWN, mainProduct: PRODUCT });

it.each([
  ['/ofw/calendar.form?day=2#top', '/ofw/calendar.form?day=2#top'],
  ['/', '/'],
  ['/a/../b', '/b'],
  ['/a//b', '/a//b'],
  ['/caf%C3%A9', '/caf%C3%A9'],
  ['/search?next=//evil.example', '/search?next=//evil.example'],
  ['https://join.example/ofw/home.form', '/ofw/home.form'],
  ['https://app.example:8443/calendar?day=2', 'https://app.example:8443/calendar?day=2'],
  ['https://app.example:8443', 'https://app.example:8443/'],
  ['HTTPS://APP.example:8443/Calendar', 'https://app.example:8443/Calendar'],
  ['https://app.example:8443/a/%2e%2e/b', 'https://app.example:8443/b'],
])('resolves %s to %s', (address, resolved) => expect(resolve(address)).toBe(resolved));

it.each([
  ['nothing', ''],
  ['no path', 'calendar'],
  ['another host', '//evil.example'],
  ['another host', '///evil.example'],
  ['a backslash', '/\\evil.example'],
  ['two backslashes', '\\\\evil.example'],
  ['a backslash after a dot', '/.\\evil.example'],
  ['a tab', '/\t/evil.example'],
  ['a line break', '/\n/evil.example'],
  ['a space', '/ /evil.example'],
  ['a space before it', ' /calendar'],
  ['a NUL', '/\0/evil.example'],
  ['a dot', '/.//evil.example'],
  ['two dots', '/..//evil.example'],
  ['a parent folder', '/a/..//evil.example'],
  ['an encoded dot', '/%2e//evil.example'],
  ['encoded dots', '/%2E%2e//evil.example'],
  ['an encoded slash', '/%2fevil.example'],
  // cspell:ignore cevil fevil
  ['an encoded slash, twice', '/%252fevil.example'],
  ['an encoded slash, three times', '/%25252fevil.example'],
  ['an encoded backslash', '/%5cevil.example'],
  ['an encoded backslash, twice', '/%255cevil.example'],
  ['an encoded tab', '/%09/evil.example'],
  ['an encoded line break', '/calendar%0d%0aLocation:%20https://evil.example'],
  ['an invalid escape', '/%'],
  ['half a character', '/%ff'],
  ['a script', 'javascript:alert(1)'],
  ['a script with ignored characters', 'java\nscript:alert(1)'],
  ['a script in capitals', 'JavaScript://join.example/%0aalert(1)'],
  ['data', 'data:text/html,<script>alert(1)</script>'],
  ['a file', 'file:///etc/passwd'],
  ['another scheme on our host', 'ftp://join.example/'],
  ['our host without TLS', 'http://join.example/'],
  ['another host', 'https://evil.example/'],
  ['no slashes', 'https:app.example:8443/calendar'],
  ['one slash', 'https:/app.example:8443/calendar'],
  ['three slashes', 'https:///evil.example'],
  ['backslashes for slashes', 'https:\\\\app.example:8443\\calendar'],
  ['a user', 'https://app.example:8443@evil.example/'],
  ['a user on our host', 'https://ann@app.example:8443/'],
  ['user and password', 'https://ann:secret@app.example:8443/'],
  ['an empty user', 'https://@app.example:8443/'],
  ['an encoded user', 'https://app.example%40evil.example/'],
  ['another port', 'https://app.example/'],
  ['another port on our host', 'https://join.example:8080/'],
  ['a name with the same beginning', 'https://join.example.evil.example/'],
  ['a name with the same end', 'https://eviljoin.example/'],
  ['a subdomain', 'https://evil.app.example:8443/'],
  ['a full stop after the name', 'https://app.example.:8443/'],
  ['another host behind the path', 'https://app.example:8443//evil.example'],
  ['another host behind a dot', 'https://app.example:8443/.//evil.example'],
  ['another host behind an encoded slash', 'https://app.example:8443/%2fevil.example'],
  ['look-alike letters', 'https://арр.example:8443/'],
  ['wide letters', 'https://ａｐｐ.example:8443/'],
  ['a wide slash', '/／evil.example'],
  ['wide slashes', '／／evil.example'],
  ['an ideographic full stop', 'https://evil。example/'],
  ['a zero-width character', '/\u200b/evil.example'],
  ['a direction mark', '/\u202e/evil.example'],
  ['a character that must be encoded', '/café'],
  ['a very long address', `/${'a'.repeat(MAX_REDIRECT_LENGTH)}`],
  ['an address that is very long once encoded', `/${'"'.repeat(MAX_REDIRECT_LENGTH - 1)}`],
  ['an extremely long address', `/${'../'.repeat(1_000_000)}`],
])('rejects %s: %j', (_what, address) => expect(resolve(address)).toBeUndefined());

const piece = fc.oneof(
  fc.constantFrom(
    ...[
      '/',
      '//',
      '\\',
      '.',
      '..',
      '%2e',
      '%252e',
      '%2F',
      '%252F',
      '%5c',
      '%255c',
      '%09',
      '\t',
      '\n',
      ' ',
      '@',
      ':',
      '?',
      '#',
    ],
    ...[
      'https:',
      'http:',
      'javascript:',
      'join.example',
      'app.example:8443',
      'evil.example',
      ':8443',
      '%25',
      'a',
      '／',
      '。',
    ],
  ),
  fc.string({ maxLength: 3 }),
);

it('accepts only addresses of the two origins, however often they are resolved and decoded', () => {
  const pieces = fc.array(piece, { maxLength: 9 }).map((all) => all.join(''));
  const addresses = fc.oneof(
    pieces,
    pieces.map((rest) => `/${rest}`),
    pieces.map((rest) => `${PRODUCT}${rest}`),
    pieces.map((rest) => `${OWN}/${rest}`),
  );
  let accepted = 0;
  fc.assert(
    fc.property(addresses, (address) => {
      const resolved = resolve(address);
      if (resolved === undefined) return;
      accepted += 1;
      expect(resolve(resolved)).toBe(resolved);
      const base = `${OWN}/app/join/receipt`;
      const url = new URL(resolved, base);
      expect([OWN, PRODUCT]).toContain(url.origin);
      expect(url.origin).toBe(new URL(address, base).origin);
      expect([url.username, url.password]).toEqual(['', '']);
      for (let path = url.pathname, before = ''; path !== before;) {
        expect(new URL(path, url).origin).toBe(url.origin);
        [before, path] = [path, decodeURIComponent(path)];
      }
    }),
    { numRuns: 5000 },
  );
  expect(accepted).toBeGreaterThan(100);
});
