import { join } from 'node:path';
import type { Page } from '@playwright/test';
import Database from 'libsql';
import { parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { hashesMatch, isProvidersScript } from '~tests/browser/payment-view-scripts';
import type { FakeBraintree } from '~tests/fakes/braintree';
import { enterHostedCard, hold, hostedInput, pressContinue, stopPosts, test } from './braintree-fixtures';
import { expectSound } from './expect-sound';
import { expect } from './fixtures';
import { submit } from './fill';
import { layoutShiftOf, topOf } from './layout';
import { openAt } from './open-at';
import { actLikeOlderBrowser, translate } from './script-troubles';

const LOADING = 'The secure card fields are loading.';
const PLAIN_CARD = '[name="cardNumber"], [name="cardExpiration"], [name="cardCvv"]';

test('accepts a card in the provider’s fields, and pays', async ({ page, fake, paymentScripts }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/method', answers);
  await expect(hostedInput(page, 'number')).toBeVisible();
  const scripts = await hashesMatch(paymentScripts);
  expect(scripts.filter(([, isAsListed]) => !isAsListed)).toEqual([]);
  expect(scripts.map(([what]) => what)).toEqual(
    expect.arrayContaining(['payment', 'app/payments/braintree/browser/card-fields.ts']),
  );
  await expect(page.locator(PLAIN_CARD)).toHaveCount(0);
  await page.getByLabel('Name on card').fill("Ann O'Neil");
  await enterHostedCard(page);
  const posted = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/payment/method'),
  );
  await pressContinue(page);
  const body = new URLSearchParams((await posted).postData() ?? '');
  expect(body.get('cardNonce')).not.toBe('');
  expect([...body.values()].join(' ')).not.toContain('4111');
  await expect(page).toHaveURL(/\/payment\/review$/);
  await expect(page.locator('.review-list')).toContainText('Visa ending in 1111');
  await submit(page, 'payment/review', answers);
  await submit(page, 'credentials', answers);
  await page.getByRole('link', { name: 'See your receipt now' }).click();
  await expect(page.locator('.figures', { hasText: 'Paid with' })).toContainText('1111');
  expect(fake.books.transactions.at(-1)).toMatchObject({ status: 'submitted_for_settlement', last4: '1111' });
});

test('shows card errors at their fields, and keeps the card', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toBeVisible();
  await page.getByLabel('Name on card').fill('');
  await pressContinue(page);
  const summary = page.locator('.error-summary');
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  for (const text of [
    'Enter the name on your card',
    'Enter a valid credit card number',
    'Enter a valid expiration date',
    'Enter a valid security code',
  ]) {
    await expect(summary.getByRole('link', { name: text })).toBeVisible();
  }
  await expect(hostedInput(page, 'number')).toHaveAttribute('aria-invalid', 'true');
  await summary.getByRole('link', { name: 'Enter a valid security code' }).click();
  await expect(hostedInput(page, 'cvv')).toBeFocused();
  await enterHostedCard(page, '4111 1111 1111 1112');
  await page.getByLabel('Name on card').fill('Ann');
  await pressContinue(page);
  await expect(summary.getByRole('link')).toHaveText(['Enter a valid credit card number']);
  await expect(summary).toBeFocused();
  await expect(hostedInput(page, 'cvv')).toHaveValue('123');
  await hostedInput(page, 'number').fill('4111 1111 1111 1111');
  // The error disappears and the button moves up, so an immediate click would miss it.
  await expect(hostedInput(page, 'number')).not.toHaveAttribute('aria-invalid', 'true');
  await pressContinue(page);
  await expect(page).toHaveURL(/\/payment\/review$/);
});

test('updates summary and title with the corrections, and keeps the focus', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toBeVisible();
  const plainTitle = await page.title();
  await page.getByLabel('Name on card').fill('');
  await pressContinue(page);
  const summary = page.locator('.error-summary');
  await expect(summary.getByRole('link')).toHaveCount(4);
  await expect(page).toHaveTitle(`Error: ${plainTitle}`);
  const name = page.getByLabel('Name on card');
  await name.fill('Ann');
  await expect(summary.getByRole('link')).toHaveCount(3);
  await expect(name).toBeFocused();
  await hostedInput(page, 'number').fill('4111 1111 1111 1111');
  await expect(summary.getByRole('link')).toHaveText(['Enter a valid expiration date', 'Enter a valid security code']);
  await expect(hostedInput(page, 'number')).toBeFocused();
  await expect(page).toHaveTitle(`Error: ${plainTitle}`);
  await enterHostedCard(page);
  await expect(summary).toHaveCount(0);
  await expect(page).toHaveTitle(plainTitle);
  // An invalid number shows its error on leaving the field, and the summary only on the next press.
  await hostedInput(page, 'number').fill('4111 1111 1111 1112');
  await hostedInput(page, 'cvv').focus();
  await expect(hostedInput(page, 'number')).toHaveAttribute('aria-invalid', 'true');
  await expect(summary).toHaveCount(0);
  await pressContinue(page);
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(`Error: ${plainTitle}`);
});

test('replaces the plain fields on a phone’s first screen, without layout shift', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toBeVisible();
  expect(await topOf(page.locator('#hosted-number'))).toBeLessThan(480);
  await expect(page.getByText(LOADING)).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  expect(await layoutShiftOf(page)).toBeLessThan(0.01);
});

test('shows an error on leaving a field, not while typing, and removes it once it is fixed', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  const number = hostedInput(page, 'number');
  const wrong = page.getByText('Enter a valid credit card number');
  await number.fill('4111 1111 1111 1112');
  await expect(wrong).toHaveCount(0);
  await hostedInput(page, 'cvv').focus();
  await expect(wrong).toBeVisible();
  await expect(number).toHaveAttribute('aria-invalid', 'true');
  await expect(page.locator('.error-summary')).toHaveCount(0);
  await number.fill('4111 1111 1111 1111');
  await expect(wrong).toHaveCount(0);
  await expect(page.locator('.card-brands [data-brand]:visible')).toHaveAttribute('data-brand', 'visa');
});

test('supports keyboards and screen readers in the fields', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toHaveAccessibleName('Card number');
  await expect(hostedInput(page, 'expirationDate')).toHaveAccessibleName('Expiration, MM/YY');
  await expect(hostedInput(page, 'cvv')).toHaveAccessibleName('Security code, 3 or 4 digits');
  await page.getByLabel('Name on card').fill('');
  await hostedInput(page, 'number').focus();
  await typeInto('number', '4111 1111 1111 1111');
  await page.keyboard.press('Tab');
  await typeInto('expirationDate', `12/${(new Date().getFullYear() + 3) % 100}`);
  await page.keyboard.press('Tab');
  await typeInto('cvv', '123');
  await page.keyboard.press('Enter');
  const name = page.getByLabel('Name on card');
  await expect(name).toHaveAccessibleDescription('Enter the name on your card');
  await name.fill('Ann');
  await hostedInput(page, 'cvv').press('Enter');
  await expect(page.locator('.review-list')).toContainText('Visa ending in 1111');

  /** Waits for the focus, because moving it from one frame to another takes time. */
  async function typeInto(field: Parameters<typeof hostedInput>[1], text: string) {
    await expect(hostedInput(page, field)).toBeFocused();
    await page.keyboard.type(text);
    await expect(hostedInput(page, field)).not.toHaveValue('');
  }
});

test('asks for no card once the co-parent’s box makes the order free', async ({ page, server }) => {
  const answers = parentOfMinnesota();
  const database = new Database(join(server.dataDir, 'joinery.db'));
  database
    .prepare("insert into backend_activation_codes (code, amount, currency) values ('PAYS-ONE', 12000, 'USD')")
    .run();
  database.close();
  await openAt(page, 'payment/method', { ...answers, step3: { packageId: '2011' } });
  await page.getByLabel('Pay for my co-parent').check();
  await page.getByText('I have an activation code').click();
  await page.locator('[name=subscriptionCode]').fill('PAYS-ONE');
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(page.locator('#code-0')).toBeFocused();
  await expect(hostedInput(page, 'number')).toBeVisible();
  await page.getByLabel('Pay for my co-parent').uncheck();
  await expect(page.getByText('New total: $0.00')).toBeVisible();
  await pressContinue(page);
  await expect(page).toHaveURL(/\/payment\/review$/);
});

test('accepts another card after a decline', async ({ page, fake }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/method', answers);
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  await pressContinue(page);
  fake.set({ decline: '2000' });
  await submit(page, 'payment/review', answers);
  await expect(page.getByText('Payment method declined')).toBeVisible();
  await expect(page.getByLabel('Name on card')).toHaveValue('Ann');
  await expect(page).toHaveTitle(/^Error: /);
  fake.set();
  await page.locator('button[value=more-time]').evaluate((button: HTMLButtonElement) => button.click());
  await expect(page.locator('.notice p[role=status]')).toBeFocused();
  await expect(hostedInput(page, 'number')).toBeVisible();
  await expect(page).toHaveTitle(/^(?!Error)/);
  await enterHostedCard(page, '5555 5555 5555 4444');
  await pressContinue(page);
  await expect(page.locator('.review-list')).toContainText('Mastercard ending in 4444');
  await submit(page, 'payment/review', answers);
  await expect(page).toHaveURL(/\/credentials$/);
});

test('keeps an entered card, and submits once for five presses of Continue', async ({ page, fake }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  const before = fake.requests.length;
  await page.locator('main button.primary').evaluate((button: HTMLButtonElement) => {
    for (let press = 0; press < 5; press += 1) button.click();
  });
  await expect(page).toHaveURL(/\/payment\/review$/);
  const tokenised = fake.requests.slice(before).filter(({ body }) => body.includes('TokenizeCreditCard'));
  expect(tokenised).toHaveLength(1);
  await page.locator('main a[href$="/payment/method"]', { hasText: 'Change' }).click();
  await expect(page.locator('.chosen strong')).toHaveText('Visa ending in 1111');
  await page.getByText('Use another card').click();
  await expect(page.getByRole('group', { name: 'Credit or debit card' })).toBeVisible();
  await expect(hostedInput(page, 'number')).toBeVisible();
  await pressContinue(page);
  await expect(page).toHaveURL(/\/payment\/review$/);
});

test('keeps typed text readable in light and dark mode, also after a switch', async ({ page }) => {
  const light = 'rgb(23, 38, 42)';
  const dark = 'rgb(233, 240, 239)';
  await page.emulateMedia({ colorScheme: 'dark' });
  await openAt(page, 'payment/method', parentOfMinnesota());
  await enterHostedCard(page);
  for (const field of ['number', 'expirationDate', 'cvv'] as const) {
    await expect(hostedInput(page, field)).toHaveCSS('color', dark);
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(hostedInput(page, 'number')).toHaveCSS('color', light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(hostedInput(page, 'cvv')).toHaveCSS('color', dark);
  await expect(hostedInput(page, 'cvv')).toHaveValue('123');
});

test('shows typed text in the size of the page’s, which a browser’s settings may enlarge', async ({ page }) => {
  await page.addInitScript(() => {
    addEventListener('readystatechange', () => (document.documentElement.style.fontSize = '24px'), true);
  });
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toHaveCSS('font-size', '24px');
});

/** Presses Apply beside a complete card, and expects that it sends only the code. */
async function expectOnlyCodeApplied(page: Page, fake: FakeBraintree): Promise<void> {
  await page.getByText('I have an activation code').click();
  await page.getByLabel('Activation code').fill('WRONG');
  const before = fake.requests.length;
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('.error-summary')).toContainText('Invalid activation code');
  expect(fake.requests.slice(before).filter(({ body }) => body.includes('TokenizeCreditCard'))).toEqual([]);
}

test('does not submit the card with the form’s other buttons', async ({ page, fake }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await enterHostedCard(page);
  await expectOnlyCodeApplied(page, fake);
});

test('applies a typed code on Continue without a card, because the code may pay everything', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toBeVisible();
  await page.getByText('I have an activation code').click();
  await page.getByLabel('Activation code').fill('WRONG');
  await pressContinue(page);
  await expect(page.locator('.error-summary').getByRole('link')).toHaveText(['Invalid activation code']);
});

test('leaves the other buttons to the form, and accepts Enter, in an older browser', async ({ page, fake }) => {
  await actLikeOlderBrowser(page);
  await openAt(page, 'payment/method', parentOfMinnesota());
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  await expectOnlyCodeApplied(page, fake);
  await page.getByLabel('Activation code').fill('');
  await enterHostedCard(page);
  await hostedInput(page, 'cvv').press('Enter');
  await expect(page).toHaveURL(/\/payment\/review$/);
});

test('continues with the kept card before the fields are ready', async ({ page }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/method', answers);
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  await pressContinue(page);
  const frames = await hold(page, /hosted-fields-frame/);
  await page.locator('main a[href$="/payment/method"]', { hasText: 'Change' }).click();
  await frames.arrived;
  await pressContinue(page);
  await expect(page.locator('.review-list')).toContainText('Visa ending in 1111');
  frames.release();
});

test('folds the fields below a kept card, and opens them to show the errors of what was typed', async ({ page }) => {
  await openAt(page, 'payment/review', parentOfMinnesota());
  await page.goto('payment/method');
  const another = page.getByText('Use another card');
  const number = hostedInput(page, 'number');
  await expect(number).toBeHidden();
  await another.click();
  await number.fill('4111 1111 1111 1112');
  await another.click();
  await expect(number).toBeHidden();
  await pressContinue(page);
  await expect(page.locator('.error-summary')).toBeFocused();
  await expect(number).toBeVisible();
  // The provider's fields do not survive another button, so the page does not fold where a card was typed.
  await page.getByText('I have an activation code').click();
  await page.getByLabel('Activation code').fill('none-such');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('.code-box .field-error')).toBeVisible();
  await expect(number).toBeVisible();
});

test('remembers Continue until the fields are ready', async ({ page }) => {
  const frames = await hold(page, /hosted-fields-frame/);
  await openAt(page, 'payment/method', parentOfMinnesota());
  await frames.arrived;
  await pressContinue(page);
  await expect(page.getByText(LOADING)).toBeVisible();
  await expect(page.getByText('We are checking your card.')).toHaveCount(0);
  // Firefox announces no status inside a busy element.
  await expect(page.locator('[aria-busy=true]')).not.toHaveCount(0);
  expect(await page.locator('[aria-busy=true] [role=status]').allTextContents()).not.toContain(LOADING);
  frames.release();
  const summary = page.locator('.error-summary');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(3);
  await expect(page.getByText('We are checking your card.')).toHaveCount(0);
  await enterHostedCard(page);
  await pressContinue(page);
  await expect(page).toHaveURL(/\/payment\/review$/);
});

test('replaces the texts of a page that the browser has translated', async ({ page }) => {
  const frames = await hold(page, /hosted-fields-frame/);
  await openAt(page, 'payment/method', parentOfLondon());
  await frames.arrived;
  const loading = page.getByText(LOADING);
  await expect(loading).toBeVisible();
  await translate(page);
  frames.release();
  await expect(hostedInput(page, 'number')).toBeVisible();
  await expect(loading).toHaveCount(0);

  await page.getByLabel('Name on card').fill('');
  await pressContinue(page);
  const texts = page.locator('.error-summary a, .hosted-fields .field-error, #hosted-card-holder-error');
  await expect(texts.filter({ hasText: 'Enter a valid credit card number' })).toHaveCount(2);
  await expect(texts.filter({ hasText: 'Enter the name on your card' })).toHaveCount(2);
  await translate(page);
  await page.getByLabel('Name on card').fill('A'.repeat(176));
  // Not accepted in Great Britain.
  await enterHostedCard(page, '3782 822463 10005', '1234');
  await pressContinue(page);
  await expect(texts).toHaveText([
    'Cards of this brand cannot be used here. Enter another card.',
    'The name on the card must be between 1 and 175 characters',
    'Cards of this brand cannot be used here. Enter another card.',
    'The name on the card must be between 1 and 175 characters',
  ]);
});

/** Presses Continue with a complete card. @returns the provider's call, which waits until it is released */
async function sendHeldCard(page: Page) {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await page.getByLabel('Name on card').fill('Ann');
  await enterHostedCard(page);
  const card = await hold(page, /graphql$/);
  await pressContinue(page);
  await card.arrived;
  return card;
}

test.describe('leaves the page by a button or link that is pressed while the card is checked:', () => {
  for (const { name, press, address } of [
    { name: 'Exit this page', press: 'header button.exit', address: /\/join\/exit$/ },
    { name: 'Back', press: 'main button[name=back]', address: /payment\/method$/ },
    { name: 'a language', press: 'header button[value=es]', address: /payment\/method$/ },
    { name: 'a link', press: 'header a.logo', address: /\/ofw\/home\.form$/ },
  ]) {
    test(name, async ({ page }) => {
      await openAt(page, 'payment/method', parentOfMinnesota());
      await page.getByLabel('Name on card').fill('Ann');
      await enterHostedCard(page);
      const card = await hold(page, /graphql$/);
      const elsewhere = await hold(page, address, { html: '<h1>Weather</h1>' });
      await pressContinue(page);
      await expect(page.getByText('We are checking your card.')).toBeVisible();
      await card.arrived;
      const isChecked = page.locator('.hosted-fields > [role=status]').evaluate(becomesEmpty);
      await page.locator(press).evaluate((element: HTMLElement) => element.click());
      await elsewhere.arrived;
      // The card's call ends before the next page arrives.
      card.release();
      await isChecked;
      elsewhere.release();
      await expect(page.getByRole('heading')).toHaveText('Weather');
      expect(elsewhere.bodies.filter((body) => body.includes('cardNonce'))).toEqual([]);
      expect(elsewhere.bodies).toHaveLength(1);
    });
  }

  test('not by a link that opens another tab', async ({ page, context }) => {
    const card = await sendHeldCard(page);
    const tab = context.waitForEvent('page');
    await page.locator('header a.logo').click({ modifiers: ['ControlOrMeta'] });
    await tab;
    card.release();
    await expect(page).toHaveURL(/\/payment\/review$/);
  });

  test('not by a form that closes its dialog', async ({ page }) => {
    const card = await sendHeldCard(page);
    await page.evaluate(() => {
      // As in the banner (app/components/page/notice.tsx).
      document.body.insertAdjacentHTML(
        'beforeend',
        '<dialog open><form method="dialog"><button>OK</button></form></dialog>',
      );
      document.querySelector<HTMLElement>('dialog button')!.click();
    });
    card.release();
    await expect(page).toHaveURL(/\/payment\/review$/);
  });

  test('Continue, pressed after a link that is still loading', async ({ page }) => {
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.getByLabel('Name on card').fill('Ann');
    await enterHostedCard(page);
    const card = await hold(page, /graphql$/);
    const elsewhere = await hold(page, /\/ofw\/home\.form$/);
    await pressContinue(page);
    await card.arrived;
    await page.evaluate(() => {
      document.querySelector<HTMLElement>('header a.logo')!.click();
      document.querySelector<HTMLElement>('main button.primary')!.click();
    });
    await elsewhere.arrived;
    card.release();
    await expect(page).toHaveURL(/\/payment\/review$/);
  });
});

test.describe('after a failure', () => {
  test.use({ expectedErrors: /Failed to load resource|violates the following Content Security Policy/ });

  test('keeps the card if tokenising fails, and accepts it on the next press', async ({ page, fake }) => {
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.getByLabel('Name on card').fill('Ann');
    await enterHostedCard(page);
    fake.set({ accident: 'server-error', path: /graphql/ });
    await pressContinue(page);
    await expect(page.locator('.error-summary')).toContainText('We could not reach the payment service');
    await expect(hostedInput(page, 'number')).toHaveValue('4111 1111 1111 1111');
    fake.set();
    await pressContinue(page);
    await expect(page).toHaveURL(/\/payment\/review$/);
  });

  test('sends the same card again if the form is stopped, and checks a changed one', async ({ page, fake }) => {
    const answers = parentOfMinnesota();
    await openAt(page, 'payment/method', answers);
    await page.getByLabel('Name on card').fill('Ann');
    await enterHostedCard(page);
    const before = fake.requests.length;
    const posts = await stopPosts(page, 3);
    await pressContinue(page);
    await expect.poll(() => posts.length).toBe(1);
    await pressContinue(page);
    await expect.poll(() => posts.length).toBe(2);
    expect(posts[1]).toBe(posts[0]);
    await page.getByLabel('Name on card').fill('Bea');
    await pressContinue(page);
    await expect.poll(() => posts.length).toBe(3);
    await pressContinue(page);
    await expect(page).toHaveURL(/\/payment\/review$/);
    const nonces = posts.map((body) => new URLSearchParams(body).getAll('cardNonce'));
    expect(nonces).toEqual([[expect.any(String)], nonces[0], [expect.any(String)], nonces[2]]);
    expect(nonces[2]).not.toEqual(nonces[0]);
    const tokenised = fake.requests.slice(before).filter(({ body }) => body.includes('TokenizeCreditCard'));
    expect(tokenised).toHaveLength(2);
    const charged = fake.books.transactions.length;
    await submit(page, 'payment/review', answers);
    await expect(page).toHaveURL(/\/credentials$/);
    expect(fake.books.transactions).toHaveLength(charged + 1);
  });

  test('shows the plain form if the fields do not load within 10 seconds', async ({ page }) => {
    const answers = parentOfMinnesota();
    await page.route(/hosted-fields-frame/, () => undefined);
    const start = new Date('2026-03-01T12:00:00Z').getTime();
    await page.clock.install({ time: start });
    await openAt(page, 'payment/method', answers);
    await expect(page.getByText(LOADING)).toBeVisible();
    const waiting = await page.evaluate(() => Date.now());
    await expect(page.getByLabel('Card number')).toBeHidden();
    await page.getByLabel('Name on card').fill('Ann Lee');
    // With a stopped clock, a slow machine does not look like a slow provider.
    await page.clock.pauseAt(start + 9_500);
    await expect(page.getByText(LOADING)).toBeVisible();
    await page.clock.fastForward(waiting + 10_000 - (start + 9_500));
    await expect(page.getByLabel('Card number')).toBeVisible();
    await expect(page.getByText(LOADING)).toHaveCount(0);
    await expect(page.getByLabel('Name on card')).toHaveValue('Ann Lee');
    await submit(page, 'payment/method', answers);
    await expect(page.locator('.review-list')).toContainText('Visa ending in 1111');
  });

  test('leads to the plain form after Continue if the fields do not load', async ({ page }) => {
    await page.route(/hosted-fields-frame/, () => undefined);
    await page.clock.install();
    await openAt(page, 'payment/method', parentOfMinnesota());
    await expect(page.getByText(LOADING)).toBeVisible();
    await pressContinue(page);
    await page.clock.fastForward(10_100);
    await expect(page.getByLabel('Card number')).toBeFocused();
  });

  test('shows the plain form if a script of the provider is blocked', async ({ page }) => {
    const answers = parentOfMinnesota();
    await page.route(isProvidersScript, (route) => route.abort());
    await openAt(page, 'payment/method', answers);
    await expect(page.getByLabel('Card number')).toBeVisible();
    await submit(page, 'payment/method', answers);
    await expect(page).toHaveURL(/\/payment\/review$/);
  });

  test('replaces the plain form’s errors together with the plain form', async ({ page }) => {
    await page.route(isProvidersScript, (route) => route.abort());
    await openAt(page, 'payment/method', parentOfMinnesota());
    await expect(page.getByLabel('Card number')).toBeVisible();
    await page.unroute(isProvidersScript);
    const plainTitle = await page.title();
    const name = page.getByLabel('Name on card');
    await name.fill('');
    await pressContinue(page);
    await expect(hostedInput(page, 'number')).toBeVisible();
    const summaries = page.locator('.error-summary');
    await expect(summaries.getByRole('link')).toHaveText([
      'Enter a valid credit card number',
      'Enter a valid expiration date',
      'Enter a valid security code',
      'Enter the name on your card',
    ]);
    await expect(summaries).toBeFocused();
    await expect(page.getByText('Enter the name on your card')).toHaveCount(2);
    await summaries.getByRole('link', { name: 'Enter a valid credit card number' }).click();
    await expect(hostedInput(page, 'number')).toBeFocused();
    await enterHostedCard(page);
    await expect(summaries.getByRole('link')).toHaveText(['Enter the name on your card']);
    await expect(page).toHaveTitle(`Error: ${plainTitle}`);
    await summaries.getByRole('link').click();
    await expect(name).toBeFocused();
    await name.fill('Ann');
    await expect(summaries).toHaveCount(0);
    await expect(page).toHaveTitle(plainTitle);
    await pressContinue(page);
    await expect(page).toHaveURL(/\/payment\/review$/);
  });

  test('reports another card that was refused before the fields were ready', async ({ page }) => {
    await page.route(isProvidersScript, (route) => route.abort());
    await openAt(page, 'payment/review', parentOfMinnesota());
    await page.goto('payment/method');
    await page.getByText('Use another card').click();
    await page.getByLabel('Card number').fill('4111 1111 1111 1111');
    await page.getByLabel('Security code').fill('12');
    await page.getByLabel('Security code').press('Tab');
    // The error moves Continue down.
    await expect(page.getByText('Enter a valid security code')).toBeVisible();
    await page.unroute(isProvidersScript);
    await pressContinue(page);
    await expect(hostedInput(page, 'number')).toBeVisible();
    await expect(page.locator('.error-summary')).toBeFocused();
    await expect(page).toHaveTitle(/^Error: /);
  });

  test('shows the plain form if a script of the site is blocked', async ({ page }) => {
    await page.route(/\/app\/join\/assets\/entry/, (route) => route.abort());
    await openAt(page, 'payment/method', parentOfMinnesota());
    await expect(page.getByLabel('Card number')).toBeVisible();
  });

  test('shows the plain form at once if a host of the provider is down', async ({ page }) => {
    await page.route(/braintree-api\.com/, (route) => route.abort());
    await openAt(page, 'payment/method', parentOfMinnesota());
    await expect(page.getByLabel('Card number')).toBeVisible();
  });
});

test('passes axe and fits its width, with and without errors', async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await expect(hostedInput(page, 'number')).toBeVisible();
  // The provider controls the content of its frames.
  await expectSound(page, '.hosted-field iframe');
  await pressContinue(page);
  await expectSound(page, '.hosted-field iframe');
});

/** Runs in the page, because Playwright finds no element while another page is loading. */
function becomesEmpty(element: HTMLElement): Promise<void> {
  return new Promise((resolve) => {
    new MutationObserver(() => {
      if (element.textContent === '') resolve();
    }).observe(element, { childList: true, characterData: true, subtree: true });
  });
}
