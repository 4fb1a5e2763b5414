import { parentOfLondon, parentOfMinnesota, CARDS } from '~tests/answers/parent-answers';
import { expect, test } from './fixtures';
import { fill, submit } from './fill';
import { topOf } from './layout';
import { openAt } from './open-at';

/** Parent A's pages with scripts, in order. */
const SCRIPTED_PAGES = ['payment/billing', 'payment/method', 'payment/review', 'credentials', 'receipt'].map(
  (path) => `/app/join/${path}`,
);

test('serves a parent from the landing page to the receipt', async ({ page, scripts, javaScriptEnabled }) => {
  const answers = parentOfMinnesota();
  await page.goto('.');
  await page.getByRole('link', { name: 'For Parents' }).click();
  await page.getByRole('link', { name: 'No', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Create your parent account');
  await submit(page, 'step1', answers);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Invite your co-parent');
  await submit(page, 'step2', answers);
  await submit(page, 'step3', answers);
  await expect(page).toHaveURL(/\/payment\/billing$/);
  await submit(page, 'payment/billing', answers);
  await submit(page, 'payment/method', answers);
  await expect(page.getByText('Visa ending in 1111')).toBeVisible();
  await expect(page.locator('.total')).toContainText('$179.55');
  await submit(page, 'payment/review', answers);
  await expect(page).toHaveURL(/\/credentials$/);
  await submit(page, 'credentials', answers);
  // The page redirects after five seconds, also without JavaScript.
  await expect(page).toHaveURL(/\/receipt$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Account activated!');
  await expect(page.locator('main')).toContainText('$179.55');
  // On a wide screen what comes next is beside it, and addresses are below their names.
  const [first, second] = ['Receipt', 'Download the app'].map((name) =>
    page.getByRole('heading', { name, exact: true }),
  );
  expect(Math.abs((await topOf(second!)) - (await topOf(first!)))).toBeLessThan(1);
  const [name, address] = ['dt', 'dd'].map((part) => page.locator(`.lines ${part}`).first());
  expect((await address!.boundingBox())!.x).toBe((await name!.boundingBox())!.x);
  // Only enhanced pages request a script.
  expect([...scripts]).toEqual(javaScriptEnabled === false ? [] : SCRIPTED_PAGES);
  await expect(page.locator('#data-layer')).toHaveCount(0);
  const print = page.getByRole('button', { name: 'Print' });
  await expect(print).toHaveCount(javaScriptEnabled === false ? 0 : 1);
  if (javaScriptEnabled !== false) {
    await page.evaluate(() => (window.print = () => document.body.append('Printed.')));
    await print.click();
    await expect(page.getByText('Printed.')).toBeVisible();
  }

  await page.goto('demo');
  // The newest payment is first. Other tests may have paid the same amount.
  await expect(page.locator('[data-payment]', { hasText: '$179.55' }).first()).toContainText('settled');
  await page.goto('receipt');
  await expect(page.getByText('You have tried to reload your receipt.')).toBeVisible();
});

test('submits the form on Enter, instead of changing the language', { tag: '@plain' }, async ({ page }) => {
  await page.goto('step1');
  await fill(page, parentOfMinnesota().step1);
  await page.getByLabel('Phone number').press('Enter');
  await expect(page).toHaveURL(/\/step2$/);
});

test(
  'moves the focus to errors, which link to their fields, and keeps typed values',
  { tag: '@plain' },
  async ({ page }) => {
    await page.goto('step1');
    await page.getByLabel('Email').fill('not an email');
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveTitle(/^Error: /);
    const summary = page.getByRole('alert');
    await expect(summary).toBeFocused();
    await expect(summary).toContainText('There is a problem');
    await summary.getByRole('link', { name: 'Invalid email address' }).click();
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveValue('not an email');
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription('Invalid email address');
  },
);

test('accepts another card after a decline, and charges once', { tag: '@script' }, async ({ page }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/method', answers);
  await fill(page, { ...answers['payment/method'], ...CARDS.declined });
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('Payment method declined')).toBeVisible();
  await expect(page.getByLabel('Name on card')).toHaveValue("Ann O'Neil");
  await expect(page.getByLabel('Card number')).toHaveValue('');
  await submit(page, 'payment/method', answers);
  await submit(page, 'payment/review', answers);
  await expect(page).toHaveURL(/\/credentials$/);
  // Back after a payment must not offer Pay now again.
  await page.goBack();
  await expect(page.getByRole('button', { name: 'Pay now' })).toHaveCount(0);
});

test('charges a parent in the United Kingdom in pounds, with VAT and consent', { tag: '@script' }, async ({ page }) => {
  const answers = parentOfLondon();
  await openAt(page, 'payment/method', answers);
  await submit(page, 'payment/method', answers);
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByRole('alert')).toContainText('agree to the Terms & Conditions');
  await submit(page, 'payment/review', answers);
  await submit(page, 'credentials', answers);
  await page.getByRole('link', { name: 'See your receipt now' }).click();
  await expect(page.locator('main')).toContainText('£119.88');
});
