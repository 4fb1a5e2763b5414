import { pathAfter, parentOfLondon, parentOfMinnesota } from '~tests/answers/parent-answers';
import { expect, test, type Page } from './fixtures';
import { fill, submit } from './fill';
import { openAt } from './open-at';

test.use({
  viewport: { width: 360, height: 780 },
  settings: { FLAGS: 'GROW450=treatment,PARENT_B_EMAIL_SPEED_BUMP=treatment' },
});

const EXIT = 'Exit this page';

const withoutEmail = () => {
  const answers = parentOfMinnesota();
  const { email: _email, ...family } = answers.step2;
  return { ...answers, step2: { ...family, knowsCoParentEmail: 'no', phoneNumber: '6125550177' } };
};

async function openSpeedBump(page: Page) {
  const answers = withoutEmail();
  await openAt(page, 'step2', answers);
  await submit(page, 'step2', answers);
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  return { dialog, answers };
}

async function openMismatch(page: Page, hasScript: boolean) {
  await openAt(page, 'payment/billing', parentOfMinnesota());
  const { country, ...london } = parentOfLondon()['payment/billing'];
  await page.locator('[name=country]').selectOption(String(country));
  if (!hasScript) await page.getByRole('button', { name: 'Update' }).first().click();
  await expect(page.locator('[name=timezone] option[value="Europe/London"]')).toBeAttached();
  await fill(page, london);
  await page.locator('main').getByRole('button', { name: 'Continue', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog).toBeVisible();
  return dialog;
}

/** Returns the names of all tab stops. */
async function tabAround(page: Page): Promise<string[]> {
  const seen: string[] = [];
  for (let count = 0; count < 12; count += 1) {
    const focused = await page.evaluate(() => {
      const { activeElement: one } = document;
      if (one === null || one === document.body || one === document.documentElement) return null;
      return one.getAttribute('aria-label') ?? one.getAttribute('name') ?? one.textContent?.trim() ?? '';
    });
    if (focused !== null) seen.push(focused === 'intent' ? 'button' : focused);
    await page.keyboard.press('Tab');
  }
  return [...new Set(seen)].sort();
}

/** Returns the names in the accessibility tree. */
async function accessibleNames(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.flatMap(({ ignored, name }) => (ignored || !name?.value ? [] : [String(name.value)]));
}

async function expectRestInert(page: Page, inside: string) {
  const names = await accessibleNames(page);
  expect(names).toContain(inside);
  expect(names).toContain(EXIT);
  for (const behind of ['Log In', 'Language: English', 'Terms & Conditions', 'Back', 'Skip to the content', 'Steps'])
    expect(names).not.toContain(behind);
  // The page behind keeps its layout: Exit at the right edge, and no second card.
  const { x, width } = (await page.getByRole('button', { name: EXIT }).boundingBox())!;
  expect(x + width).toBe(340);
  await expect(page.locator('main.sheet')).toHaveCount(0);
  // Exit is above the backdrop, and the dialog does not cover it, even on a phone in landscape.
  for (const viewport of [
    { width: 640, height: 360 },
    { width: 360, height: 780 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: EXIT }).click({ trial: true });
  }
}

test('keeps the focus in the dialog for the co-parent’s e-mail and on Exit', { tag: '@plain' }, async ({ page }) => {
  const { dialog, answers } = await openSpeedBump(page);
  await expect(dialog.locator('[name=speedBumpEmail]')).toBeFocused();
  await expect(dialog.getByRole('button').first()).toHaveAccessibleName('Close');
  expect(await tabAround(page)).toEqual(['Close', EXIT, 'button', 'speedBumpEmail']);
  await expectRestInert(page, "Do you have your co-parent's email?");
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(dialog).toBeHidden();
  for (const [name, value] of Object.entries(answers.step2)) {
    if (typeof value === 'string' && !name.startsWith('knows'))
      await expect(page.locator(`main [name="${name}"]`)).toHaveValue(value);
  }
  expect(await accessibleNames(page)).toContain('Log In');
});

test('submits the dialog on Enter, with the form behind it', { tag: '@plain' }, async ({ page }) => {
  const { dialog, answers } = await openSpeedBump(page);
  const email = dialog.locator('[name=speedBumpEmail]');
  await email.fill('no address');
  await email.press('Enter');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await email.fill(`ben.${Date.now()}@example.com`);
  await email.press('Enter');
  await expect(page).toHaveURL(new RegExp(`${pathAfter('step2')}$`));
  await page.goto('step2');
  const child = Object.entries(answers.step2).find(([name]) => name.startsWith('children[0]'));
  await expect(page.locator(`main [name="${child![0]}"]`)).toHaveValue(String(child![1]));
});

test('ignores Escape in the dialog about another country, which has only one button', async ({
  page,
  javaScriptEnabled,
}) => {
  const hasScript = javaScriptEnabled !== false;
  const dialog = await openMismatch(page, hasScript);
  await expect(dialog.getByRole('button', { name: 'OK' })).toBeFocused();
  expect(await tabAround(page)).toEqual([EXIT, 'button']);
  await expectRestInert(page, 'OK');
  await page.keyboard.press('Escape');
  await expect(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'OK' }).click();
  await expect(page).toHaveURL(new RegExp(`${pathAfter('step2')}$`));
});
