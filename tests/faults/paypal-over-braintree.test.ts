import { expect, it } from 'vitest';
import type { Accident } from '~tests/fakes/braintree';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser, Page } from '~tests/browser/plain-browser';
import { useBraintreeServer } from '~tests/servers/use-braintree-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const NOT_TAKEN = 'We could not use the answer that came back from PayPal';
const SETUP_FAILED = 'There was an error setting up PayPal. Please refresh the page or try again later.';

const server = useBraintreeServer();

/** Walks a parent to PayPal's approval page. */
async function goToPayPal() {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  const method = await walkTo(browser, 'payment/method', answers);
  expect(method.headers.get('content-security-policy')).toMatch(/form-action [^;]*https:\/\/www\.sandbox\.paypal\.com/);
  await browser.press('PayPal');
  const { status, location } = browser.redirects.at(-1)!;
  const approval = new URL(location);
  expect([status, approval.origin]).toEqual([303, 'https://www.sandbox.paypal.com']);
  return { browser, answers, token: approval.searchParams.get('ba_token')! };
}

const comeBack = (browser: PlainBrowser, address: string): Promise<Page> =>
  browser.open(new URL(address).pathname + new URL(address).search);

it('pays with an approved PayPal account, and shows PayPal on the receipt', async () => {
  const { browser, answers, token } = await goToPayPal();
  const review = await comeBack(browser, server.fake.books.agreements.approve(token));
  expect([review.path, review.figure('Payment')]).toEqual(['/payment/review', 'PayPal, buyer@paypal.example']);
  expect((await browser.press('Pay now')).path).toBe('/credentials');
  expect(server.fake.books.transactions).toMatchObject([
    { amount: '179.55', paymentInstrumentType: 'paypal_account', status: 'submitted_for_settlement' },
  ]);
  await submitStep(browser, 'credentials', answers);
  expect((await browser.waitForRefresh()).figure('Paid with')).toBe('PayPal');
});

it('charges nothing after a cancelled approval, and can start PayPal again', async () => {
  const { browser, token } = await goToPayPal();
  const page = await comeBack(browser, server.fake.books.agreements.cancel(token));
  expect([page.path, page.text('.notice')]).toEqual(['/payment/method', expect.stringContaining('You left PayPal')]);
  await browser.press('PayPal');
  expect(browser.redirects.at(-1)!.location).toContain('https://www.sandbox.paypal.com/');
});

it.each(['used', 'expired'])('rejects an approval that was %s, with a notice', async (how) => {
  const { browser, token } = await goToPayPal();
  const address = server.fake.books.agreements.approve(token);
  if (how === 'used') server.fake.books.agreements.consume(token);
  else server.fake.books.agreements.expire(token);
  const page = await comeBack(browser, address);
  expect([page.path, page.text('.notice')]).toEqual(['/payment/method', expect.stringContaining(NOT_TAKEN)]);
});

it.each<Accident>(['server-error', 'html', 'malformed-json', 'reset-before', 'cut-short'])(
  'shows an error if the client API fails with %s, before and after the approval',
  async (accident) => {
    const { browser, token } = await goToPayPal();
    server.fake.set({ accident, path: /graphql$/ });
    const page = await comeBack(browser, server.fake.books.agreements.approve(token));
    expect([page.path, page.text('.notice')]).toEqual(['/payment/method', expect.stringContaining(NOT_TAKEN)]);
    const failed = await browser.press('PayPal');
    expect([failed.status, failed.errors]).toEqual([502, [SETUP_FAILED]]);
    server.fake.set();
    await browser.press('PayPal');
    expect(browser.redirects.at(-1)!.location).toContain('https://www.sandbox.paypal.com/');
  },
);

it('finds the one charge of PayPal after an unknown outcome', async () => {
  const { browser, token } = await goToPayPal();
  const before = server.fake.books.transactions.length;
  await comeBack(browser, server.fake.books.agreements.approve(token));
  server.fake.set({ accident: 'reset-in-answer', path: /\/transactions(\/advanced_search_ids)?$/ });
  expect((await browser.press('Pay now')).heading).toBe('We are checking your payment');
  server.fake.set();
  expect((await browser.waitForRefresh()).path).toBe('/credentials');
  expect(server.fake.books.transactions.slice(before).map(({ status }) => status)).toEqual([
    'submitted_for_settlement',
  ]);
});
