import { parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { latch } from '~tests/latch';
import { expect, test } from './fixtures';
import { chooseLanguage } from './fill';
import { openAt } from './open-at';

test('shows the amount on Pay now, and the progress before the response', { tag: '@script' }, async ({ page }) => {
  await openAt(page, 'payment/review', parentOfMinnesota());
  const button = page.getByRole('button', { name: 'Pay now, $179.55', exact: true });
  await expect(button).toBeVisible();
  // Delays the response until the test has checked the page.
  const held = latch();
  await page.route(/\/payment\/review$/, async (route) => {
    await held.opened;
    await route.continue();
  });
  const paying = page.getByText('Paying… Please keep this page open.');
  await expect(paying).toHaveCount(0);
  // In the page, because a locator waits for the navigation. Escape, which cancels it, ends the message.
  await page.evaluate(async () => {
    const buttons = document.querySelector('.step-buttons')!;
    const untilPaying = (isPaying: boolean, act: () => void) =>
      new Promise<void>((resolve) => {
        const observer = new MutationObserver(() => {
          if (buttons.textContent.includes('Paying') !== isPaying) return;
          observer.disconnect();
          resolve();
        });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true });
        act();
      });
    const press = () => buttons.querySelector<HTMLButtonElement>('.primary')!.click();
    await untilPaying(true, press);
    const escape = { key: 'Escape', bubbles: true, cancelable: true };
    document.body.addEventListener('keydown', (event) => event.preventDefault(), { once: true });
    document.body.dispatchEvent(new KeyboardEvent('keydown', escape));
    if (!buttons.closest('[data-sending]')) throw new Error('Escape that the page consumes cancels nothing.');
    await untilPaying(false, () => document.body.dispatchEvent(new KeyboardEvent('keydown', escape)));
    await untilPaying(true, press);
  });
  held.open();
  await expect(page).toHaveURL(/\/credentials$/);
});

for (const [language, parent] of [
  ['English', parentOfMinnesota],
  ['Español', parentOfMinnesota],
  ['English (UK)', parentOfLondon],
] as const) {
  test(
    `places Pay now after renewal and consent, near the end of a phone’s first screen, in ${language}`,
    { tag: '@off' },
    async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 780 });
      await openAt(page, 'payment/review', parent());
      if (language !== 'English') await chooseLanguage(page, language);
      const pay = page.locator('main .primary');
      await expect(pay).toHaveCount(1);
      const end = await pay.evaluate((button) => Math.round(button.getBoundingClientRect().bottom + window.scrollY));
      expect(end).toBeLessThanOrEqual(900);
      const words = (await page.locator('main').innerText()).split(/\s+/);
      expect(words.length).toBeLessThan(140);
      const isBelow = await pay.evaluate((button) =>
        [...document.querySelectorAll('.agree')].every(
          (text) => text.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
        ),
      );
      expect(isBelow).toBe(true);
    },
  );
}
