import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveSite } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';

const SET = 'Your username and password are set';
const KEPT = 'What you sent since has not changed them.';

/** Posts the form of this page again with another username. */
function pressAgain(tab: PlainBrowser, username: string) {
  tab.fill({ username });
  return tab.press('Complete Signup');
}

describe('username and password set with the mailed link', () => {
  it.each(['in another browser', 'after Exit'])('are confirmed %s, with a link to the login', async (where) => {
    const { browser, openBrowser, mailedLink } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    const link = await mailedLink();
    if (where === 'after Exit') await browser.press('Exit this page');
    const mailed = where === 'after Exit' ? browser : openBrowser();
    await mailed.open(link);
    mailed.fill(answers.credentials);
    const tab = openBrowser();
    tab.jar = mailed.jar;
    await tab.open('/credentials');
    tab.fill(answers.credentials);
    for (const look of [() => mailed.press('Complete Signup'), () => mailed.reload()]) {
      const page = await look();
      expect([page.path, page.status, page.heading]).toEqual(['/credentials', 200, SET]);
      expect(page.text('main')).toContain(String(answers.credentials.username));
      expect(page.link('Log In')).toBe('/ofw/login.form');
      expect(page.html).not.toContain(String(answers.credentials.password));
    }
    // A post of the form opened earlier also confirms the stored values.
    const again = await pressAgain(tab, 'another.name');
    expect([again.heading, again.text('main').includes('another.name')]).toEqual([SET, false]);
    expect(again.text('main')).toContain(String(answers.credentials.username));
  });
});

describe('a second username', () => {
  it('of parent A is not stored, and the page says so', async () => {
    const { browser, store } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(browser, 'credentials', answers);
    browser.fill({ ...answers.credentials, stay: true });
    const shown = browser.page;
    const done = await browser.press('Complete Signup');
    expect(done.text('main')).toContain(String(answers.credentials.username));
    expect(done.text('main')).not.toContain(KEPT);
    shown.fill({ username: 'another.name', password: 'another-horse-77', stay: true });
    const { body } = shown.submission(shown.button('Complete Signup'));
    const page = await browser.post('/credentials', body.toString());
    expect([page.path, page.heading]).toEqual(['/credentials?stay=1&kept=1', SET]);
    expect(page.text('main')).toContain(KEPT);
    expect(page.text('main')).toContain(`Your username is ${String(answers.credentials.username)}.`);
    const accounts = await store.db.selectFrom('backend_accounts').select('username').execute();
    expect(accounts.map(({ username }) => username)).not.toContain('another.name');
    // Sending the stored one again changes nothing.
    shown.fill(answers.credentials);
    const same = shown.submission(shown.button('Complete Signup')).body;
    expect((await browser.post('/credentials', same.toString())).text('main')).not.toContain(KEPT);
  });

  it('of parent B is not stored, and the page says so', async () => {
    const { browser } = await serveSite();
    const answers = coParentOfMinnesota();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvitedTo(browser, 'credentials', answers);
    const { credentials } = answers;
    browser.fill(credentials);
    const shown = browser.page;
    await browser.press('Complete Signup');
    shown.fill({ ...credentials, username: 'another.name' });
    const { body } = shown.submission(shown.button('Complete Signup'));
    const page = await browser.post('/invite/credentials', body.toString());
    expect(page.text('main')).toContain(KEPT);
    expect(page.text('main')).toContain(`Your username is ${credentials.username}.`);
  });

  it('typed only for the sign-in is neither stored nor tried', async () => {
    let isDown = true;
    const tried: string[] = [];
    const { browser } = await serveSite({
      trouble: ({ sessions }) => ({
        sessions: {
          create(...call) {
            tried.push(call[0].body.username);
            return isDown ? Promise.reject(new Error('down')) : sessions.create(...call);
          },
        },
      }),
    });
    const answers = parentOfMinnesota();
    const username = String(answers.credentials.username);
    await walkTo(browser, 'credentials', answers);
    browser.fill(answers.credentials);
    await browser.press('Complete Signup');
    browser.fill({ username: 'another.name', password: 'another-horse-77' });
    expect((await browser.press('Complete Signup')).values.username).toBe(username);
    isDown = false;
    expect((await browser.reload()).values.username).toBe(username);
    browser.fill({ ...answers.credentials, username: 'another.name', stay: true });
    const done = await browser.press('Complete Signup');
    expect([done.path, done.heading]).toEqual(['/credentials?stay=1&kept=1', SET]);
    expect(done.text('main')).toContain(`Your username is ${username}.`);
    expect(tried).toEqual([username, username, username]);
  });
});
