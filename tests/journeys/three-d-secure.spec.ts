import type { Page } from '@playwright/test';
import { parentOfLondon, type ParentAnswers } from '~tests/answers/parent-answers';
import { isScriptOf } from '~tests/browser/payment-view-scripts';
import { enterHostedCard, hold, hostedInput, pressContinue, test } from './braintree-fixtures';
import { expect } from './fixtures';
import { submit } from './fill';
import { openAt } from './open-at';

/** Enters a card that its bank confirms, and reaches Review. */
async function confirmCard(page: Page, answers: ParentAnswers = parentOfLondon()): Promise<ParentAnswers> {
  await openAt(page, 'payment/method', answers);
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  await pressContinue(page);
  await expect(page).toHaveURL(/\/payment\/review$/);
  return answers;
}

test('charges a card of Great Britain after its bank confirms it', async ({
  page,
  braintree,
  fake,
  paymentScripts,
}) => {
  const answers = await confirmCard(page);
  expect(braintree.bank.amounts).toEqual(['119.88']);
  // cspell:ignore geostag
  expect(braintree.addresses).toContainEqual(expect.stringContaining('geostag.cardinalcommerce.com'));
  const hosts = new Set(paymentScripts.map((script) => new URL(script.url()).hostname));
  expect([...hosts].sort()).toEqual(['127.0.0.1', 'c.paypal.com', 'songbirdstag.cardinalcommerce.com']);
  await submit(page, 'payment/review', answers);
  await expect(page).toHaveURL(/\/credentials$/);
  const sold = fake.books.transactions.at(-1)!;
  expect(sold).toMatchObject({ currency: 'GBP', status: 'submitted_for_settlement' });
  expect(sold.deviceData).toContain('correlation_id');
});

test('waits for device data, for 3 seconds', async ({ page, fake }) => {
  const answers = parentOfLondon();
  const collector = await hold(page, /\/\/c\.paypal\.com\//);
  const posted = await hold(page, /payment\/method$/, { body: 'cardNonce' });
  await openAt(page, 'payment/method', answers);
  const confirm = async () => {
    await page.getByLabel('Name on card').fill('Ann');
    await enterHostedCard(page);
    const confirmed = page.waitForResponse(/three_d_secure\/lookup$/);
    await pressContinue(page);
    await confirmed;
  };
  await confirm();
  await posted.arrived;
  posted.release();
  await expect(page).toHaveURL(/\/payment\/review$/);
  await page.goto('payment/method');
  await page.getByText('Use another card').click();
  await confirm();
  expect(posted.bodies).toHaveLength(1);
  collector.release();
  await expect(page).toHaveURL(/\/payment\/review$/);
  await submit(page, 'payment/review', answers);
  await expect(page).toHaveURL(/\/credentials$/);
  expect(posted.bodies.map((body) => new URLSearchParams(body).get('deviceData'))).toEqual([
    '',
    expect.stringContaining('correlation_id'),
  ]);
  expect(fake.books.transactions.at(-1)!.deviceData).toContain('correlation_id');
});

test.describe('where packages of Great Britain cost dollars', () => {
  test.use({ settings: { FLAGS: 'GROW450=control' } });

  test('charges a card on the merchant account for which its bank confirmed it', async ({ page, braintree, fake }) => {
    const answers = { ...parentOfLondon(), step3: { packageId: '2011' } };
    await confirmCard(page, answers);
    expect(braintree.bank.amounts).toEqual(['120.00']);
    await submit(page, 'payment/review', answers);
    await expect(page).toHaveURL(/\/credentials$/);
    expect(fake.books.transactions.at(-1)).toMatchObject({ currency: 'USD', status: 'submitted_for_settlement' });
  });
});

test('sends the bank the charged amount, including the co-parent’s subscription', async ({ page, braintree, fake }) => {
  const answers = parentOfLondon();
  await openAt(page, 'payment/method', answers);
  await page.getByLabel(/^Pay for my co-parent/).check();
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  await pressContinue(page);
  await submit(page, 'payment/review', answers);
  await expect(page).toHaveURL(/\/credentials$/);
  expect(braintree.bank.amounts).toEqual(['239.76']);
  expect(fake.books.transactions.at(-1)!.amount).toBe('239.76');
});

test('applies a typed code on Continue, before the bank receives the total', async ({ page, braintree }) => {
  await openAt(page, 'payment/method', parentOfLondon());
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  await page.getByText('I have an activation code').click();
  await page.getByLabel('Activation code').fill('WRONG');
  await pressContinue(page);
  await expect(page.locator('.error-summary')).toContainText('Invalid activation code');
  expect(braintree.bank.amounts).toEqual([]);
});

test('asks the bank again if the order costs more than it confirmed', async ({ page, braintree, fake }) => {
  const answers = await confirmCard(page);
  await page.goto('payment/method');
  await page.getByText('Use another card').click();
  await expect(hostedInput(page, 'number')).toBeVisible();
  await page.getByLabel(/^Pay for my co-parent/).check();
  await pressContinue(page);
  await expect(page.locator('.notice.warning').first()).toContainText('higher than your bank confirmed');
  await expect(page.getByLabel(/^Pay for my co-parent/)).toBeChecked();
  await expect(page.getByLabel('Name on card')).toHaveValue('Ann');
  await enterHostedCard(page);
  await pressContinue(page);
  await submit(page, 'payment/review', answers);
  await expect(page).toHaveURL(/\/credentials$/);
  expect(braintree.bank.amounts).toEqual(['119.88', '239.76']);
  expect(fake.books.transactions.at(-1)!.amount).toBe('239.76');
});

test('keeps an unconfirmed card in its fields, and accepts it on another attempt', async ({
  page,
  braintree,
  fake,
}) => {
  await openAt(page, 'payment/method', parentOfLondon());
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  braintree.bank.liabilityShifted = false;
  const before = fake.books.transactions.length;
  await pressContinue(page);
  await expect(page.locator('.error-summary')).toContainText('Your bank did not confirm the payment');
  await expect(hostedInput(page, 'number')).toHaveValue('4111 1111 1111 1111');
  await expect(page.getByLabel('Name on card')).toHaveValue('Ann');
  braintree.bank.liabilityShifted = true;
  await pressContinue(page);
  await expect(page).toHaveURL(/\/payment\/review$/);
  expect(fake.books.transactions).toHaveLength(before);
});

test('does not accept American Express in Great Britain', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfLondon());
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page, '3782 822463 10005', '1234');
  await pressContinue(page);
  await expect(page.locator('.error-summary')).toContainText('Cards of this brand cannot be used here.');
});

test('replaces a plain field that already has the focus, because its card would be refused', async ({ page }) => {
  await page.addInitScript(() => {
    const focus = () => document.querySelector<HTMLElement>('[name="cardNumber"]')?.focus();
    // Runs before the page's script.
    document.addEventListener('readystatechange', focus, { once: true });
  });
  await openAt(page, 'payment/method', parentOfLondon());
  await expect(hostedInput(page, 'number')).toBeFocused();
});

test.describe('after a failure', () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('stops waiting for a bank whose window does not open, and accepts the card on the next press', async ({
    page,
    braintree,
  }) => {
    braintree.bank.challenges = true;
    await page.route(/songbird\.js/, (route) => route.abort());
    await openAt(page, 'payment/method', parentOfLondon());
    await page.getByLabel('Name on card').fill('Ann');
    await enterHostedCard(page);
    await page.clock.install();
    await pressContinue(page);
    await expect.poll(() => braintree.bank.amounts).toHaveLength(1);
    await expect(page.getByText('We are checking your card.')).toBeVisible();
    await page.unroute(/songbird\.js/);
    await page.clock.fastForward(30_000);
    await expect(page.locator('.error-summary')).toContainText('Your bank could not be asked');
    const songbird = page.waitForResponse(/songbird\.js/);
    braintree.bank.challenges = false;
    await pressContinue(page);
    await songbird;
    await expect(page).toHaveURL(/\/payment\/review$/);
  });

  test('accepts the card on the next press if the script of 3-D Secure failed to load', async ({ page }) => {
    const isThreeDSecure = isScriptOf('braintree-web/three-d-secure/index.js');
    await page.route(isThreeDSecure, (route) => route.abort());
    await openAt(page, 'payment/method', parentOfLondon());
    await page.getByLabel('Name on card').fill('Ann');
    await enterHostedCard(page);
    await pressContinue(page);
    await expect(page.locator('.error-summary')).toContainText('Your bank could not be asked');
    await page.unroute(isThreeDSecure);
    await pressContinue(page);
    await expect(page).toHaveURL(/\/payment\/review$/);
  });
});
