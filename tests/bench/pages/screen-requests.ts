import { BUTTONS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { PlainBrowser, type Page } from '~tests/browser/plain-browser';
import { walkTo } from '~tests/walks/walk-parent';
import type { Typed } from '~tests/browser/plain-page';
import { SCREENS, type Answer, type ScreenName } from '../comparisons/recorded-screen';

export interface ScreenRequest {
  screen: ScreenName;
  answer: Answer;
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body: string | null;
  /** The status of its response. */
  expects: number;
  location: string | null;
}

/** Invalid input: a field with an error, or a review without its displayed data, which is then rendered again. */
const MISTAKES: Record<ScreenName, Typed> = {
  step1: { email: 'no address' },
  'payment/billing': { city: '' },
  'payment/method': { cardNumber: '4111 1111 1111 1112' },
  'payment/review': {},
};

const SEAL_OF_REVIEW = 'reviewed';

/**
 * Walks to Review and prepares the browser's requests on the way, to be sent repeatedly in one session. Input with an error is stored and
 * shown, so each kind of response has a separate session.
 * @param seen called after each request, with the returned page
 */
export async function prepareRequests(
  origin: string,
  seen: (request: ScreenRequest, page: Page) => Promise<void> = async () => undefined,
): Promise<ScreenRequest[]> {
  const prepared: ScreenRequest[] = [];
  for (const answer of ['page', 'mistake', 'accepted'] as const) {
    const browser = new PlainBrowser(origin);
    const answers = parentOfMinnesota();
    await walkTo(browser, 'payment/review', answers);
    for (const screen of SCREENS) {
      if (answer === 'accepted' && screen === 'payment/review') continue;
      await browser.open(`/${screen}`);
      const request = requestOf(browser, screen, answer, answers[screen]);
      const page = await browser.send(request.method, new URL(request.path, origin), request.body ?? undefined);
      request.expects = page.status;
      request.location = page.headers.get('location');
      expectAnswer(answer, page);
      await seen(request, page);
      prepared.push({ ...request, headers: headersOf(browser, request) });
    }
  }
  return prepared;
}

function requestOf(browser: PlainBrowser, screen: ScreenName, answer: Answer, answers: Typed): ScreenRequest {
  const shared = { screen, answer, headers: {}, expects: 200, location: null };
  if (answer === 'page') return { ...shared, method: 'GET', path: browser.page.url.pathname, body: null };
  browser.fill(answer === 'accepted' ? answers : { ...answers, ...MISTAKES[screen] });
  const { action, body } = browser.page.submission(browser.page.button(BUTTONS[screen]));
  if (screen === 'payment/review') body.delete(SEAL_OF_REVIEW);
  return { ...shared, method: 'POST', path: action.pathname, body: body.toString() };
}

/** The headers that a browser sends, including the cookies changed by the response. */
function headersOf(browser: PlainBrowser, { method, path }: ScreenRequest): Record<string, string> {
  return {
    accept: 'text/html',
    'accept-language': 'en-US',
    cookie: browser.jar.headerFor(path) ?? '',
    ...(method === 'POST' && {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    }),
  };
}

function expectAnswer(answer: Answer, page: Page): void {
  const fits = {
    page: page.status === 200,
    mistake: page.status < 500 && page.status !== 303,
    accepted: page.status === 303,
  };
  if (!fits[answer]) throw new Error(`${answer} returned ${page.describe()}: ${page.errors.join()}`);
}
