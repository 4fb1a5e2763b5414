import type { Answers } from '~tests/answers/parent-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';

/** No journey has as many pages. */
const MAX_PAGES = 20;
const PATIENCE_MS = 20_000;
/** The button that loads the regions and time zones of another country. */
const UPDATE: Record<string, string> = { en: 'Update', 'en-GB': 'Update', es: 'Actualizar' };

/** Answers by the end of the step's path, such as `payment/billing`. */
export type AnswersByStep = Readonly<Record<string, Answers>>;

/** Walks from the open page to another, in any language and journey. Submits each form with Enter, and waits for redirects. */
export async function walkOn(browser: PlainBrowser, answers: AnswersByStep, goal: string): Promise<Page> {
  const seen: string[] = [];
  while (pathOf(browser.page) !== goal) {
    seen.push(browser.page.describe() + browser.page.errors.join());
    if (seen.length > MAX_PAGES) throw new Error(`${goal} was not reached after ${seen.join(' → ')}`);
    if (browser.page.headers.has('refresh')) await waitForOutcome(browser);
    else await submitOpenStep(browser, answers);
  }
  return browser.page;
}

/** Fills in the page's form and presses Enter. @throws if the answers have no such step */
export async function submitOpenStep(browser: PlainBrowser, answers: AnswersByStep): Promise<Page> {
  const step = Object.keys(answers).find((name) => pathOf(browser.page).endsWith(`/${name}`));
  if (step === undefined) throw new Error(`${browser.page.describe()} is not a step: ${browser.page.errors.join()}`);
  const typed = answers[step]!;
  const { page } = browser;
  if (step === 'practice') {
    const { region, timezone, roles, ...rest } = typed;
    fillExisting(page, rest);
    await browser.press(UPDATE[page.$('html').attr('lang')!]!);
    fillExisting(browser.page, {
      ...(region && { region }),
      ...(timezone && { timezone }),
      ...(roles && { roles }),
    });
  } else {
    // An invited parent who does not pay must accept the terms with the credentials.
    fillExisting(page, { ...typed, ...(step === 'credentials' && { termsAndConditions: true }) });
  }
  return browser.pressEnter();
}

/** Fills in the page, without fields that it does not have, such as the card of a free order. */
function fillExisting(page: Page, typed: Answers): void {
  page.fill(Object.fromEntries(Object.entries(typed).filter(([name]) => page.$(`[name="${name}"]`).length > 0)));
}

/** Follows the page's timed redirects until another page appears. */
export async function waitForOutcome(browser: PlainBrowser): Promise<Page> {
  const { path, heading } = browser.page;
  const end = Date.now() + PATIENCE_MS;
  do await browser.waitForRefresh();
  while (browser.page.path === path && browser.page.heading === heading && Date.now() < end);
  if (browser.page.path === path && browser.page.heading === heading)
    throw new Error(`${browser.page.describe()} is still open after ${PATIENCE_MS} ms`);
  return browser.page;
}

export function pathOf({ path }: Page): string {
  return path.replace(/\?.*/, '');
}
