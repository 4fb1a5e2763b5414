import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { useSite } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSite();
const TAKEN = 'This username cannot be used';

async function openAsCoParent(): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await browser.open('/invite?token=demo-invite-paid&userId=9003');
  return browser;
}

async function openAsParent(): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await walkTo(browser, 'credentials', parentOfMinnesota());
  return browser;
}

describe.each([
  ['parent A', openAsParent],
  ['parent B', openAsCoParent],
])('%s, without JavaScript', (_who, openPage) => {
  it('reports a taken name together with errors of the password', async () => {
    const browser = await openPage();
    browser.fill({ username: 'taken.name', password: 'short' });
    const page = await browser.press('Complete Signup');
    expect([page.status, page.errorOf('username')]).toEqual([422, TAKEN]);
    expect(page.errorOf('password')).toContain('Must be between 12 and 25 characters');
    expect(page.values.username).toBe('taken.name');
  });

  it('reports a taken name in another language, but does not check one that is still being typed', async () => {
    const browser = await openPage();
    browser.fill({ username: 'taken.name' });
    expect((await browser.press('Español')).errors).toEqual([]);
    await browser.press('English');
    await browser.press('Complete Signup');
    const page = await browser.press('Español');
    expect(page.errorOf('username')).toBe('Este nombre de usuario no se puede usar');
    expect(page.errors).toContain(page.errorOf('username'));
    expect([page.title, page.values.username]).toEqual([expect.stringMatching(/^Error: /), 'taken.name']);
    await browser.press('English');
    browser.fill({ username: `free.${crypto.randomUUID().slice(0, 8)}` });
    expect((await browser.press('Español')).errorOf('username')).toBe('');
  });

  it('reports an empty username', async () => {
    const browser = await openPage();
    const page = await browser.press('Complete Signup');
    expect([page.status, page.errorOf('username')]).toEqual([422, 'Enter a username']);
  });
});

it('keeps everything typed except secrets', async () => {
  const browser = await openAsCoParent();
  const answers = coParentOfMinnesota().credentials;
  browser.fill({ ...answers, securityQuestion: 'Who' });
  let page = await browser.press('Complete Signup');
  expect(page.values).toMatchObject({
    referral: answers.referral,
    referralOther: answers.referralOther,
    securityQuestion: 'Who',
    username: answers.username,
  });
  for (const secret of ['securityAnswer', 'securityCode', 'confirmCode', 'password'])
    expect(page.values[secret], secret).toBe('');
  browser.fill({ ...answers, termsAndConditions: true });
  page = await browser.press('Complete Signup');
  expect(page.heading).toContain("You're all set!");
});
