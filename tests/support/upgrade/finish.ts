import { expect } from 'vitest';
import type { CoParentAnswers } from '~tests/answers/invited-answers';
import type { ParentAnswers } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { walkOn } from './walk-on';

/** The main product's home page. */
export const HOME = '/ofw/home.form';
/** Targets after setting the credentials: the login form if AUTH_COOKIE_NAME is not set, or else the main product. */
export const LED_ON = ['/ofw/login.form', '/ofw/appv2/home.form'];
export const RELOADED = 'You have tried to reload your receipt.';

/** Continues from the open page to the receipt. @param total on the receipt, or null to skip the check */
export async function finishAsParent(
  browser: PlainBrowser,
  answers: ParentAnswers,
  total: string | null = '179.55',
): Promise<void> {
  await walkOn(browser, answers, '/receipt');
  expect(browser.page.text('main')).not.toContain(RELOADED);
  if (total !== null) expect(browser.page.text('main')).toContain(total);
}

export async function finishAsInvited(
  browser: PlainBrowser,
  answers: CoParentAnswers,
  end = '/invite/receipt',
): Promise<void> {
  await walkOn(browser, answers, end);
}
