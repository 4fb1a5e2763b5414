import { expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { useSite } from '~tests/servers/site';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSite();

/** Pays and leaves before the credentials. @returns the mailed link without the base path */
async function payAndLeave(answers = parentOfMinnesota()): Promise<string> {
  await walkTo(server.openBrowser(), 'credentials', answers);
  const outbox = await server.openBrowser().open('/demo');
  const mail = outbox
    .texts('.mail')
    .find((text) => text.includes(String(answers.step1.email)) && text.includes('/credentials?'));
  const link = /https?:\/\/\S+\/app\/join(\/credentials\?\S+)/.exec(mail ?? '')?.[1];
  if (!link) throw new Error(`No link in the mail: ${mail}`);
  return link;
}

it('opens the credentials with the mailed link in another browser', async () => {
  const answers = parentOfMinnesota();
  const link = await payAndLeave(answers);
  const browser = server.openBrowser();
  let page = await browser.open(link);
  expect([page.path, page.heading]).toEqual(['/credentials', 'Choose your username and password']);
  expect(page.html).toContain(String(answers.step1.email));
  expect(page.html).not.toContain(new URLSearchParams(link.split('?')[1]).get('token'));
  browser.fill({ username: 'abc', password: 'short' });
  page = await browser.press('Complete Signup');
  expect([page.status, page.values.username]).toEqual([422, 'abc']);
  page = await submitStep(browser, 'credentials', answers);
  expect([page.heading, page.link('Log In')]).toEqual(['Your username and password are set', '/ofw/login.form']);
});

it('explains a used link, and links to Log In', async () => {
  const answers = parentOfMinnesota();
  const link = await payAndLeave(answers);
  const browser = server.openBrowser();
  await browser.open(link);
  await submitStep(browser, 'credentials', answers);
  const page = await server.openBrowser().open(link);
  const again = await server.openBrowser().open(`${link}&utm_source=mail`);
  expect([page.heading, again.heading]).toEqual(['This link has been used', 'This link has been used']);
  expect(page.link('Log In')).toBe('/ofw/login.form');
});

it('rejects a forged link', async () => {
  const link = await payAndLeave();
  const browser = server.openBrowser();
  const forged = link.replace(/userId=[^&]+/, 'userId=somebody-else');
  expect((await browser.open(forged)).heading).toBe('This link has been used');
  expect((await browser.open(`/credentials?token=${'x'.repeat(43)}&userId=u`)).heading).toBe('This link has been used');
});

it('shows an explanation without a redirect loop in a browser without cookies', async () => {
  const link = new URL(`/app/join/credentials?token=${'x'.repeat(43)}&userId=u`, server.running.url);
  const page = await fetch(link, { redirect: 'follow' });
  expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('Your browser blocks cookies')]);
});

it('opens a link several times without using it up', async () => {
  const answers = parentOfMinnesota();
  const link = await payAndLeave(answers);
  for (let visit = 0; visit < 3; visit += 1) {
    expect((await server.openBrowser().open(link)).heading).toBe('Choose your username and password');
  }
  const browser = server.openBrowser();
  await browser.open(link);
  expect((await submitStep(browser, 'credentials', answers)).link('Log In')).toBe('/ofw/login.form');
});

it('lists six invites and the mailed links on the demo page', async () => {
  await payAndLeave();
  const demo = await server.openBrowser().open('/demo');
  const hrefs = demo.$('a[href*="/app/join/invite?token="]').map((_, link) => demo.$(link).attr('href')!);
  const paths = [...hrefs].map((href) => href.replace(/^https?:\/\/[^/]+/, ''));
  expect(paths.slice(0, 6)).toEqual(
    [
      ['by-parent', 9001],
      ['by-professional', 9002],
      ['paid', 9003],
      ['paid-no-address', 9004],
      ['expired', 9005],
      ['coupon', 9006],
    ].map(([what, userId]) => `/app/join/invite?token=demo-invite-${what}&userId=${userId}`),
  );
  expect(paths[6]).toMatch(/^\/app\/join\/invite\?token=[\w-]{43}&userId=[\w-]{36}$/);
  expect(demo.$('.mail a[href*="/app/join/credentials?token="]').length).toBeGreaterThan(0);
});

it('shows HTML mails on the demo page in sandboxed frames', async () => {
  await payAndLeave();
  const demo = await server.openBrowser().open('/demo');
  const [frame] = demo.$('.mail iframe').toArray();
  expect(frame!.attribs).toMatchObject({ sandbox: 'allow-popups allow-popups-to-escape-sandbox', loading: 'lazy' });
  const mail = await fetch(new URL(frame!.attribs.src!, server.running.url));
  expect(mail.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(mail.headers.get('content-security-policy')).toBe(
    "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  );
  expect(await mail.text()).toContain('<base target="_blank">');
  expect((await server.openBrowser().open('/demo/mail/none')).status).toBe(404);
});
