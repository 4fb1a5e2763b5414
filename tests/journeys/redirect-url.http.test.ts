import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const NAMES = { AUTH_COOKIE_NAME: 'auth' };
const OF_ANOTHER_HOST = {
  ...NAMES,
  HOME_URL: 'https://www.example.com/',
  APP_HOME_URL: 'https://app.example.com/home',
};

/** Signs up after following a link. @returns the receipt's link to the main product */
async function targetAfter(browser: PlainBrowser, link: string, answers = parentOfMinnesota()): Promise<string> {
  await browser.open(link);
  await walkTo(browser, 'credentials', answers);
  await submitStep(browser, 'credentials', answers);
  return (await browser.waitForRefresh()).link('Open Evenkeel');
}

it.each<[string, Record<string, string>, string, string]>([
  ['a path of this host', NAMES, '/step1?redirectUrl=%2Fofw%2Fcalendar.form%3Fday%3D2', '/ofw/calendar.form?day=2'],
  [
    'the main product on another host',
    OF_ANOTHER_HOST,
    '/step1?redirectUrl=https%3A%2F%2Fapp.example.com%2Fcalendar',
    'https://app.example.com/calendar',
  ],
  ['no address', NAMES, '/step1', '/ofw/appv2/home.form'],
  ['another host without a scheme', NAMES, '/step1?redirectUrl=%2F%2Fevil.example', '/ofw/appv2/home.form'],
  ['a script', NAMES, '/step1?redirectUrl=javascript%3Aalert(1)', '/ofw/appv2/home.form'],
  [
    'the site around the main product',
    OF_ANOTHER_HOST,
    '/step1?redirectUrl=https%3A%2F%2Fwww.example.com%2Fx',
    'https://app.example.com/home',
  ],
])('links from the receipt to a valid target only: %s', async (_what, env, link, target) => {
  const { openBrowser } = await serveSite({ env });
  expect(await targetAfter(openBrowser(), link)).toBe(target);
});

it('keeps the last valid target during the sign-up', async () => {
  const { openBrowser } = await serveSite({ env: NAMES });
  const browser = openBrowser();
  const answers = parentOfMinnesota();
  await browser.open('/step1?redirectUrl=/ofw/first.form');
  await walkTo(browser, 'step3', answers);
  // cspell:ignore econd
  await browser.open('/step3?redirectUrl=/ofw/second.form');
  await browser.open('/step3?redirectUrl=//evil.example');
  browser.fill(answers.step3);
  await browser.press('Continue');
  for (const step of ['payment/billing', 'payment/method', 'payment/review', 'credentials'] as const)
    await submitStep(browser, step, answers);
  expect((await browser.waitForRefresh()).link('Open Evenkeel')).toBe('/ofw/second.form');
});

it('prefers the backend’s target if it is not the home page', async () => {
  const { openBrowser } = await serveSite({
    env: NAMES,
    trouble: ({ sessions }) => ({
      sessions: { create: async (...call) => ({ ...(await sessions.create(...call)), url: '/ofw/accountsetup.form' }) },
    }),
  });
  expect(await targetAfter(openBrowser(), '/step1?redirectUrl=/ofw/calendar.form')).toBe('/ofw/accountsetup.form');
});

it('links to the target in the browser of the mailed link, too', async () => {
  const { openBrowser, mailedLink } = await serveSite({ env: NAMES });
  const answers = parentOfMinnesota();
  await walkTo(openBrowser(), 'credentials', answers);
  const browser = openBrowser();
  await browser.open(`${await mailedLink()}&redirectUrl=/ofw/calendar.form`);
  await submitStep(browser, 'credentials', answers);
  expect(browser.page.$('a.button.primary').attr('href')).toBe('/ofw/calendar.form');
});

it('links to the home page there if the target is too long for a cookie', async () => {
  const { openBrowser, mailedLink } = await serveSite({
    env: NAMES,
    trouble: ({ sessions }) => ({
      sessions: {
        create: async (...call) => ({
          ...(await sessions.create(...call)),
          url: `/ofw/sso.form?to=${'x'.repeat(3000)}`,
        }),
      },
    }),
  });
  const answers = parentOfMinnesota();
  await walkTo(openBrowser(), 'credentials', answers);
  const browser = openBrowser();
  await browser.open(await mailedLink());
  await submitStep(browser, 'credentials', answers);
  expect(Math.max(...browser.jar.list().map((cookie) => cookie.toString().length))).toBeLessThan(4096);
  expect(browser.page.$('a.button.primary').attr('href')).toBe('/ofw/appv2/home.form');
});

it.each([
  ['gets its own target', '&redirectUrl=/ofw/mailed.form', '/ofw/mailed.form'],
  ['gets no target', '', '/ofw/appv2/home.form'],
])('keeps the mailed link and another person’s sign-up in its browser apart: %s', async (_what, query, target) => {
  const { openBrowser, mailedLink } = await serveSite({ env: NAMES });
  const answers = parentOfMinnesota();
  await walkTo(openBrowser(), 'credentials', answers);
  const link = await mailedLink();
  const other = parentOfMinnesota();
  const browser = openBrowser();
  await browser.open('/signup?redirectUrl=/ofw/first.form&package=ESSENTIALS1');
  await walkTo(browser, 'step2', other);
  await browser.open(`${link}${query}&package=PREMIUM1`);
  await submitStep(browser, 'credentials', answers);
  expect(browser.page.$('a.button.primary').attr('href')).toBe(target);
  expect((await walkTo(browser, 'step3', other)).values.packageId).toBe('2011');
  expect(await targetAfter(browser, '/step1', other)).toBe('/ofw/first.form');
});

describe('an invite opened during another visitor’s sign-up', () => {
  const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';
  const WITH_TARGET = `${INVITE}&redirectUrl=/ofw/invited.form&package=PREMIUM1`;

  async function openInviteOver(browser: PlainBrowser, invite: string): Promise<void> {
    await browser.open('/signup?redirectUrl=/ofw/first.form&package=ESSENTIALS1');
    await walkTo(browser, 'step2', parentOfMinnesota());
    await browser.open(invite);
  }

  it.each<[string, string, string, string | undefined]>([
    ['keeps its own target and package', WITH_TARGET, '/ofw/invited.form', '2031'],
    ['gets no target and package', INVITE, '/ofw/appv2/home.form', undefined],
  ])('%s once it is accepted', async (_what, invite, target, packageId) => {
    const { openBrowser } = await serveSite({ env: NAMES });
    const browser = openBrowser();
    await openInviteOver(browser, invite);
    await browser.press('Accept the invitation');
    expect((await walkInvitedTo(browser, 'packages', coParentOfMinnesota())).values.packageId).toBe(packageId);
    // Parent B is not signed in, so only a separate sign-up uses the target.
    await browser.open('/invite?begin');
    await browser.press('Begin a separate sign-up');
    expect(await targetAfter(browser, '/step1')).toBe(target);
  });

  it('does not replace the target of that sign-up if it is declined', async () => {
    const { openBrowser } = await serveSite({ env: NAMES });
    const browser = openBrowser();
    await openInviteOver(browser, WITH_TARGET);
    await browser.press('Go on with the other sign-up');
    expect(await targetAfter(browser, '/step1')).toBe('/ofw/first.form');
  });
});

it('does not log a rejected target', async () => {
  const { openBrowser, log } = await serveSite({ env: NAMES });
  const browser = openBrowser();
  await browser.open('/step1?redirectUrl=//evil.example');
  expect(log()).toContain('redirectUrl rejected');
  expect(log()).not.toContain('evil.example');
});
