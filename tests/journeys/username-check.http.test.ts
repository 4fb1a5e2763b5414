import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { useServer } from '~tests/servers/use-server';
import { walkTo } from '~tests/walks/walk-parent';

const server = useServer();
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
  ['parent A', openAsParent, 'Check it first: this reloads the page and clears a password you have typed.'],
  [
    'parent B',
    openAsCoParent,
    'Check it first: this reloads the page and clears a password, security answer or code you have typed.',
  ],
])('%s, without JavaScript', (_who, openPage, advice) => {
  it('checks a username with a button, which announces what must be typed again', async () => {
    const browser = await openPage();
    expect(browser.page.text('.check-first')).toBe(advice);
    browser.fill({ username: 'taken.name' });
    let page = await browser.press('Check');
    expect([page.status, page.title]).toEqual([422, expect.stringMatching(/^Error: /)]);
    // Check reports no errors of fields that are still empty.
    expect(page.errors).toEqual([TAKEN]);
    expect([page.errorOf('username'), page.values.username]).toEqual([TAKEN, 'taken.name']);

    browser.fill({ username: 'ann@home' });
    page = await browser.press('Check');
    expect([page.status, page.errors]).toEqual([422, ['Usernames cannot contain an at sign (@)']]);

    browser.fill({ username: ' ann.of.saint.paul ' });
    page = await browser.press('Check');
    expect([page.status, page.errors]).toEqual([200, []]);
    expect(page.text('.field-good')).toBe('The username ann.of.saint.paul is available.');
    expect(page.text('title')).not.toMatch(/^Error/);
  });

  it('reports an empty username', async () => {
    const browser = await openPage();
    const page = await browser.press('Check');
    expect([page.status, page.errorOf('username')]).toEqual([422, 'Enter a username']);
    expect(page.errors).toHaveLength(1);
  });

  it('reports a taken name together with errors of the password', async () => {
    const browser = await openPage();
    browser.fill({ username: 'taken.name', password: 'short' });
    const page = await browser.press('Complete Signup');
    expect([page.status, page.errorOf('username')]).toEqual([422, TAKEN]);
    expect(page.errorOf('password')).toContain('Must be between 12 and 25 characters');
  });
});

it('keeps everything typed except secrets, and the displayed errors', async () => {
  const browser = await openAsCoParent();
  const answers = coParentOfMinnesota().credentials;
  browser.fill({ ...answers, securityQuestion: 'Who' });
  await browser.press('Complete Signup');
  browser.fill({ ...answers, securityQuestion: 'Who' });
  let page = await browser.press('Check');
  // Only at its field, because Check itself succeeded.
  expect([page.status, page.errors, page.errorOf('securityQuestion')]).toEqual([200, [], expect.stringMatching(/./)]);
  expect(page.text('.field-good')).toContain(answers.username);
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
