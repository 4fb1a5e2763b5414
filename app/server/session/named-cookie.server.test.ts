import { describe, expect, it } from 'vitest';
import type { SiteSecrets } from '~/lib/sealing.server';
import { createCookies } from './cookies.server';

const FIRST = 'the first secret for tests, of length';
const OLDER = 'an older secret for tests, of length';
const HTTP = 'http://localhost:3000';
const HTTPS = 'https://join.example';

function cookiesAt(publicUrl: string, secrets: SiteSecrets = [FIRST, OLDER]) {
  return createCookies({ publicUrl, joinIdleMinutes: 120, joinMaxHours: 24 }, secrets);
}

/** Returns the cookies that a browser sends after these headers. */
const sent = (headers: string[]) => headers.map((header) => header.split(';', 1)[0]).join('; ');

describe('a cookie', () => {
  it('is hidden from scripts and other sites, and limited to our base path', async () => {
    const [header] = await cookiesAt(HTTP).session.write('an-id');
    const attributes = header!.split('; ').slice(1);
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/app/join']));
    expect(attributes).not.toContain('Secure');
  });

  it('has a name that browsers accept only over https, if the site uses https', async () => {
    const secure = cookiesAt(HTTPS);
    const [header] = await secure.session.write('an-id');
    expect(header).toMatch(/^__Secure-join=.*; Secure/);
    const { language, expireAll: _expireAll, ...own } = secure;
    expect(Object.values(own).map(({ name }) => name)).toEqual(
      [
        'join',
        'join_visitor',
        'join_return',
        'join_invite',
        'join_notice',
        'join_experiments',
        'join_consent',
        'join_link',
      ].map((name) => `__Secure-${name}`),
    );
    expect(language.name).toBe('join_language');
    expect(cookiesAt(HTTP).visitor.name).toBe('join_visitor');
  });

  it('is signed, and ignored if changed', async () => {
    const { session } = cookiesAt(HTTP);
    const header = sent(await session.write('an-id'));
    expect(await session.parse(header)).toBe('an-id');
    const forged = header.replace(/=[^.]+\./, `=${encodeURIComponent(Buffer.from('"other"').toString('base64'))}.`);
    expect(await session.parse(forged)).toBeNull();
    expect(await session.parse(header.split('.')[0]!)).toBeNull();
  });

  it('can be read with an older secret, but not with a foreign one', async () => {
    const older = sent(await cookiesAt(HTTP, [OLDER]).session.write('an-id'));
    expect(await cookiesAt(HTTP).session.parse(older)).toBe('an-id');
    expect(await cookiesAt(HTTP, [FIRST]).session.parse(older)).toBeNull();
  });

  it.each([HTTP, HTTPS])('does not accept the value of another cookie, at %s', async (publicUrl) => {
    const { session, visitor, invite, returnLink, experiments, link } = cookiesAt(publicUrl);
    const all = [session, visitor, invite, returnLink, experiments, link];
    const value = sent(await session.write('an-id')).slice(session.name.length + 1);
    for (const cookie of all)
      expect(await cookie.parse(`${cookie.name}=${value}`), cookie.name).toBe(cookie === session ? 'an-id' : null);
  });
});
