import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { expect, test, type Page } from './fixtures';
import { openAt } from './open-at';

/** Reads the banner's animation instead of waiting 15 seconds. */
function animationOf(page: Page) {
  return page.locator('.banner').evaluate((banner) => {
    const [animation] = banner.getAnimations();
    return { waits: animation?.effect?.getTiming().delay, state: animation?.playState };
  });
}

test(
  'hides a banner after 15 seconds without hover or focus, or on Close, and keeps its text in the page',
  { tag: '@off' },
  async ({ page }) => {
    await openAt(page, 'payment/method', parentOfMinnesota());
    await page.goto('payment/paypal/return?state=none&ba_token=none');
    const banner = page.getByRole('dialog', { name: 'Message' });
    const close = banner.getByRole('button', { name: 'Close' });
    await expect(banner.getByRole('status')).toHaveText('We could not use that answer from PayPal.');
    expect(await animationOf(page)).toEqual({ waits: 15_000, state: 'running' });
    expect((await banner.boundingBox())?.height).toBe(75);

    await banner.hover();
    expect(await animationOf(page)).toMatchObject({ state: 'paused' });
    await page.mouse.move(0, 500);
    expect(await animationOf(page)).toMatchObject({ state: 'running' });
    await close.focus();
    expect(await animationOf(page)).toMatchObject({ state: 'paused' });
    await close.blur();

    await banner.evaluate((element) => element.getAnimations()[0]!.finish());
    await expect(banner).toBeHidden();
    const room = () => page.locator('body').evaluate((body) => getComputedStyle(body).paddingTop);
    expect(await room()).toBe('75px');
    await page.locator('body').evaluate((body) => body.getAnimations()[0]!.finish());
    expect(await room()).toBe('0px');
    await expect(page.locator('main .notice')).toContainText('We could not use the answer that came back from PayPal');

    await page.goto('payment/paypal/return?state=none&ba_token=none');
    // The button also works by keyboard, without a script.
    await close.press('Enter');
    await expect(page.locator('.banner')).toBeHidden();
    await expect(page.locator('main .notice')).toBeVisible();
    await page.reload();
    await expect(page.locator('.banner, main .notice.warning')).toHaveCount(0);
  },
);
