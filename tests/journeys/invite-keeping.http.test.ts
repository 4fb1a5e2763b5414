import { describe, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { useSite } from '~tests/servers/site';
import { submitInvitedStep, walkInvitedTo } from '~tests/walks/walk-invited';

const server = useSite();

async function open(token: string, userId: string): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await browser.open(`/invite?token=${token}&userId=${userId}`);
  return browser;
}

const openUnpaid = () => open('demo-invite-by-parent', '9001');

describe('a step out of order', () => {
  it.each([
    ['/invite/packages', '/invite/step1'],
    ['/invite/choose-your-own', '/invite/step1'],
    ['/invite/billing-info', '/invite/step1'],
    ['/invite/payment', '/invite/step1'],
    ['/invite/payment/review', '/invite/step1'],
    ['/invite/credentials', '/invite/step1'],
  ])('redirects from %s to %s before any answer', async (path, end) => {
    const browser = await openUnpaid();
    await walkInvitedTo(browser, 'step1', coParentOfMinnesota());
    await browser.open(path);
    if (browser.page.path === '/invite') await browser.follow('Get Started');
    expect(browser.page.path).toBe(end);
  });

  it('redirects to the packages after the parent step, and Change opens each view from the review', async () => {
    const browser = await openUnpaid();
    const answers = coParentOfMinnesota();
    await walkInvitedTo(browser, 'packages', answers);
    for (const path of ['/invite/payment/billing', '/invite/credentials', '/invite/billing-info']) {
      expect((await browser.open(path)).path, path).toBe('/invite/packages');
    }
    for (const step of ['packages', 'payment/billing', 'payment/method'] as const) {
      await submitInvitedStep(browser, step, answers);
    }
    for (const [number, path] of ['/invite/step1', '/invite/payment/billing', '/invite/payment/method'].entries()) {
      await browser.open('/invite/payment/review');
      expect((await browser.follow('Change', number + 1)).path).toBe(path);
    }
    await browser.open('/invite/step1');
    expect((await browser.press('Continue')).path).toBe('/invite/payment/review');
  });
});

describe('an invited sign-up', () => {
  it('shows a dialog for a package that is not sold in the billing country, and then that country’s packages', async () => {
    const browser = await open('demo-invite-coupon', '9006');
    const answers = coParentOfMinnesota();
    await walkInvitedTo(browser, 'payment/billing', answers);
    browser.fill({ ...answers['payment/billing'], country: 'GB', region: '' });
    await browser.press('Update');
    browser.fill({ city: 'Leeds', postalCode: 'LS1 4DY', timezone: 'Europe/London' });
    let page = await browser.press('Continue');
    expect([page.path, page.text('dialog[open] h2')]).toEqual([
      '/invite/payment/billing',
      'Please choose your package again',
    ]);
    expect(page.text('dialog[open]')).toContain('United Kingdom');
    page = await browser.press('OK');
    expect(page.path).toBe('/invite/packages');
    expect(page.values).not.toHaveProperty('packageId');
    expect((await browser.open('/invite/payment')).path).toBe('/invite/packages');
    page = await browser.open('/invite/packages');
    browser.fill({ packageId: '2061' });
    await browser.press('Continue');
    page = await browser.press('Continue');
    expect([page.path, page.figure('Total')]).toEqual(['/invite/payment/method', expect.stringContaining('£')]);
  });

  it('explains that an e-mail has an account, and returns to the first step', async () => {
    const browser = await openUnpaid();
    const answers = coParentOfMinnesota();
    await browser.follow('Get Started');
    browser.fill({ ...answers.step1, email: 'taken@example.com' });
    let page = await browser.press('Continue');
    expect([page.path, page.text('main')]).toEqual([
      '/duplicate',
      expect.stringContaining('It appears you are attempting to create a duplicate user.'),
    ]);
    page = await browser.press('Start again with other details');
    expect([page.path, page.values.firstName]).toEqual(['/invite/step1', 'Ben']);
  });

  it('explains a declined card, and then accepts another one', async () => {
    const browser = await openUnpaid();
    const answers = coParentOfMinnesota();
    await walkInvitedTo(browser, 'payment/method', answers);
    browser.fill({ ...answers['payment/method'], cardNumber: '4000111111111115' });
    await browser.press('Continue');
    let page = await browser.press('Pay now');
    expect([page.path, page.values.cardHolderName]).toEqual(['/invite/payment/method', 'Ben Lee']);
    await submitInvitedStep(browser, 'payment/method', answers);
    page = await browser.press('Pay now');
    expect(page.path).toBe('/invite/credentials');
  });

  it('reports a taken username at its field', async () => {
    const browser = await open('demo-invite-paid', '9003');
    browser.fill({ ...coParentOfMinnesota().credentials, username: 'taken.name' });
    const page = await browser.press('Complete Signup');
    expect([page.status, page.errorOf('username')]).toEqual([422, 'This username cannot be used']);
  });
});
