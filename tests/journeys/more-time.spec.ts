import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { expect, test, type Page } from './fixtures';
import { openAt } from './open-at';

test.use({ viewport: { width: 360, height: 780 } });

const reminder = (page: Page) => page.locator('.more-time');

/** Advances the reminder's clock instead of waiting for 95 minutes. */
function passTime(page: Page, minutes: number): Promise<void> {
  return reminder(page).evaluate((element, passed) => {
    const [animation] = element.getAnimations();
    if (!animation) throw new Error('The reminder has no animation');
    animation.currentTime = passed * 60_000;
  }, minutes);
}

test('shows the reminder in time without a script, and keeps typed values', { tag: '@plain' }, async ({ page }) => {
  await openAt(page, 'step2', parentOfMinnesota());
  const button = page.getByRole('button', { name: 'I need more time' });
  await expect(button).toHaveCount(0);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  const before = await height();

  await passTime(page, 94.9);
  await expect(button).toHaveCount(0);
  expect(await height()).toBe(before);
  await page.getByLabel('First name').first().fill('Ben');
  await passTime(page, 95.1);
  await expect(button).toBeInViewport();
  await expect(page.getByRole('status')).toContainText('Are you still there?');

  // The reminder must not cover the focused element.
  const email = page.locator('#answers-email');
  await email.focus();
  const [field, bar] = await Promise.all([email.boundingBox(), reminder(page).boundingBox()]);
  expect(field!.y + field!.height).toBeLessThanOrEqual(bar!.y);

  await button.press('Enter');
  const given = page.getByText('What you entered is kept for another 2 hours.');
  await expect(given).toBeFocused();
  await expect(page.getByLabel('First name').first()).toHaveValue('Ben');
  await expect(button).toHaveCount(0);
});

test(
  'stays in view below the two cards of Review, and is followed by its result above them',
  { tag: '@off' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 560 });
    await openAt(page, 'payment/review', parentOfMinnesota());
    await passTime(page, 95.1);
    const button = page.getByRole('button', { name: 'I need more time' });
    await expect(button).toBeInViewport();
    await button.press('Enter');
    const given = page.getByText('What you entered is kept for another 2 hours.');
    await expect(given).toBeFocused();
    const [notice, cards] = await Promise.all([given, page.locator('.panes')].map((one) => one.boundingBox()));
    expect(notice!.y + notice!.height).toBeLessThan(cards!.y);
  },
);

test('covers no focused control, link or summary of the form', { tag: '@off' }, async ({ page }) => {
  await openAt(page, 'payment/method', parentOfMinnesota());
  await passTime(page, 95.1);
  await expect(reminder(page)).toBeInViewport();
  const distances = await page
    .locator('form#answers :is(input, button, summary, a[href]):visible')
    .evaluateAll((elements) =>
      elements
        .filter((element) => !element.closest('.more-time'))
        .map((element) => {
          // In view, but below the reminder: browsers then scroll only by the margins of the stylesheet.
          scrollBy(0, element.getBoundingClientRect().bottom - innerHeight + 10);
          (element as HTMLElement).focus();
          const bar = document.querySelector('.more-time')!.getBoundingClientRect();
          return bar.top - element.getBoundingClientRect().bottom;
        }),
    );
  expect(distances.length).toBeGreaterThan(0);
  expect(Math.min(...distances)).toBeGreaterThanOrEqual(0);
});

test('shows the text field of a referral for the answers that need it, and for an error', async ({ page }) => {
  await openAt(page, 'payment/billing', parentOfMinnesota());
  const more = page.getByLabel('Tell us more');
  const source = page.getByLabel('How did you');
  await expect(more).toBeHidden();
  for (const answer of ['REFERRED_FL', 'COURT_ORDERED', 'OTHER']) {
    await source.selectOption(answer);
    await expect(more).toBeVisible();
    await source.selectOption('NEWS');
    await expect(more).toBeHidden();
  }
  await source.selectOption('OTHER');
  await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(page.getByRole('link', { name: 'Tell us more about how you heard about us' })).toBeVisible();
  await source.selectOption('NEWS');
  await expect(more).toBeVisible();
  await more.fill('A poster');
});
