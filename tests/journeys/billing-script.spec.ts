import { latch } from '~tests/latch';
import { expectSound } from './expect-sound';
import { fill } from './fill';
import { expect, test, type Page } from './fixtures';
import { openBillingInfo } from './open-at';
import { autofill, blockScripts, holdScripts, slowDown, translate, WITHOUT_SCRIPTS } from './script-troubles';

test.use({ expectedErrors: /Failed to load resource/ });

const country = (page: Page) => page.getByLabel('Country', { exact: true });
const region = (page: Page) => page.locator('#answers-region');
const timezone = (page: Page) => page.getByLabel('Time zone');
const update = (page: Page) => page.getByRole('button', { name: 'Update' });
const pressContinue = (page: Page) =>
  page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();

/** Delays the responses of look-ups. @returns a function that releases them */
async function holdLookUps(page: Page): Promise<() => void> {
  const held = latch();
  await page.route('**/lookup/**', async (route) => {
    await held.opened;
    await route.continue();
  });
  return held.open;
}

test('loads the lists of a chosen country or region, resets the dependent fields, and keeps the others', async ({
  page,
}) => {
  await openBillingInfo(page);
  await expect(update(page)).toHaveCount(0);
  await fill(page, { billingAddress: '12 Elm Street', city: 'Saint Paul', postalCode: '55101' });
  await region(page).selectOption('TN');
  await expect(timezone(page).locator('option')).toHaveCount(3);
  await expect(timezone(page)).toHaveValue('');
  await timezone(page).selectOption('America/Chicago');
  // Another region resets the time zone, even if it would still be valid.
  await region(page).selectOption('KY');
  await expect(timezone(page).locator('option[value="America/Kentucky/Louisville"]')).toBeAttached();
  await expect(timezone(page)).toHaveValue('');
  await region(page).selectOption('MN');
  await expect(timezone(page)).toHaveValue('America/Chicago');
  // A preselected time zone is reset, too, even if the next region has it.
  await region(page).selectOption('TX');
  await expect(timezone(page).locator('option[value="America/Denver"]')).toBeAttached();
  await expect(timezone(page)).toHaveValue('');
  await timezone(page).selectOption('America/Chicago');
  await region(page).selectOption('AE');
  await expect(timezone(page).locator('option[value="Europe/Berlin"]')).toBeAttached();
  await expect(timezone(page)).toHaveValue('');

  await country(page).selectOption('CA');
  await expect(page.getByLabel('Province')).toHaveValue('');
  await expect(page.getByLabel('Postal code', { exact: true })).toHaveValue('55101');
  await country(page).selectOption('GB');
  await expect(timezone(page)).toHaveValue('Europe/London');
  await expect(region(page)).toBeHidden();
  await page.route('**/lookup/**', (route) => route.abort());
  await country(page).selectOption('HK');
  await expect(page.locator('[data-enhance=place-choices] [role=status]')).toHaveText(
    'We could not load the lists. Please press “Update”.',
  );
  await expectSound(page);
  // Without look-ups the plain form still works.
  await update(page).first().click();
  await expect(timezone(page)).toHaveValue('Asia/Hong_Kong');
  await expect(page.getByLabel('City')).toHaveValue('Saint Paul');
});

test('shows that slow lists are loading, and announces the loaded lists', async ({ page }) => {
  await openBillingInfo(page);
  const status = page.locator('[data-enhance=place-choices] [role=status]');
  const release = await holdLookUps(page);
  await country(page).selectOption('CA');
  await expect(region(page)).toHaveAttribute('aria-busy', 'true');
  await expect(timezone(page)).toHaveAttribute('aria-busy', 'true');
  await expect(status).toHaveText('Loading the lists…');
  await expect(region(page).locator('option:checked')).toHaveText('Loading the lists…');
  release();
  await expect(status).toHaveText('Lists for Canada. Please choose: Province, Time zone.');
  await expect(region(page)).not.toHaveAttribute('aria-busy');
  await expect(region(page).locator('option:checked')).toHaveText('Choose…');
  await region(page).selectOption('ON');
  await expect(status).toHaveText('Lists for Ontario. Please choose: Time zone.');
  await country(page).selectOption('GB');
  await expect(status).toHaveText(/^Lists for United Kingdom\. Time zone: [^.]+\.$/);
  await page.route('**/lookup/**', (route) => route.abort());
  await country(page).selectOption('MX');
  await expect(status).toBeVisible();
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await expect(update(page).first()).toBeVisible();
});

test('loads a country’s lists even if a region of the previous country is chosen meanwhile', async ({ page }) => {
  await openBillingInfo(page);
  const release = await holdLookUps(page);
  await country(page).selectOption('CA');
  await expect(region(page)).toHaveAttribute('aria-busy', 'true');
  await region(page).selectOption('MN');
  release();
  await expect(region(page).locator('option[value=ON]')).toBeAttached();
  await expect(page.locator('[data-enhance=place-choices] [role=status]')).toHaveText(
    'Lists for Canada. Please choose: Province, Time zone.',
  );
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
  await region(page).selectOption('ON');
  await expect(timezone(page).locator('option[value="America/Toronto"]')).toBeAttached();
});

test('keeps a region that is chosen right after the same country', async ({ page }) => {
  await openBillingInfo(page);
  // The script cannot catch up with a choice of the same country that was made before it ran.
  await expect(update(page)).toHaveCount(0);
  const release = await holdLookUps(page);
  await country(page).selectOption('US');
  await expect(region(page)).toHaveAttribute('aria-busy', 'true');
  await region(page).selectOption('MN');
  release();
  await expect(timezone(page)).toHaveValue('America/Chicago');
  await expect(region(page)).toHaveValue('MN');
  await expect(page.locator('[aria-busy]')).toHaveCount(0);
});

test('removes a server error only once the field is valid', async ({ page }) => {
  await openBillingInfo(page);
  await fill(page, { postalCode: '551' });
  await pressContinue(page);
  const summary = page.locator('.error-summary');
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  const wrong = page.locator('main [aria-invalid=true]');
  const street = page.locator('#answers-billingAddress');
  await street.fill('1');
  await expect(street).not.toHaveAttribute('aria-invalid');
  await expect(street).toHaveAccessibleDescription('');
  // Still too short.
  const zip = page.getByLabel('ZIP code');
  await zip.fill('5510');
  await expect(zip).toHaveAttribute('aria-invalid', 'true');
  await region(page).selectOption('MN');
  await expect(region(page)).not.toHaveAttribute('aria-invalid');
  await expect(timezone(page)).toHaveValue('America/Chicago');
  await expect(timezone(page)).not.toHaveAttribute('aria-invalid');
  await street.fill('90 w');
  await expect(wrong).toHaveCount(2);
  await expect(summary.locator('li')).toHaveCount(2);
  await expectSound(page);
  await page.locator('.suggestions [role=option]').first().click();
  await expect(page.getByLabel('City')).toHaveValue('Saint Paul');
  await expect(page.getByLabel('City')).not.toHaveAttribute('aria-invalid');
  await expect(wrong).toHaveCount(0);
  await expect(summary).toHaveCount(0);
  await expect(page).toHaveTitle(/^(?!Error)/);
});

test('removes the errors about region and postal code of the previous country', async ({ page }) => {
  await openBillingInfo(page);
  await fill(page, { postalCode: '551' });
  await pressContinue(page);
  const summary = page.locator('.error-summary');
  await expect(summary).toBeFocused();
  await expect(update(page)).toHaveCount(0);
  const lines = await summary.locator('li').count();
  await country(page).selectOption('CA');
  await expect(region(page).locator('option[value=ON]')).toBeAttached();
  for (const control of [region(page), page.getByLabel('Postal code', { exact: true })])
    await expect(control).not.toHaveAttribute('aria-invalid');
  await expect(summary.locator('li')).toHaveCount(lines - 2);
  await expectSound(page);
});

test('loads the lists of a country that the browser refills, but the page was not served with', async ({ page }) => {
  await openBillingInfo(page);
  await country(page).selectOption('CA');
  await expect(region(page).locator('option[value=ON]')).toBeAttached();
  await page.goto('signup');
  await page.goBack();
  await expect(country(page)).toHaveValue('CA');
  await expect(region(page).locator('option[value=ON]')).toBeAttached();
  await expect(page.getByLabel('Province')).toBeVisible();
});

test('keeps Update if scripts are blocked, and loads the lists for choices made before the script loads', async ({
  page,
}) => {
  await openBillingInfo(page);
  await blockScripts(page, 'app/enhance/place-choices.tsx');
  await page.reload();
  await expect(update(page)).toHaveCount(1);
  await expect(page.getByText('If you change it, press “Update”.')).toBeVisible();
  await country(page).selectOption('CA');
  await update(page).first().click();
  await expect(page.getByLabel('Province')).toBeVisible();
  await page.unrouteAll();

  const release = await holdScripts(page);
  await page.goto('invite/billing-info', WITHOUT_SCRIPTS);
  await fill(page, { billingAddress: '12 Elm Street', city: 'Sydney', country: 'AU' });
  await translate(page);
  const speedUp = await slowDown(page);
  release();
  await expect(region(page).locator('option[value="NSW"]')).toBeAttached();
  await speedUp();
  await translate(page);
  await region(page).selectOption('NSW');
  await country(page).selectOption('US');
  await expect(page.locator('label[for=answers-region]')).toHaveText('State');
  await autofill(page, { country: 'GB', city: 'London' });
  await expect(timezone(page)).toHaveValue('Europe/London');
  await autofill(page, { country: 'US', postalCode: '55101' }, false);
  await page.getByLabel('Apartment or suite').focus();
  await expect(region(page).locator('option[value="MN"]')).toBeAttached();
  await expect(page.locator('#answers-billingAddress')).toHaveValue('12 Elm Street');
  await expect(page.getByLabel('City')).toHaveValue('London');

  await region(page).selectOption('MN');
  await expect(timezone(page)).toHaveValue('America/Chicago');
  await page.goto('signup');
  await page.goBack();
  await expect(page.locator('#answers-billingAddress')).toHaveValue('12 Elm Street');
  await expect(region(page)).toHaveValue('MN');
  await pressContinue(page);
  await expect(page).not.toHaveURL(/billing-info$/);
});
