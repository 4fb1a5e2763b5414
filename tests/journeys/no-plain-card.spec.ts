import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { isProvidersScript } from '~tests/browser/payment-view-scripts';
import { enterHostedCard, hostedInput, pressContinue, test } from './braintree-fixtures';
import { expect } from './fixtures';
import { openAt } from './open-at';

test.use({ settings: { CARD_ENTRY_WITHOUT_JS: 'off' } });

const NO_CARD_FORM = 'Cards cannot be entered on this page at the moment.';

test('replaces the notice with the provider’s fields if JavaScript runs', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toBeVisible();
  await expect(page.getByText(NO_CARD_FORM)).toHaveCount(0);
  await expect(page.getByLabel('Name on card')).toHaveValue("Ann O'Neil");
  await page.getByLabel('Name on card').fill('');
  await enterHostedCard(page);
  await pressContinue(page);
  await expect(page.locator('.error-summary').getByRole('link')).toHaveText(['Enter the name on your card']);
  await page.locator('.error-summary').getByRole('link').click();
  await expect(page.getByLabel('Name on card')).toBeFocused();
  await page.getByLabel('Name on card').fill('Ann');
  await pressContinue(page);
  await expect(page.locator('.review-list')).toContainText('Visa ending in 1111');
});

test.describe('after a press without the fields', () => {
  test.use({ expectedErrors: /Failed to load resource|violates the following Content Security Policy/ });

  test('shows errors only of the provider’s fields', async ({ page }) => {
    await page.route(isProvidersScript, (route) => route.abort());
    await openAt(page, 'payment/method', parentOfMinnesota());
    await expect(page.getByText(NO_CARD_FORM)).toBeVisible();
    await page.unroute(isProvidersScript);
    const plainTitle = await page.title();
    await pressContinue(page);
    await expect(hostedInput(page, 'number')).toBeVisible();
    const summary = page.locator('.error-summary');
    await expect(summary).toBeFocused();
    await expect(summary.getByRole('listitem')).toHaveCount(4);
    await page.getByLabel('Name on card').fill('Ann');
    await expect(page.getByText(NO_CARD_FORM)).toHaveCount(0);
    await expect(page).toHaveTitle(`Error: ${plainTitle}`);
    await enterHostedCard(page);
    await expect(summary).toHaveCount(0);
    await expect(page).toHaveTitle(plainTitle);
  });
});

test('keeps the notice on how to pay if the fields do not load', async ({ page }) => {
  await page.route(/hosted-fields-frame/, () => undefined);
  await page.clock.install();
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(page.getByText('The secure card fields are loading.')).toBeVisible();
  await pressContinue(page);
  await page.clock.fastForward(10_100);
  await expect(page.getByText(NO_CARD_FORM)).toBeVisible();
  await expect(page.locator(':focus')).toContainText(NO_CARD_FORM);
  await expect(page.getByRole('link', { name: '1-800-555-0199' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'PayPal', exact: true })).toBeVisible();
});
