import { describe, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { serveSite } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';

describe('under https', () => {
  const env = { PUBLIC_URL: 'https://join.example', ALLOWED_HOSTS: '127.0.0.1' };
  const namesOf = (answer: Response, isKept: boolean) =>
    answer.headers
      .getSetCookie()
      .filter((header) => header.includes('Max-Age=0') !== isKept)
      .map((header) => header.split('=', 1)[0]);

  it('sets only cookies with the prefix `__Secure-`', async () => {
    const { origin } = await serveSite({ env: { ...env, ANALYTICS_CONSENT: 'off' } });
    const answer = await fetch(`${origin}/app/join/step1?package=ESS2`);
    expect(namesOf(answer, true).sort()).toEqual([
      '__Secure-join_experiments',
      '__Secure-join_link',
      '__Secure-join_visitor',
    ]);
    for (const header of answer.headers.getSetCookie()) expect(header).toContain('; Secure');
  });

  it.each(['join.example', 'join2.example'])('takes forms and a wallet’s return on the host %s', async (host) => {
    const { browser } = await serveSite({
      env: { ...env, ALLOWED_HOSTS: 'join2.example' },
      tokenising: (provider) => ({
        ...provider,
        startPayPal: (_clientToken, { returnUrl }) =>
          Promise.resolve({ approvalUrl: returnUrl, agreementToken: 'approved' }),
      }),
    });
    const send = browser.send.bind(browser);
    browser.send = (method, url, body, headers) =>
      send(method, url, body, { ...headers, host, ...(method === 'POST' && { origin: `https://${host}` }) });
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    await browser.press('PayPal');
    expect(browser.redirects[0]?.location).toMatch(new RegExp(`^https://${host}/app/join/payment/paypal/return`));
    await browser.open('/step1');
    await browser.press('Exit this page');
    expect(browser.redirects).toEqual([{ status: 303, location: 'https://www.wikipedia.org/' }]);
  });

  it('deletes every cookie on Exit', async () => {
    const { origin } = await serveSite({ env });
    const answer = await fetch(`${origin}/app/join/exit`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: env.PUBLIC_URL, 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect(answer.status).toBe(303);
    expect(namesOf(answer, false)).toEqual(
      expect.arrayContaining(['__Secure-join', '__Secure-join_visitor', '__Secure-join_invite', 'join_language']),
    );
  });
});

it('rejects the value of one cookie in another', async () => {
  const { openBrowser } = await serveSite();
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

describe('a copied cookie, replayed after its expiry', () => {
  const MINUTE = 60_000;

  it('opens no page of its invite', async () => {
    const { openBrowser, pass } = await serveSite();
    const browser = openBrowser();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    const copies = [browser.copy(), browser.copy(), browser.copy()];
    pass(119 * MINUTE);
    expect((await copies[0]!.open('/invite/step1')).path).toBe('/invite/step1');
    pass(2 * MINUTE);
    const { step1 } = coParentOfMinnesota();
    const mark = browser.page.mark;
    for (const path of ['/invite', '/invite/step1', '/invite/credentials', '/invite/request']) {
      const page = await copies[1]!.open(path);
      expect([path, page.$('#answers').length, page.texts('button').includes('Send me a new link')]).toEqual([
        path,
        0,
        false,
      ]);
    }
    await copies[2]!.post('/invite/step1', { ...step1, ...mark } as Record<string, string>);
    expect(copies[2]!.page.path).not.toBe('/invite/packages');
  });

  it('leads back to the mail from each page of its invite, and is renewed by each', async () => {
    const { openBrowser, pass } = await serveSite();
    const browser = openBrowser();
    const link = '/invite?token=demo-invite-by-parent&userId=9001';
    const { step1 } = coParentOfMinnesota();
    await browser.open(link);
    await browser.follow('Get Started');
    const waiting = browser.copy();
    await waiting.open('/invite');
    pass(121 * MINUTE);
    expect((await waiting.follow('Get Started')).path).toBe('/invite/request');
    expect(waiting.page.text('main')).toContain('Go back to the original email');
    browser.fill(step1);
    const late = await browser.press('Continue');
    expect([late.status, late.text('main')]).toEqual([
      409,
      expect.stringContaining('open the link in its email again'),
    ]);
    expect(late.text('main')).toContain(step1.firstName);
    expect((await browser.follow('How to open the invitation')).path).toBe('/invite/request');
    await browser.open(link);
    await browser.follow('Get Started');
    pass(100 * MINUTE);
    await browser.reload();
    pass(100 * MINUTE);
    browser.fill(step1);
    expect((await browser.press('Continue')).path).toBe('/invite/packages');
  });

  it('opens no page of the invite’s sign-up in another browser', async () => {
    const { openBrowser, pass } = await serveSite();
    const browser = openBrowser();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    const copy = browser.copy();
    await walkInvitedTo(browser, 'payment/billing', coParentOfMinnesota());
    pass(121 * MINUTE);
    for (const path of ['/invite/step1', '/invite/packages', '/invite/payment/billing']) {
      const page = await copy.open(path);
      expect([path, page.$('#answers').length]).toEqual([path, 0]);
    }
  });

  it('opens no credentials form of a mailed link, and sets no credentials', async () => {
    const { openBrowser, pass, mailedLink } = await serveSite();
    const answers = parentOfMinnesota();
    await walkTo(openBrowser(), 'credentials', answers);
    const link = await mailedLink();
    const reader = openBrowser();
    expect((await reader.open(link)).path).toBe('/credentials');
    const copies = [reader.copy(), reader.copy(), reader.copy()];
    pass(59 * MINUTE);
    expect((await copies[0]!.open('/credentials')).$('#answers').length).toBe(1);
    pass(2 * MINUTE);
    expect((await copies[1]!.open('/credentials')).$('#answers').length).toBe(0);
    const posted = { ...answers.credentials, ...reader.page.mark } as Record<string, string>;
    expect((await copies[2]!.post('/credentials', posted)).$('#answers').length).toBe(0);
    // The link itself opens it again, so nothing was set.
    expect((await reader.open(link)).$('#answers').length).toBe(1);
  });
});
