import { afterAll, beforeAll, expect, it } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { openSite, type Site } from '~tests/servers/site';
import { PAYING_STEPS, walkInvited } from '~tests/walks/walk-invited';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { walkProfessionalTo } from '~tests/walks/walk-professional';

const MANAGER = 'https://tags.example/manager.js?id=T-1';
/** A source that lets forms be redirected to any site. */
const ANY_SITE = /form-action [^;]* https:(?:;|$)/;
const TAG = '[data-enhance=tag-manager]';

let served: Site;

beforeAll(async () => {
  const env = { TAG_MANAGER_URL: MANAGER, TAG_MANAGER_HOSTS: 'https://*.reports.example' };
  served = await openSite({ env });
});
afterAll(() => served.close());

/** Opens a browser that records pages whose HTML or headers contain the tag manager or its data. */
function openWatched(headers: Record<string, string> = {}) {
  const browser = new PlainBrowser(served.browser.origin);
  const found: string[] = [];
  const seen = new Set<string>();
  const send = browser.send.bind(browser);
  browser.send = async (verb, url, body, own) => {
    const page = await send(verb, url, body, { ...own, ...headers });
    seen.add(page.path);
    const policy = page.headers.get('content-security-policy') ?? '';
    const isThere = page.$(`${TAG}, #data-layer`).length > 0 || /tags\.example|data-layer/.test(page.html);
    if (isThere || /nonce-|reports\.example/.test(policy)) found.push(page.path);
    return page;
  };
  return { browser, found, seen };
}

async function sayYes(browser: PlainBrowser) {
  await browser.open('/signup');
  await browser.press('Yes');
}

async function walkToReceipt(browser: PlainBrowser) {
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  await submitStep(browser, 'credentials', answers);
  return browser.waitForRefresh();
}

it('loads the tag manager with its data on the receipt after consent, and on no other page', async () => {
  const { browser, found, seen } = openWatched();
  await sayYes(browser);
  const receipt = await walkToReceipt(browser);
  const { attribs } = receipt.$(TAG).get(0)!;
  expect([receipt.path, attribs['data-address']]).toEqual(['/receipt', MANAGER]);
  expect(JSON.parse(receipt.$('#data-layer').text())).toMatchObject({ event: 'purchase' });
  expect(receipt.$('script[src]')).toHaveLength(1);
  const policy = receipt.headers.get('content-security-policy') ?? '';
  expect(policy).not.toMatch(ANY_SITE);
  expect(policy.split('; ')).toEqual(
    expect.arrayContaining([
      "default-src 'none'",
      `script-src 'self' 'nonce-${attribs.nonce}' https://*.reports.example`,
      "img-src 'self' data: https://*.reports.example",
      "connect-src 'self' https://*.reports.example",
    ]),
  );
  await expect
    .poll(async () => (await browser.open('/receipt')).heading)
    .toBe('You have tried to reload your receipt.');
  expect([found, [...seen].sort()]).toEqual([
    ['/receipt'],
    expect.arrayContaining(['/signup', '/step1', '/payment/method', '/payment/review', '/credentials', '/receipt']),
  ]);
});

it('sends another nonce with each receipt', async () => {
  const nonces = new Set<string | undefined>();
  for (const { browser } of [openWatched(), openWatched()]) {
    await sayYes(browser);
    nonces.add((await walkToReceipt(browser)).$(TAG).attr('nonce'));
  }
  expect([nonces.size, nonces.has(undefined)]).toEqual([2, false]);
});

it('loads the tag manager on the receipt of an invited co-parent, and on no other page', async () => {
  const { browser, found, seen } = openWatched();
  await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
  await browser.press('Yes');
  await walkInvited(browser, PAYING_STEPS, coParentOfMinnesota());
  const receipt = await browser.waitForRefresh();
  expect([receipt.path, receipt.$(TAG).length, receipt.$('#data-layer').length]).toEqual(['/invite/receipt', 1, 1]);
  expect(receipt.headers.get('content-security-policy')).toMatch(ANY_SITE);
  expect([found, [...seen]]).toEqual([
    ['/invite/receipt'],
    expect.arrayContaining(['/invite/payment/method', '/invite/credentials']),
  ]);
});

it('loads no tag manager for a professional', async () => {
  const { browser, found } = openWatched();
  await sayYes(browser);
  await walkProfessionalTo(browser, 'done', lawyerOfMinnesota());
  expect(found).toEqual([]);
});

it.each([
  ['gave no answer', {}, false],
  ['consented in a browser that sends Sec-GPC', { 'sec-gpc': '1' }, true],
  ['consented in a browser that sends DNT', { dnt: '1' }, true],
] as const)('loads no tag manager for a visitor who %s', async (_who, headers, answersYes) => {
  const { browser, found } = openWatched(headers);
  await browser.open('/signup');
  if (answersYes) await browser.post('/statistics', { answer: 'yes' });
  expect((await walkToReceipt(browser)).path).toBe('/receipt');
  expect(found).toEqual([]);
});

it('mentions the tag manager on the statistics page', async () => {
  const browser = new PlainBrowser(served.browser.origin);
  expect((await browser.open('/statistics')).text('main')).toContain('your receipt also loads a program');
});
