import type { Page } from '@playwright/test';
import { buttonNamed } from '~tests/browser/button-name';
import { BUTTONS, type Answers, type ParentAnswers, type ParentStep } from '~tests/answers/parent-answers';

export async function fill(page: Page, answers: Answers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    for (const one of Array.isArray(value) ? value : [value]) await fillOne(page, name, one);
  }
}

async function fillOne(page: Page, name: string, value: string | boolean): Promise<void> {
  const control = page.locator(`main [name="${name}"]`);
  if (typeof value === 'boolean') return control.setChecked(value);
  // Not `evaluate`, for which Playwright sends its scripts to each page a second time.
  const type = await control.first().getAttribute('type');
  if (type === 'radio' || type === 'checkbox') return page.locator(`main [name="${name}"][value="${value}"]`).check();
  if (type === null && (await page.locator(`main select[name="${name}"]`).count()) > 0)
    return void (await control.selectOption(value));
  return control.fill(value);
}

/** Opens the language menu and picks a language. */
export async function chooseLanguage(page: Page, name: string): Promise<void> {
  await page.locator('.languages summary').click();
  await page.getByRole('button', { name, exact: true }).click();
}

/** Fills a step and presses its main button. */
export async function submit(page: Page, step: ParentStep, answers: ParentAnswers): Promise<void> {
  await fill(page, answers[step]);
  await page
    .locator('main')
    .getByRole('button', { name: buttonNamed(BUTTONS[step]) })
    .click();
}
