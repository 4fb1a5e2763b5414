import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '~/domain/clock';
import { createSandboxClient } from '~/payments/sandbox/client.server';
import { createSandbox, SANDBOX_MERCHANT_ACCOUNTS } from '~/payments/sandbox/sandbox.server';
import type { OpenPayments } from '~/server/services/payment-provider';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { serveTroubled } from '~tests/fakes/troubled-backend';
import { listen } from '~tests/servers/serve-app';
import { makeDataDir } from '~tests/servers/server-under-test';
import { ACTION_PATHS, ROUTE_PATHS, serveSite } from '~tests/servers/site';
import { walkInvitedTo } from '~tests/walks/walk-invited';
import { walkTo } from '~tests/walks/walk-parent';

const GARBAGE = '{"garbage":[1,2';

/** Serves the front end with an HTTP backend that never responds, or responds with garbage. */
async function serveInFrontOf(kind: 'silence' | 'garbage') {
  const backend = await listen((_req, res) => {
    if (kind === 'garbage') res.writeHead(200, { 'content-type': 'application/json' }).end(GARBAGE);
  });
  onTestFinished(backend.close);
  const env = { DEMO: 'off', BACKEND_URL: backend.origin, BACKEND_TIMEOUT_MS: '150', ALLOW_SANDBOX: 'on', PEPPER: '' };
  return serveSite({ env });
}

it.each(['silence', 'garbage'] as const)('returns no page with a 500 if the backend returns %s', async (kind) => {
  const site = await serveInFrontOf(kind);
  expect(ROUTE_PATHS.length).toBeGreaterThan(30);
  const broken: [string, number][] = [];
  for (const path of ROUTE_PATHS.filter((one) => !one.startsWith('/demo'))) {
    const response = await fetch(`${site.origin}/app/join${path}`, { redirect: 'manual' });
    if (response.status >= 500 && ![502, 503].includes(response.status)) broken.push([path, response.status]);
  }
  expect(broken).toEqual([]);
});

it.each(['silence', 'garbage'] as const)(
  'responds to an invite link with 502 if the backend returns %s',
  async (kind) => {
    const site = await serveInFrontOf(kind);
    const page = await site.browser.open('/invite?token=x&userId=1');
    expect([page.status, page.html.includes('An error has occurred')]).toEqual([502, true]);
  },
);

const REFUSED_OR_LATER = [200, 400, 403, 404, 405, 409, 422, 502, 503];

/** Posts to every route that accepts posts, with the page's mark. */
async function postEverywhere(browser: PlainBrowser): Promise<[string, number][]> {
  const wrong: [string, number][] = [];
  for (const path of ACTION_PATHS) {
    const page = await browser.post(path, {
      ...browser.page.mark,
      email: 'ann@example.com',
      username: 'ann.of.wherever',
    });
    if (!REFUSED_OR_LATER.includes(page.status)) wrong.push([path, page.status]);
  }
  return wrong;
}

describe('a backend that accepts calls and never responds', () => {
  it('causes no 500 for any post, with or without a sign-up', async () => {
    const site = await serveTroubled();
    const parent = site.openBrowser();
    await walkTo(parent, 'payment/review', parentOfMinnesota());
    const coParent = site.openBrowser();
    await coParent.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvitedTo(coParent, 'payment/review', coParentOfMinnesota());
    const stranger = site.openBrowser();
    await stranger.open('/signup');
    site.troubled.silence();
    expect(ACTION_PATHS.length).toBeGreaterThan(25);
    for (const browser of [stranger, parent, coParent]) expect(await postEverywhere(browser)).toEqual([]);
  }, 120_000);

  it.each([
    ['parent A', ''],
    ['parent B', '/invite'],
  ])('leaves a payment of %s pending, and charges once after it responds again', async (_who, base) => {
    const site = await serveTroubled();
    const browser = site.openBrowser();
    if (base === '') await walkTo(browser, 'payment/review', parentOfMinnesota());
    else {
      await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
      await walkInvitedTo(browser, 'payment/review', coParentOfMinnesota());
    }
    const pressed = browser.page.submission(browser.page.button('Pay now'));
    site.troubled.silence();
    const page = await browser.press('Pay now');
    expect([200, 502, 503]).toContain(page.status);
    site.troubled.recover();
    await browser.open(`${base}/payment/review`);
    expect([browser.page.path, browser.page.status]).toEqual([`${base}/payment/review`, 200]);
    await browser.post(`${base}/payment/review`, [...pressed.body]);
    await browser.open(`${base}/payment/review`);
    expect([browser.page.path, site.charges(), await site.orders()]).toEqual([`${base}/credentials`, ['settling'], 1]);
  });

  it('rejects a request for a new invite link with 502, and sends the link on the next press', async () => {
    const { browser, troubled } = await serveTroubled();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await browser.open('/invite/request');
    troubled.silence();
    expect((await browser.press('Send me a new link')).status).toBe(502);
    troubled.recover();
    expect((await browser.press('Send me a new link')).path).toBe('/invite/request?sent');
  });

  it('offers a visitor with another dead link no step of the sign-up in this browser', async () => {
    const { browser, troubled } = await serveTroubled();
    await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
    await walkInvitedTo(browser, 'packages', coParentOfMinnesota());
    await browser.open('/invite?token=demo-invite-expired&userId=9005');
    troubled.silence();
    const page = await browser.reload();
    expect([page.path, page.status, page.text('main')]).toEqual([
      '/invite/request?followed',
      200,
      expect.not.stringContaining('Start again'),
    ]);
  });
});

describe('a payment provider that accepts calls and never responds', () => {
  const UNAVAILABLE =
    'We could not reach the payment service. Nothing was charged, and everything but the card is still here. Please try again.';

  async function serveOverSilence() {
    const silent = await listen(() => undefined);
    onTestFinished(silent.close);
    const { approvalPage: _page, ...tokenising } = createSandboxClient({
      url: silent.origin,
      timeoutMs: 150,
      clock: systemClock,
    });
    return serveSite({ tokenising: () => tokenising });
  }

  async function openMethod(site: Awaited<ReturnType<typeof serveOverSilence>>, base: string): Promise<PlainBrowser> {
    const browser = site.openBrowser();
    if (base === '') await walkTo(browser, 'payment/method', parentOfMinnesota());
    else {
      await browser.open('/invite?token=demo-invite-by-parent&userId=9001');
      await walkInvitedTo(browser, 'payment/method', coParentOfMinnesota());
    }
    return browser;
  }

  it.each(['', '/invite'])('keeps all values but the card on %s/payment/method, for every way to pay', async (base) => {
    const site = await serveOverSilence();
    const browser = await openMethod(site, base);
    const { 'payment/method': card } = parentOfMinnesota();
    const typed = { cardHolderName: 'Ann Rivers' };
    for (const [intent, error] of [
      [undefined, UNAVAILABLE],
      ['paypal', 'There was an error setting up PayPal. Please refresh the page or try again later.'],
      [
        'venmo',
        'Venmo could not be used just now. Nothing was charged. Please try again, or choose another way to pay.',
      ],
    ] as const) {
      browser.fill({ ...card, ...typed });
      const { body } = browser.page.submission(browser.page.defaultButton());
      if (intent) body.set('intent', intent);
      const page = await browser.post(`${base}/payment/method`, body.toString());
      expect([intent, page.status, page.errors]).toEqual([intent, 502, [error]]);
      expect(page.values).toMatchObject(typed);
      expect(page.values.cardNumber ?? '').toBe('');
    }
    expect(site.charges()).toEqual([]);
  });

  it.each(['', '/invite'])('causes no 500 on %s/payment if the backend waits for the provider', async (base) => {
    let isSilent = false;
    const never = new Promise<never>(() => undefined);
    const payments = openWaitingSandbox(() => (isSilent ? never : undefined));
    const site = await serveSite({ payments, env: { BACKEND_TIMEOUT_MS: '600' } });
    const browser = await openMethod(site, base);
    const { 'payment/method': card } = parentOfMinnesota();
    isSilent = true;
    browser.fill(card);
    const page = await browser.pressEnter();
    expect([page.status, page.errors]).toEqual([502, [UNAVAILABLE]]);
    isSilent = false;
    browser.fill(card);
    await browser.pressEnter();
    expect(browser.page.path).toBe(`${base}/payment/review`);
    isSilent = true;
    const checking = await browser.press('Pay now');
    expect([checking.path, checking.status, checking.heading]).toEqual([
      `${base}/payment/review`,
      200,
      'We are checking your payment',
    ]);
  });

  /** A sandbox whose charging calls wait for the promise that `wait` returns. */
  function openWaitingSandbox(wait: () => Promise<never> | undefined): OpenPayments {
    const sandbox = createSandbox({ dataDir: makeDataDir(), clock: systemClock });
    const charging = new Proxy(sandbox, {
      get(own, name, receiver) {
        const value: unknown = Reflect.get(own, name, receiver);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]) => wait() ?? (value as (...given: unknown[]) => unknown).apply(own, given);
      },
    });
    return {
      charging,
      tokenising: sandbox,
      merchantAccounts: SANDBOX_MERCHANT_ACCOUNTS,
      approvalPage: undefined,
      clientApi: undefined,
      close: () => sandbox.close(),
    };
  }
});

it('responds to the simulated wallets with 404 if the backend has no sandbox', async () => {
  for (const kind of ['silence', 'garbage'] as const) {
    const site = await serveInFrontOf(kind);
    for (const path of ['/demo/wallet', '/demo/wallet?ba_token=paypal-1']) {
      expect((await site.browser.open(path)).status).toBe(404);
      expect((await site.browser.post(path, { intent: 'approve' })).status).toBe(404);
    }
  }
});
