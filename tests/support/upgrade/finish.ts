import { expect } from 'vitest';
import type { CoParentAnswers } from '~tests/answers/invited-answers';
import type { ParentAnswers } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { walkOn } from './walk-on';

/** The main product's pages. */
export const HOME = '/ofw/home.form';
/** Where the page leads that confirms what the mail's link set: to the login form, where no cookie of the main product is named. */
export const LED_ON = ['/ofw/login.form', '/ofw/appv2/home.form'];
export const RELOADED = 'You have tried to reload your receipt.';

/** Goes on from the open page to the receipt. @param total on the receipt; null where it is not looked at */
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
