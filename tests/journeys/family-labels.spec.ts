import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { chooseLanguage, fill } from './fill';
import { expect, test } from './fixtures';
import { topOf } from './layout';
import { openAt } from './open-at';

test(
  'marks e-mail or phone as optional when the parent knows the e-mail or not',
  { tag: '@plain' },
  async ({ page }) => {
    await openAt(page, 'step2', parentOfMinnesota());
    const email = page.locator('form [name=email]');
    const phone = page.locator('form [name=phoneNumber]');
    await expect(email).toHaveAccessibleName('Email');
    await page.getByLabel('No', { exact: true }).check();
    await expect(email).toHaveAccessibleName('Email (optional)');
    await expect(phone).toHaveAccessibleName('Phone number');
    await phone.fill('6125550177');
    await page.getByLabel('Yes', { exact: true }).check();
    await expect(email).toHaveAccessibleName('Email');
    await expect(phone).toHaveAccessibleName('Phone number (optional)');
  },
);

test('hides the phone while it is optional, empty and without an error', { tag: '@plain' }, async ({ page }) => {
  await openAt(page, 'step2', parentOfMinnesota());
  const phone = page.locator('form [name=phoneNumber]');
  const code = page.locator('form [name=countryCode]');
  await expect(phone).toBeHidden();
  await expect(code).toBeHidden();
  await page.getByLabel('No', { exact: true }).check();
  await expect(code).toBeVisible();
  await phone.fill('1');
  await page.getByLabel('Yes', { exact: true }).check();
  await page.locator('main').getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('Must be between 8 and 15 digits').last()).toBeVisible();
  await phone.fill('');
  await expect(phone).toBeVisible();
});

test("shows a child's e-mail field if its value is invalid", { tag: '@plain' }, async ({ page }) => {
  const { step2 } = parentOfMinnesota();
  await openAt(page, 'step2', parentOfMinnesota());
  const email = page.locator('[name="children[0].email"]');
  await expect(email).toBeHidden();
  await page.getByText("Add child's email (optional)").click();
  await fill(page, { ...step2, 'children[0].email': 'cleo' });
  await page.locator('main').getByRole('button', { name: 'Continue' }).click();
  await expect(email).toBeVisible();
  await expect(email).toHaveValue('cleo');
  await expect(email).toHaveAccessibleDescription('Invalid email address');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 360, height: 780 } });

  for (const language of ['English', 'Español'])
    test(
      `fits the form with all errors in fewer than three screens, in ${language}`,
      { tag: '@plain' },
      async ({ page }) => {
        await openAt(page, 'step2', parentOfMinnesota());
        await chooseLanguage(page, language);
        await page.getByLabel('No', { exact: true }).check();
        await page
          .locator('summary')
          .filter({ hasText: /email|correo/ })
          .last()
          .click();
        await fill(page, { email: 'ben', 'children[0].email': 'cleo' });
        await page
          .locator('main')
          .getByRole('button', { name: /^Contin/ })
          .click();
        await expect(page.locator('main .field-error')).toHaveCount(6);
        const buttons = page.locator('.step-buttons');
        expect((await topOf(buttons)) + (await buttons.boundingBox())!.height).toBeLessThan(2200);
      },
    );

  for (const language of ['English', 'Español'])
    test(
      `shows the first field of step 1 in the upper half of the screen, in ${language}`,
      { tag: '@plain' },
      async ({ page }) => {
        await page.goto('step1');
        await chooseLanguage(page, language);
        await expect(
          page.getByText(language === 'English' ? 'Please provide your contact information' : 'Proporcione'),
        ).toBeVisible();
        expect(await topOf(page.locator('main form [name=firstName]'))).toBeLessThanOrEqual(360);
      },
    );

  test('keeps two names on one line if only one has an error', { tag: '@plain' }, async ({ page }) => {
    await openAt(page, 'step2', parentOfMinnesota());
    await fill(page, { firstName: 'Ben' });
    await page.locator('main').getByRole('button', { name: 'Continue' }).click();
    await expect(page.locator('#answers-lastName-error')).toBeVisible();
    const [first, last] = ['[name=firstName]', '[name=lastName]'].map((name) => page.locator(`main form ${name}`));
    expect(Math.abs((await topOf(last!)) - (await topOf(first!)))).toBeLessThan(1);
    expect((await last!.boundingBox())!.x).toBeGreaterThan(180);
  });
});
