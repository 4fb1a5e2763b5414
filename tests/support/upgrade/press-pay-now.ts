import type { Page, PlainBrowser } from '~tests/browser/plain-browser';

/** Presses the review's button and does not follow the answer, which may look the payment up. */
export async function pressPayNow(browser: PlainBrowser, path = '/payment/review'): Promise<Page> {
  await browser.open(path);
  const { action, body } = browser.page.submission(browser.page.defaultButton());
  return browser.send('POST', action, body.toString());
}
