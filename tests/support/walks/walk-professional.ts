import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import {
  PROFESSIONAL_BUTTONS,
  PROFESSIONAL_STEPS,
  type ProfessionalAnswers,
  type ProfessionalStep,
} from '~tests/answers/professional-answers';

/** Fills in the open step, with Update for lists that depend on country or region, and presses its button. */
export async function submitProfessionalStep(
  browser: PlainBrowser,
  step: ProfessionalStep,
  answers: ProfessionalAnswers,
): Promise<Page> {
  if (browser.page.path !== `/pro/${step}`) throw new Error(`Not on ${step}, but on ${browser.page.describe()}`);
  if (step === 'practice') {
    const { region, timezone, roles, ...rest } = answers.practice;
    browser.fill(rest);
    await browser.press('Update');
    if (region) {
      browser.fill({ region });
      await browser.press('Update');
    }
    browser.fill({ ...(timezone && { timezone }), roles: roles! });
  } else browser.fill(answers[step]);
  return browser.press(PROFESSIONAL_BUTTONS[step]);
}

/** Walks from the first step to another, and leaves it open. */
export async function walkProfessionalTo(
  browser: PlainBrowser,
  goal: ProfessionalStep | 'done',
  answers: ProfessionalAnswers,
): Promise<Page> {
  await browser.open('/pro');
  for (const step of PROFESSIONAL_STEPS) {
    if (step === goal) break;
    await submitProfessionalStep(browser, step, answers);
  }
  if (browser.page.path !== `/pro/${goal}`)
    throw new Error(
      `${goal} was not reached, because ${browser.page.describe()} is open: ${browser.page.errors.join()}`,
    );
  return browser.page;
}
