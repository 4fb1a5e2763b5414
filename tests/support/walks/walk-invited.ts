import type { CoParentAnswers, InvitedStep } from '~tests/answers/invited-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';

const BUTTONS: Partial<Record<InvitedStep, string>> = { 'payment/review': 'Pay now', credentials: 'Complete Signup' };

/** The steps of an invited parent who pays for a ready-made package, in order. */
export const PAYING_STEPS = [
  'step1',
  'packages',
  'payment/billing',
  'payment/method',
  'payment/review',
  'credentials',
] as const satisfies readonly InvitedStep[];

/** Fills in the open step and presses its button. */
export function submitInvitedStep(browser: PlainBrowser, step: InvitedStep, answers: CoParentAnswers): Promise<Page> {
  if (browser.page.path !== `/invite/${step}`) throw new Error(`Not on ${step}, but on ${browser.page.describe()}`);
  browser.fill(answers[step]);
  // A payment in the United States accepts the terms. Invited parents who do not pay must accept them here.
  if (step === 'credentials' && browser.page.$('[name=termsAndConditions]').length > 0)
    browser.fill({ termsAndConditions: true });
  return browser.press(BUTTONS[step] ?? 'Continue');
}

/** Walks from the welcome page through some steps, to the page after them. */
export async function walkInvited(
  browser: PlainBrowser,
  steps: readonly InvitedStep[],
  answers: CoParentAnswers,
): Promise<Page> {
  if (browser.page.path === '/invite') await browser.follow('Get Started');
  for (const step of steps) await submitInvitedStep(browser, step, answers);
  return browser.page;
}

/** Walks from the welcome page to a step, and leaves it open. */
export function walkInvitedTo(browser: PlainBrowser, goal: InvitedStep, answers: CoParentAnswers): Promise<Page> {
  const steps: readonly InvitedStep[] = PAYING_STEPS;
  return walkInvited(browser, steps.slice(0, steps.indexOf(goal)), answers);
}
