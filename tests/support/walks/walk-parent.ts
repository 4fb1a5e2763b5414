import { BUTTONS, READY_MADE_STEPS, type ParentAnswers, type ParentStep } from '~tests/answers/parent-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';

/** Fills in the open step and presses its button. */
export function submitStep(browser: PlainBrowser, step: ParentStep, answers: ParentAnswers): Promise<Page> {
  if (!browser.page.path.startsWith(`/${step}`)) throw new Error(`Not on ${step}, but on ${browser.page.describe()}`);
  browser.fill(answers[step]);
  return browser.press(BUTTONS[step]);
}

/** Walks from the first step to another, and leaves it open. */
export async function walkTo(
  browser: PlainBrowser,
  goal: ParentStep | 'receipt',
  answers: ParentAnswers,
  steps: readonly ParentStep[] = READY_MADE_STEPS,
): Promise<Page> {
  await browser.open('/step1');
  for (const step of steps) {
    if (step === goal) break;
    await submitStep(browser, step, answers);
  }
  if (goal === 'receipt') await browser.waitForRefresh();
  if (browser.page.path !== `/${goal}`)
    throw new Error(
      `${goal} was not reached, because ${browser.page.describe()} is open: ${browser.page.errors.join()}`,
    );
  return browser.page;
}

/** Presses Continue on answered steps until a step is open. */
export async function continueTo(browser: PlainBrowser, goal: ParentStep): Promise<Page> {
  for (let pages = 0; pages < READY_MADE_STEPS.length && browser.page.path !== `/${goal}`; pages += 1)
    await browser.press('Continue');
  return browser.page;
}
