import { createCookie } from '@remix-run/node';
import { describe, expect, it } from 'vitest';
import { createCookies } from '~/server/session/cookies.server';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveJourneys } from '~tests/servers/serve-journeys';
import { TEST_SECRET } from '~tests/servers/serve-routes';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const HOUR = 60 * 60 * 1000;
const SIGNED = ['session', 'visitor', 'experiments'] as const;
const ofToday = createCookies({ publicUrl: 'http://localhost', joinIdleMinutes: 120, joinMaxHours: 24 }, [TEST_SECRET]);
const ofOlderRelease = (name: string) => createCookie(name, { secrets: [TEST_SECRET] });

/** An application whose store was brought up from 0.1.0 some hours ago. */
const serveUpgraded = (hoursAgo: number) => serveJourneys({ upgradedAt: new Date(Date.now() - hoursAgo * HOUR) });

const headerOf = ({ jar }: PlainBrowser) => jar.headerFor('/app/join/step1') ?? null;

/** Gives a browser the cookies, and the store the rows, that 0.1.0 would have left. */
async function makeOlder(browser: PlainBrowser, { store }: Awaited<ReturnType<typeof serveJourneys>>): Promise<void> {
  for (const name of SIGNED) {
    const value = await ofToday[name].parse(headerOf(browser));
    const plainName = ofToday[name].name;
    const [pair] = (await ofOlderRelease(plainName).serialize(value)).split(';', 1);
    browser.jar.set(plainName, pair!.slice(plainName.length + 1));
  }
  await store.db.updateTable('sessions').set({ visitor: null }).execute();
}

describe('a sign-up that was begun under 0.1.0', () => {
  it('goes on after the upgrade, from a form that was open, with cookies of today', async () => {
    const served = await serveUpgraded(2);
    const browser = served.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'step3', answers);
    await makeOlder(browser, served);
    expect(await ofToday.session.parse(headerOf(browser))).toBeNull();
    expect((await submitStep(browser, 'step3', answers)).path).toBe('/payment/billing');
    for (const name of SIGNED) expect(await ofToday[name].parse(headerOf(browser)), name).not.toBeNull();
    // The row belongs to this browser from now on.
    expect((await served.sessions()).map(({ visitor }) => visitor)).toEqual([expect.any(String)]);
    for (const step of ['payment/billing', 'payment/method', 'payment/review', 'credentials'] as const)
      await submitStep(browser, step, answers);
    expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  });

  it('is as any other that nobody knows once the time of answers is over', async () => {
    const served = await serveUpgraded(24);
    const browser = served.openBrowser();
    await walkTo(browser, 'step3', parentOfMinnesota());
    await makeOlder(browser, served);
    expect((await browser.open('/step3')).path).toBe('/step1');
    expect(browser.page.values.firstName).toBe('');
  });

  it('is one that nobody knows in a store that never was of 0.1.0', async () => {
    const served = await serveJourneys();
    const browser = served.openBrowser();
    await walkTo(browser, 'step3', parentOfMinnesota());
    await makeOlder(browser, served);
    expect((await browser.open('/step3')).path).toBe('/step1');
  });
});

describe('while replicas of 0.1.0 may still answer', () => {
  it('they can read every cookie, also that of a new id', async () => {
    const served = await serveUpgraded(0);
    const browser = served.openBrowser();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    const idNow = () => ofOlderRelease('join').parse(headerOf(browser));
    const before: unknown = await idNow();
    expect([typeof before, typeof (await ofOlderRelease('join_visitor').parse(headerOf(browser)))]).toEqual([
      'string',
      'string',
    ]);
    await submitStep(browser, 'payment/review', answers);
    const after: unknown = await idNow();
    expect([typeof after, after === before]).toEqual(['string', false]);
    await submitStep(browser, 'credentials', answers);
    expect((await browser.waitForRefresh()).heading).toBe('Account activated!');
  });
});

describe('under https', () => {
  const env = { PUBLIC_URL: 'https://join.example', ALLOWED_HOSTS: '127.0.0.1' };
  const namesOf = (answer: Response, isKept: boolean) =>
    answer.headers
      .getSetCookie()
      .filter((header) => header.includes('Max-Age=0') !== isKept)
      .map((header) => header.split('=', 1)[0]);

  it('every cookie of ours has a name that browsers take over https alone', async () => {
    const { origin } = await serveJourneys({ env });
    const answer = await fetch(`${origin}/app/join/step1?package=ESS2`);
    expect(namesOf(answer, true).sort()).toEqual([
      '__Secure-join_experiments',
      '__Secure-join_link',
      '__Secure-join_visitor',
    ]);
    for (const header of answer.headers.getSetCookie()) expect(header).toContain('; Secure');
  });

  it('a cookie of 0.1.0 is moved to that name, and the old one taken away', async () => {
    const { origin } = await serveJourneys({ env, upgradedAt: new Date(Date.now() - 2 * HOUR) });
    const [older] = (await ofOlderRelease('join_visitor').serialize('a-browser')).split(';', 1);
    const answer = await fetch(`${origin}/app/join/step1`, { headers: { cookie: older! } });
    expect(namesOf(answer, true)).toContain('__Secure-join_visitor');
    expect(namesOf(answer, false)).toContain('join_visitor');
    const { visitor } = createCookies({ ...env, publicUrl: env.PUBLIC_URL, joinIdleMinutes: 120, joinMaxHours: 24 }, [
      TEST_SECRET,
    ]);
    const moved = answer.headers.getSetCookie().find((header) => header.startsWith('__Secure-join_visitor'))!;
    expect(await visitor.parse(moved.split(';', 1)[0]!)).toBe('a-browser');
  });

  it('Exit takes the cookies of both names', async () => {
    const { origin } = await serveJourneys({ env });
    const answer = await fetch(`${origin}/app/join/exit`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: env.PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(303);
    expect(namesOf(answer, false)).toEqual(
      expect.arrayContaining(['__Secure-join', 'join', '__Secure-join_invite', 'join_invite', 'join_language']),
    );
  });
});

it('the value of one cookie is none of another', async () => {
  const { openBrowser } = await serveJourneys();
  const browser = openBrowser();
  await walkTo(browser, 'step3', parentOfMinnesota());
  const { key, value } = browser.jar.get('join')!;
  const { value: visitor } = browser.jar.get('join_visitor')!;
  const other = openBrowser();
  other.jar.set('join_visitor', value);
  other.jar.set(key, visitor);
  expect((await other.open('/step3')).path).toBe('/step1');
  expect(other.jar.get('join_visitor')!.value).not.toBe(value);
});
