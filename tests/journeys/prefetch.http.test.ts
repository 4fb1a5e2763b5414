import { expect, it } from 'vitest';
import { BUTTONS, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import { expireSessions, withStore } from '~tests/servers/store-file';
import { useSite } from '~tests/servers/site';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSite({
  env: { FLAGS: 'GROW239=treatment,GROW748=treatment,PAYPAL_IN_JOIN=treatment', ANALYTICS_CONSENT: 'off' },
});

/** Chromium sends this header when it renders a page before the visitor opens it. */
const PRERENDER = { 'sec-purpose': 'prefetch;prerender' };

function prefetch(browser: PlainBrowser, path: string, headers: Record<string, string> = PRERENDER): Promise<Page> {
  return browser.send('GET', browser.urlOf(path), undefined, headers);
}

function readSessions(): string {
  return withStore(server.running.dataDir, (database) =>
    JSON.stringify(database.prepare('select * from sessions order by id').all()),
  );
}

function countEvents(name: string): number {
  return server.running.log().filter(({ analytics }) => (analytics as { name?: string } | undefined)?.name === name)
    .length;
}

async function openAt(step: 'step2' | 'payment/billing' | 'payment/method' | 'payment/review' | 'credentials') {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, step, answers);
  return { browser, answers };
}

it.each<Record<string, string>>([
  PRERENDER,
  { 'sec-purpose': 'prefetch' },
  { 'sec-purpose': 'prefetch;anonymous-client-ip' },
  { purpose: 'prefetch' },
  { 'x-moz': 'prefetch' },
])('shows the receipt to a request with %j, and keeps it for the visitor', async (headers) => {
  const { browser, answers } = await openAt('credentials');
  await submitStep(browser, 'credentials', answers);
  for (let time = 0; time < 2; time += 1)
    expect((await prefetch(browser, '/receipt', headers)).heading).toBe('Account activated!');
  expect((await browser.open('/receipt')).heading).toBe('Account activated!');
  await expect
    .poll(async () => (await browser.open('/receipt')).heading)
    .toBe('You have tried to reload your receipt.');
});

it('keeps the shown receipt, whose language can still be switched', async () => {
  const { browser, answers } = await openAt('credentials');
  await submitStep(browser, 'credentials', answers);
  await browser.waitForRefresh();
  await prefetch(browser, '/signup');
  await browser.send('HEAD', browser.urlOf('/step1'));
  expect((await browser.press('Español')).heading).toBe('¡Cuenta activada!');
});

it('keeps the notice of an expired session and its cookie for the visible page', async () => {
  const { browser } = await openAt('step2');
  expireSessions(server.running.dataDir);
  for (let time = 0; time < 2; time += 1)
    expect((await prefetch(browser, '/step1')).text('.notice')).toContain('that time is over');
  expect((await browser.open('/step1')).text('.notice')).toContain('that time is over');
  expect((await browser.reload()).text('main')).not.toContain('that time is over');
});

it('keeps the analytics data of a payment for the visible page', async () => {
  const { browser, answers } = await openAt('credentials');
  await submitStep(browser, 'credentials', answers);
  expect((await prefetch(browser, '/receipt')).$('script#data-layer')).toHaveLength(0);
  expect((await browser.open('/receipt')).$('script#data-layer')).toHaveLength(1);
});

it('counts no checkout view, and writes nothing to the store', async () => {
  const { browser, answers } = await openAt('payment/billing');
  browser.fill(answers['payment/billing']);
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS['payment/billing']));
  await browser.send('POST', action, body.toString());
  const [events, sessions] = [countEvents('checkout step viewed'), readSessions()];
  expect(events).toBeGreaterThan(0);
  for (const path of ['/payment/billing', '/payment/method', '/step3', '/signup'])
    expect((await prefetch(browser, path)).status).toBe(200);
  expect([countEvents('checkout step viewed'), readSessions()]).toEqual([events, sessions]);
  await browser.open('/payment/method');
  await expect.poll(() => countEvents('checkout step viewed')).toBe(events + 1);
});

it('counts an experiment only once the page is visible', async () => {
  const browser = server.openBrowser();
  const before = countEvents('experiment viewed');
  await prefetch(browser, '/step1');
  expect(browser.jar.headerFor('/app/join/step1')).not.toContain('join_experiments');
  expect(countEvents('experiment viewed')).toBe(before);
  await browser.open('/step1');
  await expect.poll(() => countEvents('experiment viewed')).toBe(before + 1);
});

/** Presses a button on the wallet's page. @returns the return URL, which the browser has not opened yet */
async function answerWallet(browser: PlainBrowser, button: string): Promise<string> {
  await browser.open('/payment/method');
  await browser.press('PayPal');
  const { action, body } = browser.page.submission(browser.page.button(button));
  const answer = await browser.send('POST', action, body.toString());
  const { pathname, search } = new URL(answer.headers.get('location') ?? '', browser.origin);
  return pathname + search;
}

it('keeps one-time notices for the visible page', async () => {
  const { browser } = await openAt('payment/method');
  const back = await answerWallet(browser, 'Cancel');
  await browser.send('GET', browser.urlOf(back));
  const notice = 'You left PayPal without approving';
  expect((await prefetch(browser, '/payment/method')).text('.notice')).toContain(notice);
  expect((await browser.open('/payment/method')).text('.notice')).toContain(notice);
  expect((await browser.reload()).text('main')).not.toContain(notice);
});

it('rejects a prefetch of a wallet’s return, and keeps its approval for the visitor', async () => {
  const { browser } = await openAt('payment/method');
  const back = await answerWallet(browser, 'Approve');
  expect(back).toContain('/payment/paypal/return?');
  const refused = await prefetch(browser, back);
  expect([refused.status, refused.html]).toEqual([403, '']);
  expect((await browser.open(back)).figure('Payment')).toContain('PayPal');
});

it('stores a post even with a prefetch header', async () => {
  const browser = server.openBrowser();
  await browser.open('/step1');
  browser.fill(parentOfMinnesota().step1);
  const { action, body } = browser.page.submission(browser.page.button('Continue'));
  expect((await browser.send('POST', action, body.toString(), PRERENDER)).status).toBe(303);
  expect((await browser.open('/step2')).path).toBe('/step2');
});

it('rejects a prefetch of a link with parameters, which changes nothing until the visitor follows it', async () => {
  const browser = server.openBrowser();
  await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
  await walkTo(browser, 'step2', parentOfMinnesota());
  const [cookies, sessions] = [browser.jar.list(), readSessions()];
  for (const link of ['package=PREMIUM1', 'ado=true&jek=autumn&pv=NTA=', 'redirectUrl=/ofw/home.form']) {
    const refused = await prefetch(browser, `/signup?${link}`);
    expect([refused.status, refused.headers.getSetCookie()], link).toEqual([403, []]);
  }
  await browser.send('HEAD', browser.urlOf('/signup?package=PREMIUM1'));
  await browser.open('/step2');
  expect([browser.jar.list(), readSessions()]).toEqual([cookies, sessions]);
  await browser.open('/signup?package=PREMIUM1');
  expect(readSessions()).not.toBe(sessions);
});
