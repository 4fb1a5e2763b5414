import { parentOfMinnesota } from '../support/parent-answers';
import { checkScreen as check, weighPages } from './check-screen';
import { expect, test } from './fixtures';
import { fill, submit } from './fill';

// A view transition that a screenshot's change of width cuts off is reported as a page error.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

test('every screen is sound to axe, fits its width, and comes in one first flight', async ({
  page,
  javaScriptEnabled,
}) => {
  test.skip(javaScriptEnabled === false, 'axe runs in the page; the screens are the same');
  test.slow();
  const weighed = weighPages(page);
  const answers = parentOfMinnesota();
  const fail = () => page.locator('main button.primary').click();

  await page.goto('signup');
  await check(page, 'signup');
  await page.goto('coparentstatus');
  await check(page, 'co-parent status');
  await page.goto('coparentstatus?account=yes');
  await check(page, 'co-parent status, guidance');
  await page.goto('step1');
  await check(page, 'step 1');
  await fail();
  await check(page, 'step 1, errors');
  await submit(page, 'step1', answers);
  await check(page, 'step 2');
  await page.getByRole('button', { name: 'Add Child' }).click();
  await fail();
  await check(page, 'step 2, errors');
  await page.getByRole('button', { name: 'Remove' }).last().click();
  await fill(page, { ...answers.step2, email: 'known.coparent@example.com' });
  await fail();
  await expect(page.getByText("Your co-parent's account may be a duplicate.")).toBeVisible();
  await check(page, 'step 2, duplicate warning');
  await submit(page, 'step2', answers);
  await check(page, 'step 3');
  await fail();
  await check(page, 'step 3, errors');
  await fill(page, { packageId: '2041' });
  await fail();
  await check(page, 'build your own');
  await submit(page, 'alacarte', answers);
  await check(page, 'billing');
  await fail();
  await check(page, 'billing, errors');
  await submit(page, 'payment/billing', answers);
  await check(page, 'payment');
  await fail();
  await check(page, 'payment, errors');
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await check(page, 'PayPal stand-in');
  const approval = page.url();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await check(page, 'payment, PayPal cancelled');
  await page.goto(approval);
  await check(page, 'PayPal stand-in, answered');
  await page.goto('payment/method');
  await page.getByRole('button', { name: 'PayPal', exact: true }).click();
  await page.getByRole('button', { name: 'Approve' }).click();
  await check(page, 'review, PayPal');
  await page.goto('payment/method');
  await check(page, 'payment, PayPal approved');
  await submit(page, 'payment/method', answers);
  await check(page, 'review');
  await submit(page, 'payment/review', answers);
  await check(page, 'credentials');
  await fail();
  await check(page, 'credentials, errors');
  await submit(page, 'credentials', answers);
  await page.goto('credentials?stay=1');
  await check(page, 'logged in');
  await page.goto('receipt');
  await check(page, 'receipt');
  await page.goto('receipt');
  await check(page, 'receipt, reloaded');
  await page.goto('duplicate');
  await check(page, 'duplicate');
  await page.goto('demo');
  await check(page, 'demo');
  await page.goto('nowhere');
  await check(page, 'not found');

  await weighed.expectOneFlight();
});
