import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { inviteByMail } from '~tests/walks/invite-by-mail';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { expect, test, type Page } from './fixtures';
import { layoutShiftsOf, topOf } from './layout';
import { chooseLanguage, fill } from './fill';
import { openAt, openInviteAt } from './open-at';
import { blockScripts } from './script-troubles';

test.use({ viewport: { width: 360, height: 780 } });

/** The card number must be on a phone's first screen, above the keyboard. */
const MOST_TOP = 480;

const cardNumber = (page: Page) => page.getByLabel('Card number');
const summary = (page: Page) => page.locator('.order-summary');

for (const [who, parent] of [
  ['a parent', parentOfMinnesota],
  ['a British parent', parentOfLondon],
] as const) {
  test(`shows the card of ${who} on the first screen, without layout shifts`, async ({ page, javaScriptEnabled }) => {
    await openAt(page, 'payment/method', parent());
    expect(await topOf(cardNumber(page))).toBeLessThan(MOST_TOP);
    if (javaScriptEnabled === false) return;
    await page.waitForLoadState('networkidle');
    if (who === 'a parent') await expect(page.getByRole('button', { name: 'Venmo' })).toBeVisible();
    expect(await layoutShiftsOf(page)).toEqual([]);
    expect(await topOf(cardNumber(page))).toBeLessThan(MOST_TOP);
  });
}

test('shows the card of an invited co-parent on the first screen, without layout shifts', async ({
  page,
  server,
  javaScriptEnabled,
}) => {
  const { link } = await inviteByMail(() => new PlainBrowser(server.url));
  await openInviteAt(page, link, 'payment/method', coParentOfMinnesota());
  expect(await topOf(cardNumber(page))).toBeLessThan(MOST_TOP);
  if (javaScriptEnabled === false) return;
  await expect(page.getByRole('button', { name: 'Venmo' })).toBeVisible();
  expect(await layoutShiftsOf(page)).toEqual([]);
});

for (const missing of ['<details class="languages"', '<form method="post" action="/app/join/exit"', '<h1']) {
  test(
    `moves nothing, and keeps the focus on the language, while it is received up to ${missing}`,
    { tag: '@script' },
    async ({ page, server }) => {
      const browser = new PlainBrowser(server.url);
      await browser.open('/step1');
      const { html } = await browser.press('Español');
      const at = html.indexOf(missing);
      expect(at).toBeGreaterThan(0);
      let send = () => {};
      const slow = createServer((_request, response) => {
        response.setHeader('content-type', 'text/html');
        response.write(html.slice(0, at));
        send = () => response.end(html.slice(at));
      }).listen(0);
      await page.goto(`http://127.0.0.1:${(slow.address() as AddressInfo).port}/`, { waitUntil: 'commit' });
      await page.locator('.logo').waitFor({ state: 'attached' });
      // The first part is painted before the second is sent.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      send();
      await page.waitForLoadState();
      expect(await layoutShiftsOf(page)).toEqual([]);
      await expect(page.locator('#language')).toBeFocused();
      slow.close();
    },
  );
}

test('shows the card on the first screen in Spanish', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await chooseLanguage(page, 'Español');
  expect(await topOf(page.getByLabel('Número de tarjeta'))).toBeLessThan(MOST_TOP);
});

// Only styles.
test(
  'shows the order as a line that opens, and as a list on wider screens and after rotating the phone',
  { tag: '@off' },
  async ({ page }) => {
    await openAt(page, 'payment/method', parentOfMinnesota());
    const tax = summary(page).getByText('Tax');
    const line = summary(page).locator('summary');
    await expect(line).toContainText('$');
    await expect(tax).toBeHidden();
    await line.click();
    await expect(tax).toBeVisible();
    await line.click();
    await expect(tax).toBeHidden();
    await page.setViewportSize({ width: 780, height: 360 });
    await expect(tax).toBeVisible();
    await expect(line).toBeHidden();
    await page.setViewportSize({ width: 600, height: 780 });
    await expect(tax).toBeVisible();
    await page.setViewportSize({ width: 599, height: 780 });
    await expect(tax).toBeHidden();
    await line.click();
    await expect(tax).toBeVisible();
  },
);

test('shows the new total for both parents at once, or on Update without a script', async ({
  page,
  javaScriptEnabled,
}) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  const line = summary(page).locator('summary strong');
  const box = page.getByLabel(/^Pay for my co-parent/);
  const before = await line.textContent();
  await page.getByLabel('Name on card').fill('Ann Lee');
  await box.check();
  if (javaScriptEnabled === false) await page.getByRole('button', { name: 'Update' }).click();
  else {
    await expect(page.getByRole('button', { name: 'Update' })).toBeHidden();
    await expect(page.getByText(/^New total:/)).toBeVisible();
  }
  await expect(line).not.toHaveText(before!);
  const shown = await line.textContent();
  await summary(page).locator('summary').click();
  await expect(summary(page).getByText("Your co-parent's subscription")).toBeVisible();
  await expect(summary(page).locator('.figures:not([hidden]) .total dd')).toHaveText(shown!);
  await expect(page.getByLabel('Name on card')).toHaveValue('Ann Lee');
  await expect(box).toBeChecked();
  if (javaScriptEnabled !== false) {
    await box.uncheck();
    await expect(line).toHaveText(before!);
    await expect(summary(page).getByText("Your co-parent's subscription")).toHaveCount(0);
    await box.check();
  }
  await cardNumber(page).fill('4111111111111111');
  await page.getByLabel('Expiration').fill(`12/${(new Date().getFullYear() + 3) % 100}`);
  await page.getByLabel('Security code').fill('123');
  await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.locator('.figures .total dd')).toHaveText(shown!);
});

test.describe('with blocked scripts', { tag: '@script' }, () => {
  test.use({ expectedErrors: /Failed to load resource/ });

  test('shows the new total for both parents on Update', async ({ page }) => {
    await blockScripts(page);
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.getByLabel(/^Pay for my co-parent/).check();
    await page.getByRole('button', { name: 'Update' }).click();
    await expect(page.locator('.changed')).toHaveText(/^New total:/);
  });
});

test(
  'shows each error above its input, and on a wide screen the order beside the form',
  { tag: '@off' },
  async ({ page }) => {
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.getByLabel('Name on card').fill('');
    await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
    await expect(page.locator('.error-summary')).toBeFocused();
    const fields = page.locator('.card-entry .field');
    await expect(fields).toHaveCount(4);
    const overlaps = await fields.evaluateAll((all) =>
      all.map((field) => {
        const bottom = field.querySelector('.field-error')!.getBoundingClientRect().bottom;
        return bottom > field.querySelector('input')!.getBoundingClientRect().top;
      }),
    );
    expect(overlaps).toEqual([false, false, false, false]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await topOf(summary(page))).toBe(await topOf(page.locator('.sheet')));
  },
);

test('aligns the labels and the inputs of a pair of which one has an error', { tag: '@off' }, async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await fill(page, { ...parentOfMinnesota()['payment/method'], cardExpiration: '12/01' });
  await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.locator('.card-entry .field-row .field-error')).toHaveCount(1);
  for (const part of ['label', 'input']) {
    const tops = await page
      .locator(`.card-entry .field-row ${part}`)
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(tops, part).toEqual([tops[0], tops[0]]);
  }
});
