import { ORPCError } from '@orpc/client';
import { expect, it } from 'vitest';
import type { BackendClient } from '~/backend/contract/contract';
import { PARENT_STEPS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { CHECKOUT_PAGES } from '~tests/walks/parent-pages';
import { serveSite, serveSiteAfter } from '~tests/servers/site';
import { useSharedServer } from '~tests/servers/use-shared-server';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSharedServer();
const FAILURE = { exception: 'Unexpected error', status: 402 };

type Pay = BackendClient['registrations']['pay'];

/** Serves a site whose first payment is taken, but reported as declined, as if the process had ended before it stored the payment. */
async function serveLostPayment(
  changeAnswer: (answer: Awaited<ReturnType<Pay>>) => typeof answer = (answer) => answer,
) {
  let isLost = true;
  const site = await serveSite({
    trouble: ({ registrations }) => ({
      registrations: {
        async pay(...call) {
          const answer = await registrations.pay(...call);
          if (isLost) throw new ORPCError('DECLINED', { defined: true, status: 402, data: FAILURE });
          return changeAnswer(answer);
        },
      },
    }),
  });
  return { ...site, find: () => (isLost = false) };
}

const servePaid = serveSiteAfter((browser) => walkTo(browser, 'credentials', parentOfMinnesota()));

it.each(CHECKOUT_PAGES)('redirects %s to the credentials until they are set, then to the receipt', async (path) => {
  const { browser } = await servePaid();
  expect((await browser.open(path)).path).toBe('/credentials');
  expect((await browser.open('/receipt')).path).toBe('/credentials');
  await submitStep(browser, 'credentials', parentOfMinnesota());
  const page = await browser.open(path);
  expect([page.path, page.heading]).toEqual(['/receipt', 'Account activated!']);
});

it('shows on the receipt no card that only a later press had', async () => {
  const { browser, find } = await serveLostPayment();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'payment/method', answers);
  await browser.press('PayPal');
  await browser.press('Approve');
  expect((await browser.press('Pay now')).path).toBe('/payment/method');
  find();
  await submitStep(browser, 'payment/method', answers);
  expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
  await submitStep(browser, 'credentials', answers);
  const receipt = await browser.waitForRefresh();
  expect(receipt.heading).toBe('Account activated!');
  expect(receipt.text('main')).toContain('PayPal');
  expect(receipt.text('main')).not.toMatch(/1111|Visa/);
});

it.each([
  { backend: 'returns them', options: ['ToneMeter'] },
  { backend: 'does not return them', options: [] },
])('shows on the receipt no options that only a later press had, if the backend $backend', async ({ options }) => {
  const { browser, find } = await serveLostPayment((answer) => {
    if (options.length > 0 || !('registration' in answer)) return answer;
    const order = { packageId: answer.registration.order.packageId };
    return { ...answer, registration: { ...answer.registration, order } };
  });
  const answers = {
    ...parentOfMinnesota(),
    step3: { packageId: '2041' },
    alacarte: { subscription: 'SUB1YEAR', tonemeter: ['TONEMETER'] },
  };
  await walkTo(browser, 'payment/review', answers, PARENT_STEPS);
  expect((await browser.press('Pay now')).path).toBe('/payment/method');
  await browser.open('/alacarte');
  browser.fill({ unlimitedPayments: true });
  await browser.press('Continue');
  find();
  await submitStep(browser, 'payment/method', answers);
  expect(browser.page.text('main')).toContain('Unlimited');
  expect((await submitStep(browser, 'payment/review', answers)).path).toBe('/credentials');
  await submitStep(browser, 'credentials', answers);
  const receipt = await browser.waitForRefresh();
  expect(receipt.heading).toBe('Account activated!');
  expect(receipt.text('main')).not.toContain('Unlimited');
  for (const option of options) expect(receipt.text('main')).toContain(option);
});

it('explains a reload of the receipt, and links to My Account', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'receipt', parentOfMinnesota());
  const page = await browser.reload();
  expect(page.heading).toBe('You have tried to reload your receipt.');
  expect(page.text('main')).toContain('My Account');
  expect(page.link('Log in to My Account')).toBe('/ofw/login.form');
});

it('explains the missing receipt to a visitor who never paid', async () => {
  expect((await server.openBrowser().open('/receipt')).heading).toBe('You have tried to reload your receipt.');
});

it('keeps the receipt after a HEAD request', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  await submitStep(browser, 'credentials', answers);
  await browser.send('HEAD', browser.urlOf('/receipt'));
  expect((await browser.open('/receipt')).heading).toBe('Account activated!');
});

it('does not ask a visitor who has seen the receipt to start again', async () => {
  const browser = server.openBrowser();
  await walkTo(browser, 'receipt', parentOfMinnesota());
  const page = await browser.open('/payment/review');
  expect(page.text('.notice')).not.toContain('Please start again');
});

it('drops the automatic redirect if the visitor stays on the page', async () => {
  const browser = server.openBrowser();
  const answers = parentOfMinnesota();
  await walkTo(browser, 'credentials', answers);
  const page = await submitStep(browser, 'credentials', answers);
  expect(page.headers.get('refresh')).toBe('5; url=/app/join/receipt');
  expect(page.link('See your receipt now')).toBe('/app/join/receipt');
  expect((await browser.follow('Stay on this page')).headers.get('refresh')).toBeNull();
});

it('stops checking a payment automatically if the visitor asks for it', async () => {
  let isDown = true;
  const { browser } = await serveSite({
    trouble: ({ registrations }) => ({
      registrations: {
        payment: (...call) => (isDown ? Promise.reject(new Error('down')) : registrations.payment(...call)),
        pay: (...call) => registrations.pay(...call).then(() => ({ state: 'pending' })),
      },
    }),
  });
  await walkTo(browser, 'payment/review', parentOfMinnesota());
  let page = await browser.press('Pay now');
  const EVERY = 'This page looks again every few seconds.';
  expect([page.headers.get('refresh'), page.text('main')]).toEqual([
    '5; url=/app/join/payment/review',
    expect.stringContaining(EVERY),
  ]);
  for (const link of ['Stop looking automatically', 'Look again now']) {
    page = await browser.follow(link);
    expect([page.path, page.headers.get('refresh')]).toEqual(['/payment/review?stay=1', null]);
    expect(page.heading).toBe('We are checking your payment');
    expect(page.text('main')).not.toContain(EVERY);
  }
  isDown = false;
  expect((await browser.follow('Look again now')).path).toBe('/credentials');
});

it('shows no receipt without a payment', async () => {
  const browser = server.openBrowser();
  await browser.open('/credentials');
  expect(browser.redirects).toEqual([{ status: expect.any(Number) as number, location: '/ofw/home.form' }]);
});
