import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { buttonNamed } from '~tests/browser/button-name';
import { fill } from './fill';
import { expect, test } from './fixtures';
import { openAt } from './open-at';

/* Each page belongs to one sign-up, also in two tabs. */

test.use({ expectedErrors: /status of 409/ });

test(
  'writes nothing for the next visitor from a tab left open after Exit',
  { tag: '@plain' },
  async ({ page, context }) => {
    const [first, second] = [parentOfMinnesota(), parentOfMinnesota()];
    await openAt(page, 'step3', first);
    const tab = await context.newPage();
    await tab.goto('step2');
    // The other site may be unreachable: its error page would interrupt the next one.
    const left = page.waitForEvent('framenavigated');
    await page.getByRole('button', { name: 'Exit this page' }).click();
    await left;
    await openAt(page, 'step3', second);

    await fill(tab, { ...first.step2, firstName: 'Stranger' });
    await tab.locator('main').getByRole('button', { name: 'Continue' }).click();
    await expect(tab.getByRole('heading', { level: 1 })).toHaveText('This page is out of date');
    for (const text of ['Stranger', String(second.step1.email)]) {
      await expect(tab.locator('main')).not.toContainText(text);
    }
    await tab.getByRole('link', { name: 'Go to the current sign-up' }).click();
    await expect(tab).toHaveURL(/\/step3$/);
    await page.goto('step2');
    await expect(page.locator('[name="firstName"]')).toHaveValue('Ben');
  },
);

test('charges once for three clicks on Pay now', async ({ page, request }) => {
  const answers = parentOfMinnesota();
  await openAt(page, 'payment/review', answers);
  const demo = `demo?email=${encodeURIComponent(String(answers.step1.email))}`;
  await page.getByRole('button', { name: buttonNamed('Pay now') }).click({ clickCount: 3, noWaitAfter: true });
  await expect(page).toHaveURL(/\/credentials$/);
  expect((await (await request.get(demo)).text()).split('data-payment=')).toHaveLength(2);
});
