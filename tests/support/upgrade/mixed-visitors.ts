import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import { lawyerOfMinnesota } from '~tests/answers/professional-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { findLinkInDemo } from './mailed-link';
import { MixedWalk } from './mixed-walk';
import type { AnswersByStep } from './walk-on';

export interface MixedVisitor {
  acceptLanguage?: 'es-MX';
  /** Opens the first step. @param round its name. The invite comes from the parent of the same round. */
  begin(browser: PlainBrowser, round: string): Promise<unknown>;
  goal: string;
  answers(unique: string): AnswersByStep;
  /** The mail with the return link, or undefined without a payment. */
  mail?: { to(unique: string): string; path: '/credentials' | '/invite' };
}

const TO_ANN = { to: (unique: string) => `ann.${unique}@example.com`, path: '/credentials' } as const;

/** Journeys in which each request may go to either release. */
export const MIXED_VISITORS: Readonly<Record<string, MixedVisitor>> = {
  parent: {
    begin: (browser) => browser.open('/step1'),
    goal: '/receipt',
    answers: parentOfMinnesota,
    mail: TO_ANN,
  },
  referred: {
    acceptLanguage: 'es-MX',
    async begin(browser) {
      await browser.open('/signup?ado=true&jek=spring&pv=MjA=');
      await browser.open('/step1');
    },
    goal: '/receipt',
    answers: parentOfMinnesota,
    mail: TO_ANN,
  },
  builder: {
    begin: (browser) => browser.open('/step1'),
    goal: '/receipt',
    answers: (unique) => ({ ...parentOfMinnesota(unique), step3: { packageId: '2041' } }),
    mail: TO_ANN,
  },
  invited: {
    async begin(browser, round) {
      await browser.open(
        await findLinkInDemo(browser, String(parentOfMinnesota(`parent-${round}`).step2.email), '/invite'),
      );
      await browser.open('/invite/step1');
    },
    goal: '/invite/receipt',
    answers: coParentOfMinnesota,
    mail: { to: (unique) => `ben.${unique}@example.com`, path: '/invite' },
  },
  professional: {
    begin: (browser) => browser.open('/pro/contact'),
    goal: '/pro/done',
    answers: lawyerOfMinnesota,
  },
};

/** Begins a visitor's journey. @param round its name makes the visitor unique */
export async function beginMixed(browser: PlainBrowser, name: string, round: string): Promise<MixedWalk> {
  const { begin, goal } = MIXED_VISITORS[name]!;
  await begin(browser, round);
  return new MixedWalk(browser, answersOf(name, `${name}-${round}`), goal);
}

/** Finishes with the mailed link if a visitor left the journey after paying. @param browser without cookies */
export async function finishByMail(browser: PlainBrowser, name: string, round: string): Promise<void> {
  const { mail, goal } = MIXED_VISITORS[name]!;
  if (!mail) throw new Error(`No return link: ${name}`);
  await browser.open(await findLinkInDemo(browser, mail.to(`${name}-${round}`), mail.path));
  await new MixedWalk(browser, answersOf(name, `${name}-${round}`), goal).walkToTheEnd();
  if (!/^\/ofw\/|(receipt|credentials)$/.test(browser.page.url.pathname))
    throw new Error(`Ended on ${browser.page.describe()}`);
}

/** Returns a visitor's answers. The earlier release also asks for the contact on billing. */
function answersOf(name: string, unique: string): AnswersByStep {
  const answers = MIXED_VISITORS[name]!.answers(unique);
  const billing = answers['payment/billing'];
  if (!billing) return answers;
  const { email: _email, ...contact } = answers.step1!;
  return { ...answers, 'payment/billing': { ...contact, ...billing } };
}
