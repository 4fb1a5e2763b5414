import { parentOfMinnesota } from '../support/parent-answers';
import { enterHostedCard, hostedInput, pressContinue, test, walkToPayment } from './braintree-fixtures';
import { expect } from './fixtures';
import { submit } from './fill';

test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, 'they are JavaScript');

const PLAIN_CARD = '[name="cardNumber"], [name="cardExpiration"], [name="cardCvv"]';

test('a card is entered in the provider’s fields, and pays', async ({ page, fake }) => {
  const answers = parentOfMinnesota();
  await walkToPayment(page, answers);
  await expect(hostedInput(page, 'number')).toBeVisible();
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
