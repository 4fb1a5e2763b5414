import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';
import type { Typed } from '~tests/browser/plain-page';
import { walkInvitedTo } from './walk-invited';
import { walkTo } from './walk-parent';
import { walkProfessionalTo } from './walk-professional';

const INVITE = '/invite?token=demo-invite-by-parent&userId=9001';

/** A press after which the session has a new id. */
export interface SessionTurn {
  /** Opens the page with the button. */
  reach(browser: PlainBrowser): Promise<unknown>;
  answers: Typed;
  button: string;
  /** The path after the press. */
  next: string;
  /** Paths that the session can open before or after the press. */
  opens: readonly string[];
  /** The page that a browser with the old id gets at these paths. */
  notice: { path: string; heading: string };
  /** Texts that a browser with the old id must not get. */
  secrets: readonly string[];
}

const PARENT_PATHS = ['/credentials', '/receipt', '/payment/review', '/payment/method', '/payment/billing', '/step2'];
const INVITED_PATHS = PARENT_PATHS.slice(0, -1).map((path) => `/invite${path}`);
const noticeOf = (heading: string) => ({ path: '/signed-up', heading });

/** Returns the presses of all journeys by name, with new answers. */
export function sessionTurns() {
  const parent = parentOfMinnesota();
  const invited = coParentOfMinnesota();
  const lawyer = lawyerOfMinnesota();
  const ofParent = { opens: PARENT_PATHS, secrets: [String(parent.step1.email), '12 Elm Street'] };
  const ofInvited = { opens: INVITED_PATHS, secrets: [String(invited.step1.email)] };
  const openInvite = (browser: PlainBrowser) => browser.open(INVITE);
  return {
    'the payment of parent A': {
      reach: (browser) => walkTo(browser, 'payment/review', parent),
      answers: {},
      button: 'Pay now',
      next: '/credentials',
      notice: noticeOf('This sign-up is paid'),
      ...ofParent,
    },
    'the credentials of parent A': {
      reach: (browser) => walkTo(browser, 'credentials', parent),
      answers: parent.credentials,
      button: 'Complete Signup',
      next: '/credentials',
      notice: noticeOf('Sign-up complete'),
      ...ofParent,
    },
    'the first post of an invite': {
      async reach(browser) {
        await openInvite(browser);
        await browser.follow('Get Started');
      },
      answers: invited.step1,
      button: 'Continue',
      next: '/invite/packages',
      ...ofInvited,
      notice: { path: '/invite/request', heading: "Oops! We weren't able to request a new link" },
      opens: ['/invite', '/invite/step1', '/invite/packages', '/invite/credentials'],
    },
    'the payment of parent B': {
      async reach(browser) {
        await openInvite(browser);
        await walkInvitedTo(browser, 'payment/review', invited);
      },
      answers: {},
      button: 'Pay now',
      next: '/invite/credentials',
      notice: noticeOf('This sign-up is paid'),
      ...ofInvited,
    },
    'the credentials of parent B': {
      async reach(browser) {
        await openInvite(browser);
        await walkInvitedTo(browser, 'credentials', invited);
      },
      answers: invited.credentials,
      button: 'Complete Signup',
      next: '/invite/credentials',
      notice: noticeOf('Sign-up complete'),
      ...ofInvited,
    },
    'the account of a professional': {
      reach: (browser) => walkProfessionalTo(browser, 'security', lawyer),
      answers: lawyer.security,
      button: 'Complete Signup',
      next: '/pro/done',
      notice: noticeOf('This registration is complete'),
      opens: ['/pro/done', '/pro/security', '/pro/practice'],
      secrets: [String(lawyer.contact.email)],
    },
  } satisfies Record<string, SessionTurn>;
}

export type TurnName = keyof ReturnType<typeof sessionTurns>;

export const TURN_NAMES = Object.keys(sessionTurns()) as TurnName[];

export function pressTurn(browser: PlainBrowser, { answers, button }: SessionTurn): Promise<Page> {
  browser.fill(answers);
  return browser.press(button);
}

/** Presses the button of the page in `browser`. Only `receiver` gets the response, so `browser` keeps the page. */
export async function pressUnanswered(
  browser: PlainBrowser,
  receiver: PlainBrowser,
  { answers, button }: SessionTurn,
): Promise<Page> {
  browser.fill(answers);
  const { action, body } = browser.page.submission(browser.page.button(button));
  return receiver.send('POST', action, body.toString());
}
