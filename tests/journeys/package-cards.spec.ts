import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { expectSound } from './expect-sound';
import { expect, test } from './fixtures';
import { openAt } from './open-at';

const WINDOW = { width: 1280, height: 800 };
const ONE_YEAR = ['2011', '2021', '2031', '2041'];
const TWO_YEARS = ['2012', '2022', '2032', '2041'];

test(
  'switches between the cards of two terms, and never hides the chosen one',
  { tag: '@script' },
  async ({ page }) => {
    const card = (id: string) => page.locator(`.package:has([value="${id}"])`);
    const shown = () =>
      page
        .locator('.package:visible [name=packageId]')
        .evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
    await openAt(page, 'step3', parentOfMinnesota());
    expect(await shown()).toEqual(ONE_YEAR);
    await expect(page.locator('.term-switch')).toContainText('2 years Save up to $48.00');
    const named = (name: string) => page.getByRole('radio', { name, exact: true });
    await expect(named('Essentials $120.00 a year')).toBeVisible();
    await expect(named('Build your own from $96.00 a year')).toBeVisible();
    await expect(page.getByText('For one parent, before tax, billed every year.')).toBeVisible();
    await page.getByLabel(/^2 years/).check();
    expect(await shown()).toEqual(TWO_YEARS);
    await expect(named('Plus $150.00 a year $300.00 for two years Save $36.00')).toBeVisible();
    await expect(named('Build your own from $87.00 a year $174.00 for two years Save $18.00')).toBeVisible();
    await expect(page.getByText('For one parent, before tax, billed every two years.')).toBeVisible();
    await expect(page.getByText('billed every year')).toBeHidden();
    // axe needs JavaScript.
    await expectSound(page);

    await card('2022').locator('label').click();
    await page.getByLabel('1 year', { exact: true }).check();
    expect(await shown()).toEqual(['2011', '2021', '2031', '2022', '2041']);
    await expect(page.getByText('billed every two years')).toBeVisible();
    await expect(page.locator('[value="2022"]')).toBeChecked();
    await card('2031').locator('label').click();
    expect(await shown()).toEqual(ONE_YEAR);
    await page.getByLabel('1 year', { exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.locator('.order-summary summary')).toContainText('$216.00');
  },
);

test('links from the error of a missing choice to a visible card', { tag: '@plain' }, async ({ page }) => {
  await openAt(page, 'step3', parentOfMinnesota());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel(/^2 years/).check();
  await page.locator('.error-summary a').click();
  await expect(page.locator('[value="2011"]')).toBeInViewport();
});

test('shows all cards of a term at once on a wide screen', { tag: '@plain' }, async ({ page }) => {
  await page.setViewportSize(WINDOW);
  await openAt(page, 'step3', parentOfMinnesota());
  for (const term of ['2 years', '1 year']) {
    await page.getByLabel(new RegExp(`^${term}`)).check();
    await page.locator('.term-switch').evaluate((element) => element.scrollIntoView({ block: 'start' }));
    for (const part of await page.locator('.term-switch, .package:visible').all())
      await expect(part).toBeInViewport({ ratio: 1 });
  }
});

test(
  'reduces the prices of both terms by an offer, with the full prices after it',
  { tag: '@plain' },
  async ({ page }) => {
    await openAt(page, 'step3', parentOfMinnesota());
    await page.goto('step3?ado=true&jek=spring&pv=MjA=');
    const named = (name: string) => page.getByRole('radio', { name, exact: true });
    await expect(page.locator('.offer')).toHaveText(
      'Your offer: 20% off the first payment. The prices below include it.',
    );
    await expect(named('Plus $134.40 first year, then $168.00')).toBeVisible();
    await expect(named('Build your own from $76.80 first year, then $96.00')).toBeVisible();
    await page.getByLabel(/^2 years/).check();
    await expect(named('Plus $120.00 a year $240.00 for the first two years, then $300.00')).toBeVisible();
    await expect(page.getByText(/^Save/)).toHaveCount(0);
  },
);

for (const width of [320, 360]) {
  test(`never wraps a name or a price, ${width} pixels wide`, { tag: '@plain' }, async ({ page }) => {
    await page.setViewportSize({ width, height: 780 });
    await openAt(page, 'step3', parentOfMinnesota());
    await page.goto('step3?ado=true&jek=spring&pv=MjA=');
    for (const term of ['1 year', '2 years']) {
      await page.getByLabel(new RegExp(`^${term}`)).check();
      const heights = await page
        .locator('.package-price b:visible')
        .evaluateAll((prices) => prices.map((price) => price.getClientRects().length));
      expect(heights).toEqual([1, 1, 1, 1]);
      const lines = await page.locator('.package-name:visible').evaluateAll((names) =>
        names.map((name) => {
          const text = document.createRange();
          text.selectNodeContents(name);
          return text.getClientRects().length;
        }),
      );
      expect(lines).toEqual([1, 1, 1, 1]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}
