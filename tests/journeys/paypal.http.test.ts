import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { type Page } from '~tests/browser/plain-browser';
import { expireSessions } from '~tests/servers/store-file';
import { serveSite, useSite, type SiteSettings } from '~tests/servers/site';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';
import { startUnrecorded } from '~/server/telemetry/tracing/span';
import { latch } from '~tests/latch';

const server = useSharedServer();
const APPROVED = 'Your PayPal payment has already been authorized.';
const SETUP_FAILED = 'There was an error setting up PayPal. Please refresh the page or try again later.';
const UNUSABLE = 'We could not use the answer that came back from PayPal';

/** Walks a parent to PayPal's approval page. */
async function openPayPal(answers = parentOfMinnesota()): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/method', answers);
  await browser.press('PayPal');
  expect(browser.page.heading).toBe('Approve with PayPal?');
  return browser;
}

/** Approves a wallet payment. @returns the browser, and the return URL that it has not opened yet */
async function approveAt(
  wallet: string,
  browser = server.openBrowser(),
): Promise<{ browser: PlainBrowser; back: URL }> {
  await walkTo(browser, 'payment/method', parentOfMinnesota());
  // Only a script shows the button.
  if (wallet === 'Venmo') expect(browser.page.texts('button')).not.toContain('Venmo');
  await browser.post('/payment/method', { intent: wallet.toLowerCase() });
  const { action, body } = browser.page.submission(browser.page.button('Approve'));
  const answer = await browser.send('POST', action, body.toString());
  return { browser, back: new URL(answer.headers.get('location')!, server.running.url) };
}

/** Holds a call for the provider's client token until `hold` opens: the first one after `holdNext`. */
function holdClientToken() {
  const [reached, hold] = [latch(), latch()];
  let isNextHeld = false;
  const trouble: SiteSettings['trouble'] = ({ paymentClientToken }) => ({
    paymentClientToken: {
      async get(...call) {
        if (isNextHeld) {
          isNextHeld = false;
          reached.open();
          await hold.opened;
        }
        return paymentClientToken.get(...call);
      },
    },
  });
  return { trouble, holdNext: () => void (isNextHeld = true), reached, hold };
}

/** Returns the URL to which PayPal redirected. */
function returnUrlOf({ redirects }: PlainBrowser): string {
  return redirects[0]!.location;
}

function expectPayment(page: Page, method: string): void {
  expect([page.path, page.figure('Payment')]).toEqual(['/payment/review', expect.stringContaining(method)]);
}

describe('an approval', () => {
  it('leads to the review, pays, and is shown on the receipt', async () => {
    const answers = parentOfMinnesota();
    const browser = await openPayPal(answers);
    expect(browser.redirects).toMatchObject([{ status: 303 }]);
    expect(browser.page.text('main')).toContain('$179.55');
    let page = await browser.press('Approve');
    expect(browser.redirects.map(({ status }) => status)).toEqual([303, 303]);
    expect(returnUrlOf(browser)).toMatch(/^\/app\/join\/payment\/paypal\/return\?state=[\w-]{32}&ba_token=[\w-]+$/);
    expectPayment(page, 'PayPal, buyer@paypal.example');
    page = await submitStep(browser, 'payment/review', answers);
    expect(page.path).toBe('/credentials');
    await submitStep(browser, 'credentials', answers);
    page = await browser.waitForRefresh();
    expect([page.heading, page.figure('Paid with'), page.figure('Amount paid')]).toEqual([
      'Account activated!',
      'PayPal',
      '$179.55',
    ]);
    expect(page.text('main')).not.toContain('ending in');
    page = await browser.open('/demo');
    expect(page.texts('[data-payment]')[0]).toMatch(/\$179\.55 settled$/);
    expect(page.text('.mail pre')).toContain('Paid with: PayPal');
  });

  it.each(['PayPal', 'Venmo'])(
    'leads to the review again if the browser repeats the return from %s',
    async (wallet) => {
      const { browser, back } = await approveAt(wallet);
      const copy = browser.copy();
      // The first response is lost.
      await copy.send('GET', back);
      for (let time = 0; time < 2; time += 1) {
        const page = await browser.open(back.pathname + back.search);
        expectPayment(page, wallet);
        expect(page.texts('.notice')).toEqual([]);
      }
    },
  );

  describe('whose return the provider has not yet confirmed', () => {
    /** Approves, and holds the next return until `hold` opens. `begun` has the method and route of each request. */
    async function approveHeld() {
      const { trouble, holdNext, reached, hold } = holdClientToken();
      const begun: string[] = [];
      const site = await serveSite({
        startRequest(name, parent) {
          begun.push(name);
          return startUnrecorded(name, parent);
        },
        trouble,
      });
      const { browser, back } = await approveAt('PayPal', site.openBrowser());
      holdNext();
      return { site, browser, back: new URL(back.pathname + back.search, site.origin), reached, hold, begun };
    }

    it('leads to the review twice if the browser repeats it', async () => {
      const { site, browser, back, hold, begun } = await approveHeld();
      const responses = [browser.copy(), browser].map((tab) => tab.send('GET', back));
      await expect.poll(() => begun.filter((name) => name.endsWith('/return'))).toHaveLength(2);
      // The second request gets as far as it can while another page is served.
      await site.openBrowser().open('/signup');
      hold.open();
      const locations = (await Promise.all(responses)).map(({ headers }) => headers.get('location'));
      expect(locations).toEqual(Array(2).fill('/app/join/payment/review'));
      expect((await browser.open('/payment/method')).texts('.notice')).toEqual([expect.stringContaining(APPROVED)]);
    });

    it('is kept if the browser disconnects', async () => {
      const { site, browser, back, reached, hold } = await approveHeld();
      const sent = request(back, { headers: { cookie: browser.jar.headerFor(back.pathname)! }, agent: false });
      sent.on('error', () => undefined).end();
      await reached.opened;
      sent.destroy();
      await expect.poll(() => site.metrics.registry.metrics()).toContain('status="aborted"} 1');
      hold.open();
      await expect.poll(async () => (await browser.open('/payment/review')).path).toBe('/payment/review');
    });
  });

  it('is kept and shown on the payment view, and Continue returns to the review', async () => {
    const browser = await openPayPal();
    await browser.press('Approve');
    const page = await browser.follow('Change', 3);
    expect(page.text('.notice')).toContain(APPROVED);
    expectPayment(await browser.press('Continue'), 'PayPal');
  });

  it('is shown to British visitors in British spelling', async () => {
    const browser = server.openBrowser('en-GB');
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    await browser.press('PayPal');
    await browser.press('Approve');
    expect((await browser.follow('Change', 3)).text('.notice')).toContain(APPROVED.replace('authorized', 'authorised'));
  });

  it('keeps the activation code and the co-parent’s subscription', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    browser.fill({ isPayingForCoparent: true, subscriptionCode: 'PREPAID-40' });
    expect((await browser.press('PayPal')).text('main')).toContain('$316.35');
    const page = await browser.press('Approve');
    expect([page.figure('Total'), page.figure("Your co-parent's subscription")]).toEqual(['$316.35', '$168.00']);
  });

  it('returns to the payment view after a decline, where another approval pays', async () => {
    const answers = parentOfMinnesota();
    const browser = await openPayPal(answers);
    browser.fill({ decline: true });
    await browser.press('Approve');
    let page = await browser.press('Pay now');
    expect([page.path, page.errors]).toEqual(['/payment/method', ['Payment method declined']]);
    expect(page.text('.notice')).not.toContain(APPROVED);
    expect((await browser.open('/payment/review')).path).toBe('/payment/method');
    await browser.press('PayPal');
    await browser.press('Approve');
    page = await browser.press('Pay now');
    expect(page.path).toBe('/credentials');
  });
});

describe('two starts that overlap', () => {
  /** Presses PayPal twice, the second time with `changed`. The first press responds after the second one. @returns both return URLs */
  async function approveBoth(changed: Record<string, boolean> = {}) {
    const { trouble, holdNext, reached, hold } = holdClientToken();
    const site = await serveSite({ trouble });
    const browser = site.openBrowser();
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    const press = () => {
      const { action, body } = browser.page.submission(browser.page.button('PayPal'));
      return browser
        .copy()
        .send('POST', new URL(action.pathname, site.origin), body.toString(), { origin: site.origin });
    };
    holdNext();
    const first = press();
    await reached.opened;
    browser.fill(changed);
    const second = await press();
    hold.open();
    const [back, laterBack] = [await approve(await first), await approve(second)];
    return { site, browser, back, laterBack };

    async function approve({ headers }: Page): Promise<string> {
      const wallet = browser.copy();
      await wallet.open(headers.get('location')!);
      const { action, body } = wallet.page.submission(wallet.page.button('Approve'));
      const answer = await wallet.send('POST', action, body.toString());
      const { pathname, search } = new URL(answer.headers.get('location')!, site.origin);
      return pathname + search;
    }
  }

  it('both lead to the review if approved, and pay once', async () => {
    const { site, browser, back, laterBack } = await approveBoth();
    for (const url of [laterBack, laterBack, back, laterBack]) {
      expectPayment(await browser.open(url), 'PayPal');
      expect(browser.page.texts('.notice')).toEqual([]);
    }
    await browser.press('Pay now');
    expect([browser.page.path, site.charges().length]).toEqual(['/credentials', 1]);
  });

  it('each keep the amount of their form', async () => {
    const { browser, back, laterBack } = await approveBoth({ isPayingForCoparent: true });
    expect((await browser.open(back)).figure('Total')).toBe('$179.55');
    expect((await browser.open(laterBack)).figure('Total')).toBe('$359.10');
  });

  it('leave the other approval valid after Cancel', async () => {
    const { browser, back, laterBack } = await approveBoth();
    await browser.open(back.replace('/return?', '/cancel?'));
    expectPayment(await browser.open(laterBack), 'PayPal');
    expect((await browser.open(back)).text('.notice')).toContain(UNUSABLE);
  });
});

describe('an approval that returns after the order was paid', () => {
  it.each(['PayPal', 'Venmo'])(
    'shows one notice on the credentials page that %s was not charged, if a card paid',
    async (wallet) => {
      const answers = parentOfMinnesota();
      const { browser, back } = await approveAt(wallet);
      await browser.open('/payment/method');
      await submitStep(browser, 'payment/method', answers);
      await submitStep(browser, 'payment/review', answers);
      expect(browser.page.path).toBe('/credentials');
      const notice = `Your approval in ${wallet} arrived after this order was already paid, so we did not use it. ${wallet} was not charged.`;
      // A HEAD request must not use up the notice.
      await fetch(back, {
        method: 'HEAD',
        headers: { cookie: browser.jar.headerFor(back.pathname)! },
        redirect: 'manual',
      });
      const page = await browser.open(back.pathname + back.search);
      expect([page.path, page.texts('.notice.warning')]).toEqual(['/credentials', [notice]]);
      expect((await browser.reload()).text('main')).not.toContain(notice);
      await submitStep(browser, 'credentials', answers);
      expect((await browser.waitForRefresh()).figure('Paid with')).toContain('Credit card');
    },
  );

  it('shows no notice if the same approval paid', async () => {
    const answers = parentOfMinnesota();
    const { browser, back } = await approveAt('PayPal');
    await browser.open(back.pathname + back.search);
    await submitStep(browser, 'payment/review', answers);
    const page = await browser.open(back.pathname + back.search);
    expect([page.path, page.text('main').includes('was not charged')]).toEqual(['/credentials', false]);
  });
});

describe('a cancelled approval', () => {
  it('returns with all typed values, and shows a notice once', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    browser.fill({ cardHolderName: 'Ann', cardExpiration: '12/39', cardNumber: '4111', isPayingForCoparent: true });
    await browser.press('PayPal');
    const page = await browser.press('Cancel');
    expect(page.path).toBe('/payment/method');
    expect(page.text('.notice')).toContain('You left PayPal without approving. Nothing was charged');
    expect(page.values).toMatchObject({
      cardHolderName: 'Ann',
      cardExpiration: '12/39',
      cardNumber: '',
      isPayingForCoparent: 'on',
    });
    expect(page.figure('Total')).toBe('$359.10');
    expect((await browser.reload()).text('.notice')).toBe('');
    expect((await browser.open('/payment/review')).path).toBe('/payment/method');
  });

  it('keeps the card chosen before', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    await browser.follow('Change', 3);
    await browser.press('PayPal');
    await browser.press('Cancel');
    expectPayment(await browser.press('Continue'), 'ending in 1111');
  });
});

describe('an invalid return from PayPal', () => {
  it.each(['', '?state=forged&ba_token=forged', '?ba_token=forged', '?state=&ba_token='])(
    'is rejected without a request: %s',
    async (query) => {
      const browser = server.openBrowser();
      await walkTo(browser, 'payment/method', parentOfMinnesota());
      for (const name of ['return', 'cancel']) {
        const page = await browser.open(`/payment/paypal/${name}${query}`);
        expect([page.path, page.text('.notice')]).toEqual(['/payment/method', expect.stringContaining(UNUSABLE)]);
      }
      expect((await browser.open('/payment/review')).path).toBe('/payment/method');
    },
  );

  it('does not invalidate the real approval', async () => {
    const browser = await openPayPal();
    const paypal = browser.page.path;
    await browser.open('/payment/paypal/return?state=forged&ba_token=forged');
    await browser.open(paypal);
    expectPayment(await browser.press('Approve'), 'PayPal');
  });

  it('is rejected as a replay once a card replaced the approval', async () => {
    const answers = parentOfMinnesota();
    const browser = await openPayPal(answers);
    await browser.press('Approve');
    const back = returnUrlOf(browser);
    await browser.open('/payment/method');
    await submitStep(browser, 'payment/method', answers);
    expect((await browser.open(back)).text('.notice')).toContain(UNUSABLE);
    expectPayment(await browser.open('/payment/review'), 'ending in 1111');
  });

  it('is rejected in another browser', async () => {
    const browser = await openPayPal();
    const other = server.openBrowser();
    await walkTo(other, 'payment/method', parentOfMinnesota());
    await browser.press('Approve');
    expect((await other.open(returnUrlOf(browser))).text('.notice')).toContain(UNUSABLE);
  });

  it.each(['PayPal', 'Venmo'])(
    'is rejected with the %s approval of another visitor, and both visitors can still use theirs',
    async (wallet) => {
      const [own, theirs] = [await approveAt(wallet), await approveAt(wallet)];
      const swapped = new URL(own.back);
      swapped.searchParams.set('ba_token', theirs.back.searchParams.get('ba_token')!);
      const page = await own.browser.open(swapped.pathname + swapped.search);
      expect([page.path, page.text('.notice')]).toEqual([
        '/payment/method',
        expect.stringContaining(`We could not use the answer that came back from ${wallet}`),
      ]);
      expect((await own.browser.open('/payment/review')).path).toBe('/payment/method');
      for (const { browser, back } of [own, theirs])
        expectPayment(await browser.open(back.pathname + back.search), wallet);
    },
  );

  it('is rejected after Cancel', async () => {
    const browser = await openPayPal();
    const paypal = browser.page.path;
    await browser.press('Cancel');
    const query = returnUrlOf(browser).split('?')[1]!;
    expect((await browser.open(`/payment/paypal/return?${query}`)).text('.notice')).toContain(UNUSABLE);
    const page = await browser.open(paypal);
    expect([page.status, page.text('main')]).toEqual([404, expect.stringContaining('answered already')]);
  });

  it('is explained on the first step if the session has expired', async () => {
    const browser = await openPayPal();
    expireSessions(server.running.dataDir);
    const page = await browser.press('Approve');
    expect([page.path, page.text('.notice')]).toEqual(['/step1', expect.stringContaining('that time is over')]);
  });

  it('redirects a visitor without a sign-up to the first step', async () => {
    expect((await server.openBrowser().open('/payment/paypal/return?state=a&ba_token=b')).path).toBe('/step1');
  });

  it('is rejected as a post', async () => {
    const browser = await openPayPal();
    expect((await browser.post('/payment/paypal/return', {})).path).toBe('/payment/method');
  });
});

describe('a card and PayPal', () => {
  it('clear each other', async () => {
    const answers = parentOfMinnesota();
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/review', answers);
    await browser.follow('Change', 3);
    await browser.press('PayPal');
    let page = await browser.press('Approve');
    expectPayment(page, 'PayPal');
    page = await browser.follow('Change', 3);
    expect(page.text('main')).not.toContain('ending in 1111');
    page = await submitStep(browser, 'payment/method', answers);
    expectPayment(page, 'ending in 1111');
    page = await browser.follow('Change', 3);
    expect(page.text('.notice')).not.toContain(APPROVED);
  });
});

describe('PayPal', () => {
  it('is unavailable in Great Britain, even for a post', async () => {
    const browser = server.openBrowser();
    const page = await walkTo(browser, 'payment/method', parentOfLondon());
    expect(() => page.button('PayPal')).toThrow();
    const refused = await browser.post('/payment/method', { intent: 'paypal' });
    expect([refused.status, refused.errors]).toEqual([422, [SETUP_FAILED]]);
  });

  it('is unavailable if nothing is due', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/method', { ...parentOfMinnesota(), step3: { packageId: '2011' } });
    browser.fill({ subscriptionCode: 'PREPAID-FULL' });
    // The code covers the whole price, so there is nothing to approve.
    expectPayment(await browser.press('PayPal'), 'Nothing to pay today');
    const page = await browser.follow('Change', 3);
    expect(() => page.button('PayPal')).toThrow();
  });

  describe('outside its experiment', () => {
    const off = useSite({ env: { FLAGS: 'PAYPAL_IN_JOIN=control' } });

    it('is unavailable', async () => {
      const page = await walkTo(off.openBrowser(), 'payment/method', parentOfMinnesota());
      expect(() => page.button('PayPal')).toThrow();
    });
  });
});

it('requires another approval after a change of the billing country', async () => {
  const browser = await openPayPal();
  await browser.press('Approve');
  await browser.open('/payment/billing');
  browser.fill({ country: 'CA' });
  await browser.press('Update', 1);
  browser.fill({ region: 'ON', postalCode: 'K1A 0B1' });
  await browser.press('Update', 1);
  browser.fill({ timezone: 'America/Toronto' });
  const page = await browser.press('Continue');
  expect([page.path, page.text('.notice')]).toEqual(['/payment/method', '']);
});

describe('the simulated PayPal', () => {
  it('can change its language, and its approval remains valid', async () => {
    const browser = await openPayPal();
    expect((await browser.press('Español')).heading).toBe('¿Autoriza el pago con PayPal?');
    const page = await browser.press('Autorizar');
    expect([page.path, page.text('.review-list')]).toEqual(['/payment/review', expect.stringContaining('PayPal')]);
  });

  it('does not exist outside the demo, where a press of PayPal shows an error and keeps the form', async () => {
    const { browser } = await serveSite({ env: { DEMO: 'off' } });
    expect((await browser.open('/demo/wallet')).status).toBe(404);
    await walkTo(browser, 'payment/method', parentOfMinnesota());
    browser.fill({ cardHolderName: 'Ann', isPayingForCoparent: true });
    const page = await browser.press('PayPal');
    expect([page.status, page.errors]).toEqual([502, [SETUP_FAILED]]);
    expect(page.values).toMatchObject({ cardHolderName: 'Ann', isPayingForCoparent: 'on' });
  });
});
