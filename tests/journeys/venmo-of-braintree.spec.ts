import type { Page, Route } from '@playwright/test';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { enterHostedCard, hold, hostedInput, pressContinue, stopPosts, test } from './braintree-fixtures';
import { expect } from './fixtures';
import { submit } from './fill';
import { openAt } from './open-at';

/** Waits until the page has decided that Venmo cannot be used, and has hidden the reserved space of the button. */
async function waitForNoVenmo(page: Page): Promise<void> {
  await expect(page.locator('[data-enhance="venmo"]')).toHaveAttribute('hidden');
}

test.describe('on a phone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36',
    viewport: { width: 360, height: 780 },
  });

  test('pays with Venmo after the parent approves in the app and returns', async ({ page, braintree, fake }) => {
    braintree.venmo = 'approve';
    const answers = parentOfMinnesota();
    await openAt(page, 'payment/method', answers);
    await page.getByRole('button', { name: 'Venmo', exact: true }).click();
    await page.getByRole('link', { name: 'Answer' }).click();
    await expect(page).toHaveURL(/\/payment\/review$/);
    await expect(page.locator('.review-list')).toContainText('Venmo, @ann');
    await submit(page, 'payment/review', answers);
    await expect(page).toHaveURL(/\/credentials$/);
    expect(fake.books.transactions.at(-1)).toMatchObject({ paymentInstrumentType: 'venmo_account' });
  });

  test('keeps the co-parent’s box of the page that opened Venmo', async ({ page, braintree }) => {
    braintree.venmo = 'approve';
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.getByLabel(/^Pay for my co-parent/).check();
    await page.getByRole('button', { name: 'Venmo', exact: true }).click();
    await page.getByRole('link', { name: 'Answer' }).click();
    await expect(page.locator('.review-list')).toContainText('Venmo, @ann');
    await expect(page.getByText('$359.10').first()).toBeVisible();
  });

  test('shows a wrong code instead of opening Venmo', async ({ page, braintree }) => {
    braintree.venmo = 'approve';
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.getByText('I have an activation code').click();
    await page.getByLabel('Activation code').fill('WRONG');
    await page.getByRole('button', { name: 'Venmo', exact: true }).click();
    await expect(page.locator('.error-summary')).toContainText('Invalid activation code');
    await page.getByLabel('Activation code').fill('');
    await page.getByRole('button', { name: 'Venmo', exact: true }).click();
    await page.getByRole('link', { name: 'Answer' }).click();
    await expect(page.locator('.review-list')).toContainText('Venmo, @ann');
  });

  test('uses an approval once, even after Back', async ({ page, braintree }) => {
    braintree.venmo = 'approve';
    await openAt(page, 'payment/method', parentOfMinnesota());
    const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
    await venmo.click();
    await page.getByRole('link', { name: 'Answer' }).click();
    await expect(page).toHaveURL(/\/payment\/review$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/payment\/method$/);
    await expect(page.getByText('Your Venmo payment has already been authorized.')).toBeVisible();
    await expect(venmo).toHaveAttribute('aria-disabled', 'false');
    // The address with the result is not in the history.
    await page.goBack();
    await expect(page).toHaveURL(/^https:\/\/venmo\.com\//);
  });

  test('opens Venmo again after a return without an answer', async ({ page, braintree }) => {
    const openings = () => braintree.addresses.filter((address) => new URL(address).hostname === 'venmo.com').length;
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    braintree.venmo = 'undecided';
    await openAt(page, 'payment/method', parentOfMinnesota());
    const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
    await venmo.click();
    await expect.poll(openings).toBe(1);
    await expect(venmo).toHaveAttribute('aria-disabled', 'true');
    // Firefox announces no status inside a busy element.
    await expect(page.locator('[data-enhance=venmo] :not([aria-busy=true] *)[role=status]')).not.toHaveText('');
    await comeBack();
    await venmo.click();
    await expect.poll(openings).toBe(2);
    await expect(venmo).toHaveAttribute('aria-disabled', 'true');
    braintree.venmo = 'approve';
    await expect(async () => {
      await comeBack();
      await expect(page.locator('.review-list')).toContainText('Venmo, @ann', { timeout: 2_000 });
    }).toPass();
  });

  test('opens Venmo once after two presses whose box is still being stored', async ({ page, braintree }) => {
    braintree.venmo = 'undecided';
    await openAt(page, 'payment/method', parentOfMinnesota());
    const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    const storing = await hold(page, /payment\/method$/, { body: 'open-venmo' });
    const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
    await page.getByLabel(/^Pay for my co-parent/).check();
    await venmo.click();
    await comeBack();
    await venmo.click();
    await expect.poll(() => storing.bodies.length).toBe(2);
    storing.release();
    const openings = () => braintree.addresses.filter((address) => new URL(address).hostname === 'venmo.com').length;
    await expect.poll(openings).toBe(1);
    braintree.venmo = 'approve';
    await expect(async () => {
      await comeBack();
      await expect(page.locator('.review-list')).toContainText('Venmo, @ann', { timeout: 2_000 });
    }).toPass();
    expect(openings()).toBe(1);
  });

  test('ignores a result if this session has not opened Venmo', async ({ page, braintree }) => {
    braintree.venmo = 'approve';
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.goto('about:blank');
    await page.goto('payment/method#venmoSuccess=1&id=context');
    const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
    await expect(venmo).toHaveAttribute('aria-disabled', 'false');
    await expect(page).toHaveURL(/\/payment\/method$/);
  });

  test('leaves the page by Exit this page while the approval is looked up', async ({ page, braintree }) => {
    braintree.venmo = 'approve';
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.getByRole('button', { name: 'Venmo', exact: true }).click();
    const payment = await hold(page, /payment\/method$/, { body: 'venmoNonce' });
    const exit = await hold(page, /\/join\/exit$/, { html: '<h1>Weather</h1>' });
    const approval = await hold(page, /graphql$/, { body: 'node(' });
    await page.getByRole('link', { name: 'Answer' }).click();
    await approval.arrived;
    const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
    await expect(venmo).toHaveAttribute('aria-disabled', 'true');
    const isLookedUp = venmo.evaluate(becomesEnabled);
    await page.locator('header button.exit').evaluate((button: HTMLElement) => button.click());
    await exit.arrived;
    approval.release();
    await isLookedUp;
    exit.release();
    await expect(page.getByRole('heading')).toHaveText('Weather');
    expect(payment.bodies).toEqual([]);
  });

  test('keeps a card that was sent before the approval', async ({ page, braintree }) => {
    braintree.venmo = 'undecided';
    await openAt(page, 'payment/method', parentOfMinnesota());
    await enterHostedCard(page);
    const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
    const lookup = await hold(page, /graphql$/, { body: 'node(' });
    await venmo.click();
    await expect(venmo).toHaveAttribute('aria-disabled', 'true');
    // The SDK looks only once it has opened Venmo.
    await expect(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
      await expect.poll(() => lookup.bodies, { timeout: 2_000 }).not.toEqual([]);
    }).toPass();
    const posted = await hold(page, /payment\/method$/, { body: 'Nonce=' });
    await pressContinue(page);
    await posted.arrived;
    braintree.venmo = 'approve';
    const approved = page.waitForResponse(/graphql$/);
    lookup.release();
    await approved;
    // Nothing happens, so there is nothing to await.
    await page.waitForTimeout(500);
    posted.release();
    await expect(page.locator('.review-list')).toContainText('Visa ending in 1111');
    expect(posted.bodies).toEqual([expect.stringContaining('cardNonce=')]);
  });

  test.describe('if the form is stopped', () => {
    test.use({ expectedErrors: /Failed to load resource/ });

    test('sends the same approval again', async ({ page, braintree }) => {
      braintree.venmo = 'approve';
      await openAt(page, 'payment/method', parentOfMinnesota());
      const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
      await venmo.click();
      await expect(page.getByRole('heading')).toHaveText('Venmo');
      const posts = await stopPosts(page, 1);
      await page.getByRole('link', { name: 'Answer' }).click();
      await expect.poll(() => posts.length).toBe(1);
      await venmo.click();
      await expect(page.locator('.review-list')).toContainText('Venmo, @ann');
      const approvals = posts.map((body) => new URLSearchParams(body).getAll('venmoNonce'));
      expect(approvals).toEqual([[expect.any(String)], approvals[0]]);
    });

    test('sends a card without Venmo', async ({ page, braintree }) => {
      braintree.venmo = 'approve';
      await openAt(page, 'payment/method', parentOfMinnesota());
      await page.getByRole('button', { name: 'Venmo', exact: true }).click();
      await expect(page.getByRole('heading')).toHaveText('Venmo');
      const posts = await stopPosts(page, 1);
      await page.getByRole('link', { name: 'Answer' }).click();
      await expect.poll(() => posts.length).toBe(1);
      await enterHostedCard(page);
      await pressContinue(page);
      await expect(page.locator('.review-list')).toContainText('Visa ending in 1111');
      expect(posts[1]).not.toMatch(/venmo/i);
    });
  });

  test.describe('after a failure', () => {
    test.use({ expectedErrors: /Failed to load resource/ });

    test('opens Venmo again on the next press', async ({ page, braintree }) => {
      braintree.venmo = 'approve';
      await openAt(page, 'payment/method', parentOfMinnesota());
      const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
      await venmo.click();
      const isDown = (route: Route) =>
        route.request().postData()?.includes('PaymentContext') ? route.abort() : route.fallback();
      await page.route(/graphql$/, isDown);
      await page.getByRole('link', { name: 'Answer' }).click();
      await expect(page.getByText('Venmo could not be used just now.')).toBeVisible();
      await page.unroute(/graphql$/);
      await venmo.click();
      await page.getByRole('link', { name: 'Answer' }).click();
      await expect(page.locator('.review-list')).toContainText('Venmo, @ann');
    });
  });

  test('keeps Venmo and the card available after a cancelled approval', async ({ page, braintree }) => {
    braintree.venmo = 'cancel';
    await openAt(page, 'payment/method', parentOfMinnesota());
    const venmo = page.getByRole('button', { name: 'Venmo', exact: true });
    await venmo.click();
    await page.getByRole('link', { name: 'Answer' }).click();
    await expect(page).toHaveURL(/\/payment\/method$/);
    await expect(venmo).toBeVisible();
    await expect(venmo).toHaveAttribute('aria-disabled', 'false');
    await expect(page.getByText('Venmo could not be used just now.')).toHaveCount(0);
    await expect(hostedInput(page, 'number')).toBeVisible();
  });
});

test('shows no button for a merchant without Venmo', async ({ page, braintree }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toBeVisible();
  await expect
    .poll(() => braintree.addresses.filter((address) => address.includes('graphql')).length)
    .toBeGreaterThan(0);
  await waitForNoVenmo(page);
  await expect(page.getByRole('button', { name: 'Venmo', exact: true })).toHaveCount(0);
});

test.describe('in a browser that Venmo does not support', () => {
  test.use({
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/126.0 Mobile Instagram 300.0 FB_IAB',
  });

  test('shows no button', async ({ page, braintree }) => {
    braintree.venmo = 'approve';
    await openAt(page, 'payment/method', parentOfMinnesota());
    await expect(hostedInput(page, 'number')).toBeVisible();
    await waitForNoVenmo(page);
    await expect(page.getByRole('button', { name: 'Venmo', exact: true })).toHaveCount(0);
  });
});

/** Runs in the page, because Playwright finds no element while another page is loading. */
function becomesEnabled(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    new MutationObserver(() => {
      if (element.ariaDisabled === 'false') resolve();
    }).observe(element, { attributeFilter: ['aria-disabled'] });
  });
}
