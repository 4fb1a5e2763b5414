import { expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { useSite } from '~tests/servers/site';
import { walkTo } from '~tests/walks/walk-parent';

const server = useSite({ env: { EXIT_URL: 'https://elsewhere.example/' } });
const withoutDemo = useSite({ env: { DEMO: 'off' } });
const LEGACY = [
  '/step1/parentb',
  '/step1/address',
  '/step2/parentb',
  '/alacarte/parentb',
  '/payment/parentb',
  '/receipt/parentb',
  '/securityquestions',
  '/termsandconditions',
];

it.each(LEGACY)('redirects the old path %s to the billing page of the main product', async (path) => {
  const browser = server.openBrowser();
  const page = await browser.open(path);
  expect(browser.redirects).toEqual([{ status: 302, location: '/ofw/myaccount/billing.form' }]);
  expect(page.heading).toBe('The main product takes over here');
});

it('redirects the root to the landing page', async () => {
  const browser = server.openBrowser();
  const answer = await browser.send('GET', new URL('/', browser.origin));
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/app/join/']);
  await browser.open('/');
  expect(browser.redirects).toEqual([{ status: 302, location: '/app/join/signup' }]);
  await browser.open('');
  expect(browser.page.path).toBe('/signup');
});

it.each(['/', '/app/join', '/app/join/'])('keeps the offer and the package of a link to %s', async (path) => {
  const browser = server.openBrowser();
  const query = '?//evil.example/..&ado=true&jek=spring&pv=MjA=&package=PREMIUM1';
  const { headers } = await browser.send('GET', new URL(path + query, browser.origin));
  expect(headers.get('location')).toBe(`/app/join/${path === '/' ? '' : 'signup'}${query}`);
  await browser.open(headers.get('location')!);
  const page = await walkTo(browser, 'step3', parentOfMinnesota());
  expect([page.values.packageId, page.text('.offer')]).toEqual(['2031', expect.stringContaining('20% off')]);
});

it.each(['/nowhere', '/step9', '/step1/more', '/payment/elsewhere'])('shows a not-found page for %s', async (path) => {
  const page = await server.openBrowser().open(path);
  expect([page.status, page.heading]).toEqual([404, 'Page not found']);
  expect(page.link('Go to sign-up')).toBe('/app/join/signup');
  expect(page.text('.reference code')).toMatch(/^[0-9a-f]{8}$/);
  const reference = page.text('.reference code');
  expect(await server.running.findLogLine(({ requestId }) => String(requestId).endsWith(reference))).toMatchObject({
    req: { method: 'GET', path: `/app/join${path}` },
    res: { status: 404 },
  });
});

it.each([
  ['/PRO/contact', '/pro/contact'],
  ['/%73tep1', '/step1'],
])('opens %s, which has another case or encoding, in its journey', async (path, opened) => {
  const page = await server.openBrowser().open(path);
  expect([page.status, page.path]).toEqual([200, opened]);
});

it('opens an invite’s step in another case, and accepts a form posted to it', async () => {
  const browser = server.openBrowser();
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  expect((await browser.open('/Invite/Step1')).path).toBe('/invite/step1');
  browser.fill(coParentOfMinnesota().step1);
  const { body } = browser.page.submission(browser.page.defaultButton());
  const posted = await browser.send('POST', browser.urlOf('/INVITE/%73tep1'), body.toString());
  expect([posted.status, posted.headers.get('location')]).toEqual([303, '/app/join/invite/packages']);
});

it('links from the header to home, login and Exit', async () => {
  const browser = server.openBrowser();
  const page = await browser.open('/signup');
  expect(page.$('.logo').attr('href')).toBe('/ofw/home.form');
  expect(page.link('Log In')).toBe('/ofw/login.form');
  for (const [name, to] of [
    ['Terms & Conditions', '/ofw/terms.form'],
    ['Privacy Policy', '/ofw/privacy.form'],
    ['Help', '/ofw/help.form'],
    ['Contact', '/ofw/contact.form'],
  ] as const) {
    expect(page.link(name)).toBe(to);
    expect((await browser.open(to)).status).toBe(200);
  }
});

it('deletes every cookie and shows another site on Exit', async () => {
  const browser = server.openBrowser();
  await browser.open('/step1');
  await browser.press('English (UK)');
  await browser.press('Exit this page');
  expect(browser.redirects).toEqual([{ status: 303, location: 'https://elsewhere.example/' }]);
  expect(browser.jar.headerFor('/app/join/step1')).toBeUndefined();
});

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

it.each([
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', '"cache"'],
  ['Chrome', `Mozilla/5.0 (X11; Linux x86_64) ${CHROME}`, null],
  ['Edge', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Edg/142.0.0.0`, null],
])('clears the cache of %s on Exit only if that is quick', async (_name, userAgent, cleared) => {
  const browser = server.openBrowser();
  await browser.open('/step1');
  const exited = await browser.post('/exit', {}, { 'user-agent': userAgent });
  expect(browser.redirects).toEqual([{ status: 303, location: 'https://elsewhere.example/' }]);
  expect(exited.headers.get('clear-site-data')).toBe(cleared);
});

it('serves the demo’s pages only in the demo', async () => {
  const browser = withoutDemo.openBrowser();
  for (const path of ['/demo', '/demo/styles']) expect((await browser.open(path)).status).toBe(404);
  expect((await browser.open('/ofw/home.form')).status).toBe(404);
  await browser.open('/step1');
  browser.fill({ firstName: 'A', lastName: 'B', email: 'taken@example.com', phoneNumber: '6125550100' });
  expect((await browser.press('Continue')).path).toBe('/step2');
  expect(browser.page.text('.demo-line')).toBe('This is a test site: payments are not real, and no money moves.');
});
