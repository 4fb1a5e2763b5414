import { expect } from 'vitest';
import type { CoParentAnswers } from '~tests/answers/invited-answers';
import type { ParentAnswers } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { walkOn } from './walk-on';

/** The main product's pages. */
export const HOME = '/ofw/home.form';
/** The target of the page that confirms what the mailed link set: the login form, if the main product has no cookie name. */
export const LED_ON = ['/ofw/login.form', '/ofw/appv2/home.form'];
export const RELOADED = 'You have tried to reload your receipt.';

/** Continues from the open page to the receipt. @param total on the receipt; null skips the check */
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
