import { createCookie } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import type { SiteSecrets } from '~/lib/sealing.server';
import { cookiePhases, type CookiePhase } from './cookie-upgrade.server';
import { createCookies } from './cookies.server';

const HOUR = 60 * 60 * 1000;
const FIRST = 'the first secret for tests, of length';
const OLDER = 'an older secret for tests, of length';
const HTTP = 'http://localhost:3000';
const HTTPS = 'https://join.example';

function cookiesAt(publicUrl: string, secrets: SiteSecrets = [FIRST, OLDER], phase?: CookiePhase) {
  return createCookies({ publicUrl, joinIdleMinutes: 120, joinMaxHours: 24 }, secrets, phase && (() => phase));
}

/** What a browser sends of what it was told. */
const sent = (headers: string[]) => headers.map((header) => header.split(';', 1)[0]).join('; ');
const namesOf = (headers: string[]) => headers.map((header) => header.split('=', 1)[0]);
const isExpired = (header: string) => header.includes('Max-Age=0');

/** A cookie as 0.1.0 wrote it. */
async function ofOlderRelease(name: string, value: unknown): Promise<string> {
  return (await createCookie(name, { secrets: [FIRST] }).serialize(value)).split(';', 1)[0]!;
}

describe('a cookie', () => {
  it('is out of reach of scripts and other sites, and stays below our own path', async () => {
    const [header] = await cookiesAt(HTTP).session.write('an-id');
    const attributes = header!.split('; ').slice(1);
    expect(attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax', 'Path=/app/join']));
    expect(attributes).not.toContain('Secure');
  });

  it('has a name that browsers take over https alone, where the site is', async () => {
    const secure = cookiesAt(HTTPS);
    const [header] = await secure.session.write('an-id');
    expect(header).toMatch(/^__Secure-join=.*; Secure/);
    const { language, expireAll: _expireAll, adoptAll: _adoptAll, ...own } = secure;
    expect(Object.values(own).map(({ name }) => name)).toEqual(
      ['join', 'join_visitor', 'join_return', 'join_invite', 'join_experiments', 'join_consent', 'join_link'].map(
        (name) => `__Secure-${name}`,
      ),
    );
    expect(language.name).toBe('join_language');
    expect(cookiesAt(HTTP).visitor.name).toBe('join_visitor');
  });

  it('is signed: a changed one is ignored', async () => {
    const { session } = cookiesAt(HTTP);
    const header = sent(await session.write('an-id'));
    expect(await session.parse(header)).toBe('an-id');
    const forged = header.replace(/=[^.]+\./, `=${encodeURIComponent(Buffer.from('"other"').toString('base64'))}.`);
    expect(await session.parse(forged)).toBeNull();
    expect(await session.parse(header.split('.')[0]!)).toBeNull();
  });

  it('signed with an older secret still reads; with a foreign one it does not', async () => {
    const older = sent(await cookiesAt(HTTP, [OLDER]).session.write('an-id'));
    expect(await cookiesAt(HTTP).session.parse(older)).toBe('an-id');
    expect(await cookiesAt(HTTP, [FIRST]).session.parse(older)).toBeNull();
  });

  it.each([HTTP, HTTPS])('is no value of another one, at %s', async (publicUrl) => {
    const { session, visitor, invite, returnLink, experiments, link } = cookiesAt(publicUrl);
    const all = [session, visitor, invite, returnLink, experiments, link];
    const value = sent(await session.write('an-id')).slice(session.name.length + 1);
    for (const cookie of all)
      expect(await cookie.parse(`${cookie.name}=${value}`), cookie.name).toBe(cookie === session ? 'an-id' : null);
  });
});

describe.each([
  [HTTP, 'join_visitor'],
  [HTTPS, '__Secure-join_visitor'],
])('a cookie of 0.1.0 at %s', (publicUrl, name) => {
  const at = (phase: CookiePhase) => cookiesAt(publicUrl, [FIRST], phase);

  it('is as absent once the upgrade is over', async () => {
    const older = await ofOlderRelease('join_visitor', 'a-browser');
    expect(await at('over').visitor.parse(older)).toBeNull();
    expect(await at('over').adoptAll(older)).toEqual([]);
  });

  it('reads while the upgrade lasts, and is replaced by one of today', async () => {
    const older = await ofOlderRelease('join_visitor', 'a-browser');
    const { visitor, adoptAll } = at('moving');
    expect(await visitor.parse(older)).toBe('a-browser');
    const adopted = await adoptAll(older);
    expect(namesOf(adopted.filter(isExpired))).toEqual(publicUrl === HTTPS ? ['join_visitor'] : []);
    const written = adopted.filter((header) => !isExpired(header));
    expect(namesOf(written)).toEqual([name]);
    expect(await at('over').visitor.parse(sent(written))).toBe('a-browser');
    // There is nothing left to do then.
    expect(await adoptAll(sent(written))).toEqual([]);
  });

  it('is what is written while processes of 0.1.0 may still answer, and what they wrote is left', async () => {
    const { visitor, adoptAll } = at('beside');
    const written = (await visitor.write('a-browser')).filter((header) => !isExpired(header));
    const release = createCookie('join_visitor', { secrets: [FIRST] });
    expect(await release.parse(sent(written))).toBe('a-browser');
    expect(await visitor.parse(sent(written))).toBe('a-browser');
    expect(await adoptAll(sent(written))).toEqual([]);
    // A replica whose clock is ahead has moved it already.
    const moved = (await at('moving').visitor.write('a-browser')).filter((header) => !isExpired(header));
    expect(await visitor.parse(sent(moved))).toBe('a-browser');
  });

  it('is taken away with the others', async () => {
    const expired = namesOf(await at('over').expireAll());
    expect(expired).toEqual(expect.arrayContaining(['join_visitor', name, 'join_language']));
  });
});

it('an upgrade gives the replicas an hour, and the browsers as long as answers are kept', () => {
  const upgradedAt = new Date('2026-03-01T12:00:00Z');
  let hours = 0;
  const clock = { now: () => new Date(upgradedAt.getTime() + hours * HOUR) };
  const phase = cookiePhases(upgradedAt, { clock, joinMaxHours: 24 });
  const seen = [0, 0.99, 1, 23.99, 24, 1000].map((each) => {
    hours = each;
    return phase();
  });
  expect(seen).toEqual(['beside', 'beside', 'moving', 'moving', 'over', 'over']);
  expect(cookiePhases(undefined, { clock, joinMaxHours: 24 })()).toBe('over');
});
