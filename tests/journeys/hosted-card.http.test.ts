import { buildStylesheets } from '~/styles/stylesheet';
import { describe, expect, it } from 'vitest';
import { createBraintreeBrowserHalf } from '~/payments/braintree/browser-half';
import { serveSite } from '~tests/servers/site';
import { startBraintreeServer } from '~tests/servers/braintree-server';
import { CARDS, parentOfLondon, parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import { PlainBrowser, type Page } from '~tests/browser/plain-browser';
import { useBraintreeServer } from '~tests/servers/use-braintree-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

/** Posts what the script, or an attacker, posts with Braintree as the provider. */
const server = useBraintreeServer();

async function openPayment(answers: ParentAnswers): Promise<PlainBrowser> {
  const browser = server.openBrowser();
  await walkTo(browser, 'payment/method', answers);
  return browser;
}

/** Posts the payment view as the script does: these fields replace the plain card. */
function postCard(browser: PlainBrowser, values: Record<string, string>): Promise<Page> {
  const card = {
    cardHolderName: 'Ann',
    cardNonce: server.fake.books.addNonce('1111'),
    cardLastFour: '1111',
    cardBrand: 'Visa',
  };
  return browser.post('/payment/method', { ...card, ...values });
}

function policyOf(page: Page): Record<string, string> {
  const policy = page.headers.get('content-security-policy') ?? '';
  return Object.fromEntries(
    policy.split(';').map((directive) => directive.trim().split(/ (.*)/, 2) as [string, string]),
  );
}

describe('the payment view', () => {
  it('is the only page that allows Braintree’s hosts', async () => {
    const browser = await openPayment(parentOfMinnesota());
    const { page } = browser;
    expect(policyOf(page)).toMatchObject({
      'default-src': "'none'",
      'script-src': "'self' https://assets.braintreegateway.com",
      'frame-src': 'https://assets.braintreegateway.com',
      'connect-src': expect.stringContaining('https://api.sandbox.braintreegateway.com') as string,
      'style-src': expect.stringMatching(
        new RegExp(`^(?:'sha256-[^']+' ){${Object.keys(buildStylesheets('#0f5c63', 120)).length}}'nonce-[^']+'$`),
      ) as string,
      'frame-ancestors': "'none'",
    });
    expect(page.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(page.$('[data-enhance="card-fields"]')).toHaveLength(1);
    const billing = await browser.open('/payment/billing');
    expect(policyOf(billing)['script-src']).toBe("'self'");
    expect(policyOf(billing)['frame-src']).toBeUndefined();
    expect(billing.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  });

  it('allows the bank’s hosts where a bank must confirm the payment', async () => {
    const { page } = await openPayment(parentOfLondon());
    expect(policyOf(page)).toMatchObject({
      'script-src': expect.stringContaining('https://*.cardinalcommerce.com') as string,
      'frame-src': 'https://assets.braintreegateway.com https:',
      'style-src': "'unsafe-inline'",
    });
  });

  it.each([
    ['Great Britain', parentOfLondon(), true],
    ['the United States', parentOfMinnesota(), false],
  ])('asks for the device’s data in Great Britain only: %s', async (_country, answers, isCollected) => {
    const { page } = await openPayment(answers);
    expect(JSON.parse(page.$('[data-enhance="card-fields"]').attr('data-props')!)).toMatchObject({
      collectsDeviceData: isCollected,
    });
  });

  it('keeps its CSP on errors, with a new nonce each time', async () => {
    const browser = await openPayment(parentOfMinnesota());
    const nonces = new Set([policyOf(browser.page)['style-src']]);
    const refused = await browser.press('Continue');
    expect(refused.status).toBe(422);
    nonces.add(policyOf(refused)['style-src']);
    expect(nonces.size).toBe(2);
    expect(refused.$('[data-enhance="card-fields"]')).toHaveLength(1);
  });
});

describe('a card sent as a nonce', () => {
  it('is reviewed and charged, with the device data', async () => {
    const answers = parentOfMinnesota();
    const browser = await openPayment(answers);
    const review = await postCard(browser, { deviceData: '{"correlation_id":"c"}' });
    expect([review.path, review.text('.review-list')]).toEqual([
      '/payment/review',
      expect.stringContaining('Visa ending in 1111'),
    ]);
    expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
    expect(server.fake.books.transactions.at(-1)).toMatchObject({
      deviceData: '{"correlation_id":"c"}',
      last4: '1111',
    });
  });

  it.each([
    ['an invalid nonce', { cardNonce: '../transactions' }],
    ['a whole number for the last four digits', { cardLastFour: '4111111111111111' }],
    ['no name', { cardHolderName: '' }],
  ])('is rejected with %s, and its values are not returned', async (_name, values: Record<string, string>) => {
    const page = await postCard(await openPayment(parentOfMinnesota()), values);
    expect([page.path, page.status]).toEqual(['/payment/method', 422]);
    expect(page.html).not.toContain('4111111111111111');
    expect(page.html).not.toContain('../transactions');
  });

  it('is entered again if another tab has changed the country for which its fields were made', async () => {
    const answers = parentOfMinnesota();
    const browser = await openPayment(answers);
    const { cardPlace } = browser.page.values;
    await browser.open('/payment/billing');
    browser.fill({ country: 'CA' });
    await browser.press('Update');
    browser.fill({ region: 'ON', timezone: 'America/Toronto', postalCode: 'K1A 0B1' });
    await browser.press('Continue');
    const page = await postCard(browser, { cardPlace: String(cardPlace) });
    expect([page.path, page.status, page.errors, page.values.cardHolderName]).toEqual([
      '/payment/method',
      422,
      [expect.stringContaining('country or the currency of this order has changed')],
      'Ann',
    ]);
    expect((await postCard(browser, { cardPlace: String(page.values.cardPlace) })).path).toBe('/payment/review');
  });

  it('is charged by its nonce, even if the other fields claim another card', async () => {
    const answers = parentOfMinnesota();
    const browser = await openPayment(answers);
    await postCard(browser, { cardNonce: 'made-up' });
    const page = await submitStep(browser, 'payment/review', answers);
    expect([page.path, page.text('.error-summary')]).toEqual([
      '/payment/method',
      expect.stringContaining('Payment method declined'),
    ]);
  });
});

describe('a card of Great Britain', () => {
  const UK_PHONE = '0808 157 0192';

  /** Expects the message that explains how to pay if the bank did not confirm. */
  function expectAdvice(page: Page): void {
    expect(page.path).toBe('/payment/method');
    const message = page.text('.error-summary');
    expect(message).toContain('Your bank did not confirm the payment');
    expect(message).toContain('With JavaScript turned on');
    expect(message).toContain(UK_PHONE);
  }

  it('is declined before a charge if its bank did not confirm it, and the page explains what to do', async () => {
    const answers = parentOfLondon();
    const browser = await openPayment(answers);
    const before = server.fake.books.transactions.length;
    for (const shifted of [undefined, false]) {
      const plain = server.fake.books.addNonce('1111');
      const cardNonce = shifted === undefined ? plain : server.fake.books.authenticate(plain, shifted)!.nonce;
      await postCard(browser, { cardNonce });
      expectAdvice(await submitStep(browser, 'payment/review', answers));
    }
    expect(server.fake.books.transactions).toHaveLength(before);
  });

  it('is charged if its bank confirmed it', async () => {
    const answers = parentOfLondon();
    const browser = await openPayment(answers);
    await postCard(browser, {
      cardNonce: server.fake.books.authenticate(server.fake.books.addNonce('1111'), true)!.nonce,
    });
    expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
  });

  const confirmed = (cardAmount: string) => ({
    cardNonce: server.fake.books.authenticate(server.fake.books.addNonce('1111'), true, cardAmount)!.nonce,
    cardAmount,
  });

  it('must be confirmed again if the order then costs more, and not if it costs less', async () => {
    const answers = parentOfLondon();
    const browser = await openPayment(answers);
    await postCard(browser, confirmed('119.88'));
    await browser.open('/step3?return=payment/review');
    browser.fill({ packageId: '2063' });
    const page = await browser.press('Continue');
    expect(page.path).toBe('/payment/method');
    expect(page.text('.notice.warning')).toContain('higher than your bank confirmed');
    expect(page.values.cardHolderName).toBe('Ann');
    await postCard(browser, confirmed('215.88'));
    await browser.open('/step3?return=payment/review');
    browser.fill({ packageId: '2061' });
    expect((await browser.press('Continue')).path).toBe('/payment/review');
    expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
    expect(server.fake.books.transactions.at(-1)!.amount).toBe('119.88');
  });

  describe('for an order whose currency changes', () => {
    async function openInPounds() {
      let currencyCode: 'GBP' | 'USD' = 'GBP';
      const { browser } = await serveSite({
        env: { FLAGS: 'GROW450=treatment' },
        tokenising: (provider) => ({ ...provider, browser: createBraintreeBrowserHalf('sandbox') }),
        trouble: ({ registrations }) => ({
          registrations: {
            async price(input) {
              const pricing = await registrations.price(input);
              return { ...pricing, totals: { ...pricing.totals, currencyCode } };
            },
          },
        }),
      });
      await walkTo(browser, 'payment/method', parentOfLondon());
      return { browser, changeToDollars: () => void (currencyCode = 'USD') };
    }

    it('must be confirmed again if it then costs as many dollars', async () => {
      const { browser, changeToDollars } = await openInPounds();
      expect((await postCard(browser, { cardAmount: '119.88' })).path).toBe('/payment/review');
      changeToDollars();
      expect((await browser.open('/payment/review')).path).toBe('/payment/method');
    });

    it('is entered again if its fields were made for the other currency', async () => {
      const { browser, changeToDollars } = await openInPounds();
      const cardPlace = String(browser.page.values.cardPlace);
      changeToDollars();
      const page = await postCard(browser, { cardAmount: '119.88', cardPlace });
      expect([page.path, page.errors]).toEqual([
        '/payment/method',
        [expect.stringContaining('currency of this order')],
      ]);
    });
  });

  it('is confirmed for the displayed total if the backend cannot price the co-parent’s subscription', async () => {
    const { browser } = await serveSite({
      env: { FLAGS: 'GROW450=treatment' },
      tokenising: (provider) => ({ ...provider, browser: createBraintreeBrowserHalf('sandbox') }),
      trouble: ({ registrations }) => ({
        registrations: {
          price: (input) =>
            input.body.payForCoparent ? Promise.reject(new Error('no such price')) : registrations.price(input),
        },
      }),
    });
    const page = await walkTo(browser, 'payment/method', parentOfLondon());
    expect(page.path).toBe('/payment/method');
    expect(page.$('[data-enhance="card-fields"]').attr('data-props')).toContain(
      '"amount":{"asShown":"119.88","toggled":"119.88"}',
    );
  });

  it('causes an explanation before and after the press if it is typed without JavaScript', async () => {
    const answers = parentOfLondon();
    const browser = await openPayment(answers);
    expect(browser.page.text('.notice.warning')).toContain('that needs JavaScript');
    expect(browser.page.text('.notice.warning')).toContain(UK_PHONE);
    await submitStep(browser, 'payment/method', answers);
    const page = await submitStep(browser, 'payment/review', answers);
    expectAdvice(page);
    expect(page.values.cardHolderName).toBe("Ann O'Neil");
    expect(() => page.button('PayPal')).toThrow();
  });

  it('is accepted only in the provider’s fields in the treatment of UK_CARD_PROVIDER', async () => {
    const treatmentServer = await startBraintreeServer(server.fake, {
      env: { FLAGS: 'GROW450=treatment,UK_CARD_PROVIDER=treatment' },
    });
    const treatedBrowser = new PlainBrowser(treatmentServer.url);
    const answers = parentOfLondon();
    const page = await walkTo(treatedBrowser, 'payment/method', answers);
    expect([page.html.includes('name="cardNumber"'), page.$('[data-enhance="card-fields"]').length]).toEqual([
      false,
      1,
    ]);
    expect(page.text('.notice.warning')).toContain(UK_PHONE);
    const refused = await treatedBrowser.post('/payment/method', {
      cardHolderName: 'Ann',
      ...CARDS.approved,
      cardExpiration: '12/30',
    });
    expect([refused.path, refused.status]).toEqual(['/payment/method', 422]);
    expect((await openPayment(parentOfLondon())).page.html).toContain('name="cardNumber"');
    expect(await treatmentServer.stop()).toBe(0);
  });

  it('causes the same explanation after a soft decline by the processor', async () => {
    const answers = parentOfLondon();
    const browser = await openPayment(answers);
    await postCard(browser, {
      cardNonce: server.fake.books.authenticate(server.fake.books.addNonce('1111'), true)!.nonce,
    });
    server.fake.set({ decline: '2099' });
    expectAdvice(await submitStep(browser, 'payment/review', answers));
  });
});

describe('an approval of Venmo', () => {
  const approval = () => ({
    intent: 'venmo',
    venmoNonce: server.fake.books.addNonce(null, 'venmo_account'),
    venmoUsername: '@ann',
  });

  it('leads to the review, replaces the card, and is charged', async () => {
    const answers = parentOfMinnesota();
    const browser = await openPayment(answers);
    await postCard(browser, {});
    const review = await browser.post('/payment/method', approval());
    expect([review.path, review.text('.review-list')]).toEqual([
      '/payment/review',
      expect.stringContaining('Venmo, @ann'),
    ]);
    expect(review.text('.review-list')).not.toContain('1111');
    await submitStep(browser, 'payment/review', answers);
    expect(server.fake.books.transactions.at(-1)).toMatchObject({ paymentInstrumentType: 'venmo_account' });
    await submitStep(browser, 'credentials', answers);
    const receipt = await browser.waitForRefresh();
    expect(receipt.text('.figures')).toContain('Venmo');
  });

  it('is kept if the activation code is wrong', async () => {
    const browser = await openPayment(parentOfMinnesota());
    const page = await browser.post('/payment/method', { ...approval(), subscriptionCode: 'NO-SUCH-CODE' });
    expect([page.status, page.errors]).toEqual([422, ['Invalid activation code']]);
    expect(page.text('.notice.success')).toContain('Your Venmo payment has already been authorized.');
    browser.fill({ subscriptionCode: '' });
    expect((await browser.press('Continue')).text('.review-list')).toContain('Venmo, @ann');
  });

  it('starts with storing the box before the script opens Venmo', async () => {
    const browser = await openPayment(parentOfMinnesota());
    const page = await browser.post('/payment/method', { intent: 'open-venmo', isPayingForCoparent: 'on' });
    expect([page.status, page.errors]).toEqual([200, []]);
    const opened = await browser.open('/payment/method');
    expect(opened.values).toMatchObject({ isPayingForCoparent: 'on' });
    expect(opened.text('.order-summary summary')).toContain('$359.10');
  });

  it('is replaced by a card', async () => {
    const browser = await openPayment(parentOfMinnesota());
    await browser.post('/payment/method', approval());
    expect((await browser.open('/payment/method')).text('.notice.success')).toContain(
      'Your Venmo payment has already been authorized.',
    );
    const review = await postCard(browser, {});
    expect(review.text('.review-list')).toContain('Visa ending in 1111');
    expect(review.text('.review-list')).not.toContain('Venmo');
  });

  it.each([
    ['in Great Britain', parentOfLondon, approval],
    ['without a nonce', parentOfMinnesota, () => ({ intent: 'venmo' })],
  ])('is not accepted %s', async (_where, parent, post) => {
    const browser = await openPayment(parent());
    const page = await browser.post('/payment/method', post());
    expect([page.path, page.status]).toEqual(['/payment/method', 422]);
    expect(page.text('.error-summary')).toContain('Venmo could not be used just now.');
  });
});
