import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { expectSound } from './expect-sound';
import { expect, test } from './fixtures';
import { openAt } from './open-at';

const WINDOW = { width: 1280, height: 800 };
const ONE_YEAR = ['2011', '2021', '2031', '2041'];
const TWO_YEARS = ['2012', '2022', '2032', '2041'];

test('shows one term with a switch, and never hides the chosen card', async ({ page, javaScriptEnabled }) => {
  const card = (id: string) => page.locator(`.package:has([value="${id}"])`);
  const shown = () =>
    page
      .locator('.package:visible [name=packageId]')
      .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
  await openAt(page, 'step3', parentOfMinnesota());
  expect(await shown()).toEqual(ONE_YEAR);
  await expect(card('2041')).toContainText('from $96.00 a year');
  await page.getByLabel('2 years', { exact: true }).check();
  expect(await shown()).toEqual(TWO_YEARS);
  await expect(page.getByText('from $87.00 a year')).toBeVisible();
  await expect(page.getByText('from $96.00 a year')).toBeHidden();
  // Axe is a script.
  if (javaScriptEnabled) await expectSound(page);

  await card('2022').locator('label').click();
  await page.getByLabel('1 year', { exact: true }).check();
  expect(await shown()).toEqual(['2011', '2021', '2031', '2022', '2041']);
  await expect(page.locator('[value="2022"]')).toBeChecked();
  await card('2031').locator('label').click();
  expect(await shown()).toEqual(ONE_YEAR);
  await page.getByLabel('1 year', { exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.locator('.order-summary summary')).toContainText('$216.00');
});

test('leads from the error of a missing choice to a visible card', async ({ page }) => {
  await openAt(page, 'step3', parentOfMinnesota());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('2 years', { exact: true }).check();
  await page.locator('.error-summary a').click();
  await expect(page.locator('[value="2011"]')).toBeInViewport();
});

test('shows all cards of a term at once on a wide screen', async ({ page }) => {
  await page.setViewportSize(WINDOW);
  await openAt(page, 'step3', parentOfMinnesota());
  for (const term of ['2 years', '1 year']) {
    await page.getByLabel(term, { exact: true }).check();
    await page.locator('.term-switch').evaluate((element) => element.scrollIntoView({ block: 'start' }));
    for (const part of await page.locator('.term-switch, .package:visible').all())
      await expect(part).toBeInViewport({ ratio: 1 });
  }
});
