import { expectSound } from './expect-sound';
import { expect, test, type Page } from './fixtures';
import { openOwnPackage } from './open-at';
import { blockScripts, holdScripts, translate } from './script-troubles';

test.use({ expectedErrors: /Failed to load resource/, settings: { FLAGS: 'GROW805=treatment' } });

test('updates the price on each choice, and orders at that price', async ({ page }) => {
  const price = page.locator('.own-price');
  await openOwnPackage(page);
  await expect(price.getByRole('status')).toHaveText('Your price: $96.00 1 year');
  await expect(page.getByRole('button', { name: 'Update' })).toHaveCount(0);
  await expectSound(page);
  await page.locator('[name=myfiles]').check();
  await expect(price).toContainText('$120.00 1 year');
  await page.getByLabel(/^2 years/).check();
  await expect(price).toContainText('$222.00 2 years');
  await translate(page);
  await page.locator('[name=unlimitedPayments]').check();
  await expect(price).toContainText('$258.00 2 years');
  await page.getByRole('button', { name: 'Continue' }).last().click();
  await expect(page.locator('.order-summary summary')).toContainText('$258.00');

  // Back and a page without the script show the price of the selected options, too.
  await page.goBack();
  await expect(price).toContainText('$258.00 2 years');
  await blockScripts(page);
  await page.reload();
  await expect(price).toContainText('$258.00 2 years');
  await page.locator('[name=unlimitedPayments]').uncheck();
  await page.getByRole('button', { name: 'Update' }).click();
  await expect(price).toContainText('$222.00 2 years');
  await page.getByRole('button', { name: 'Continue' }).last().click();
  await expect(page.locator('.order-summary summary')).toContainText('$222.00');
});

test('reduces the price by an offer as the choice changes', async ({ page }) => {
  const price = page.locator('.own-price').getByRole('status');
  await openOwnPackage(page);
  await page.goto('alacarte?ado=true&jek=spring&pv=MjA=');
  await expect(price).toHaveText('Your price: $76.80 first year, then $96.00');
  await page.getByLabel(/^2 years/).check();
  await page.locator('[name=unlimitedPayments]').check();
  await expect(price).toHaveText('Your price: $168.00 first two years, then $210.00');
  await page.getByRole('button', { name: 'Continue' }).last().click();
  await expect(page.locator('.order-summary summary')).toContainText('$168.00 + tax');
});

test('keeps price and Update if the script fails, and the focus of the result of Update', async ({ page }) => {
  await openOwnPackage(page);
  const priceOn = (tab: Page) => tab.locator('.own-price').getByRole('status');
  const updateOn = (tab: Page) => tab.getByRole('button', { name: 'Update' });
  await expect(updateOn(page)).toHaveCount(0);

  // In a separate page, because an error fails the test in the other.
  const broken = await page.context().newPage();
  await broken.addInitScript(() => Reflect.deleteProperty(Object, 'hasOwn'));
  const failed = broken.waitForEvent('pageerror');
  await broken.goto(page.url());
  await failed;
  await expect(priceOn(broken)).toHaveText('Your price: $96.00 1 year');
  await broken.getByLabel(/^2 years/).check();
  await updateOn(broken).click();
  await expect(priceOn(broken)).toHaveText('Your price: $174.00 2 years');
  await broken.close();

  await blockScripts(page);
  await page.reload();
  await page.getByLabel(/^2 years/).check();
  await page.unrouteAll();
  const release = await holdScripts(page);
  await updateOn(page).click();
  await expect(priceOn(page)).toBeFocused();
  release();
  await expect(updateOn(page)).toHaveCount(0);
  await expect(priceOn(page)).toBeFocused();
  await expect(priceOn(page)).toHaveText('Your price: $174.00 2 years');
});
