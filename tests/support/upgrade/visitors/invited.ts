import { expect } from 'vitest';
import { coParentOfMinnesota } from '~tests/answers/invited-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { finishAsInvited, HOME } from '../finish';
import type { Leaving, Visitor } from '../visitor';
import { submitOpenStep, walkOn } from '../walk-on';

const demo = (what: string, userId: number) => `/invite?token=demo-invite-${what}&userId=${userId}`;

/** Finds the link in the mail to the co-parent of a paid visitor. */
const linkOf = (inviter: string, { findLink }: Leaving) =>
  findLink(String(parentOfMinnesota(inviter).step2.email), '/invite');

/** Opens the first step from the welcome page. A paid invite skips both. */
async function getStarted(browser: PlainBrowser): Promise<void> {
  const href = browser.page.$('main a.primary').attr('href');
  if (browser.page.path === '/invite' && href !== undefined) await browser.open(href);
}

/** Returns a visitor who follows an invite to a page, and continues there. */
function invited(
  unique: string,
  visitor: Pick<Visitor, 'was' | 'next' | 'keeps' | 'acceptLanguage' | 'isCutOff' | 'isOnSqliteOnly'> & {
    /** The demo's link, or the visitor who invites by mail. */
    by: { link: string } | { inviter: string };
    stopsAt: string;
    /** Where that page leads afterwards, or may lead, depending on the release that left the store. */
    leadsTo?: string | string[];
    endsAt?: string;
    isSlow?: boolean;
  },
): Visitor {
  const { by, stopsAt, leadsTo = stopsAt, endsAt = '/invite/receipt', isSlow, ...rest } = visitor;
  const answers = coParentOfMinnesota(unique);
  const method = { ...answers['payment/method'], ...(isSlow && CARDS.slow) };
  return {
    ...rest,
    async walks(leaving) {
      const { browser } = leaving;
      await browser.open('link' in by ? by.link : await linkOf(by.inviter, leaving));
      if (stopsAt === '/invite') return;
      await getStarted(browser);
      await walkOn(browser, { ...answers, 'payment/method': method }, stopsAt);
    },
    async comesBack({ browser }) {
      expect([leadsTo].flat()).toContain((await browser.open(stopsAt)).path);
      if (stopsAt === '/invite') await getStarted(browser);
      await finishAsInvited(browser, answers, endsAt);
    },
  };
}

export const INVITED: Readonly<Record<string, Visitor>> = {
  'invite-opened': invited('invite-opened', {
    isOnSqliteOnly: true,
    was: 'opened an invite and typed nothing',
    next: 'signs up and pays',
    by: { link: demo('by-parent', 9001) },
    stopsAt: '/invite',
  }),
  'invite-begun': invited('invite-begun', {
    was: 'came by a mail, in Spanish, and looks at the packages',
    next: 'pays',
    acceptLanguage: 'es-MX',
    by: { inviter: 'paid' },
    stopsAt: '/invite/packages',
    keeps: ['/invite/step1'],
  }),
  'invite-coupon': invited('invite-coupon', {
    isOnSqliteOnly: true,
    was: 'has an invite with a coupon, and gave an address',
    next: 'pays',
    by: { link: demo('coupon', 9006) },
    stopsAt: '/invite/payment/method',
    keeps: ['/invite/step1', '/invite/packages', '/invite/payment/billing'],
  }),
  'invite-review': invited('invite-review', {
    isOnSqliteOnly: true,
    was: 'came by a mail, entered a card and looks at the review',
    next: 'pays with that card',
    by: { inviter: 'paid-in-spanish' },
    stopsAt: '/invite/payment/review',
    keeps: ['/invite/step1', '/invite/payment/billing'],
  }),
  'invite-cut-off': invited('invite-cut-off', {
    was: 'pressed Pay now when the server was killed; the money is taken',
    next: 'opens the page again and is found to have paid',
    by: { inviter: 'paid-by-link' },
    stopsAt: '/invite/payment/review',
    leadsTo: '/invite/credentials',
    isCutOff: true,
    isSlow: true,
  }),
  'invite-paid-now': invited('invite-paid-now', {
    isOnSqliteOnly: true,
    was: 'paid and has not set credentials',
    next: 'sets them in the session, and sees the receipt',
    by: { inviter: 'paid-link-opened' },
    stopsAt: '/invite/credentials',
  }),
  'invite-paid-already': invited('invite-paid-already', {
    isOnSqliteOnly: true,
    was: 'has an invite that is paid, and looks at the credentials',
    next: 'sets them, after contact and address if the store does not show that the invitation contained both',
    by: { link: demo('paid', 9003) },
    stopsAt: '/invite/credentials',
    leadsTo: ['/invite/step1', '/invite/credentials'],
    endsAt: HOME,
  }),
  'invite-no-address': invited('invite-no-address', {
    isOnSqliteOnly: true,
    was: 'has an invite that is paid, without an address',
    next: 'gives the address and sets credentials',
    by: { link: demo('paid-no-address', 9004) },
    stopsAt: '/invite/billing-info',
    endsAt: HOME,
  }),
  'invite-by-professional': invited('invite-by-professional', {
    isOnSqliteOnly: true,
    was: 'was invited by a professional, and gave a name',
    next: 'sets credentials without paying',
    by: { link: demo('by-professional', 9002) },
    stopsAt: '/invite/credentials',
    endsAt: HOME,
    keeps: ['/invite/step1'],
  }),
  'invite-expired': {
    isOnSqliteOnly: true,
    was: 'opened a link that had expired',
    next: 'asks for a new one',
    walks: async ({ browser }) => void (await browser.open(demo('expired', 9005))),
    async comesBack({ browser }) {
      await browser.open('/invite/request');
      expect((await browser.press('Send me a new link')).heading).toContain('Thank you!');
    },
  },
  'invite-unopened': {
    isOnSqliteOnly: true,
    was: 'has an invite mail that was seen in the outbox, and has not opened it',
    next: 'opens the link, signs up and pays',
    walks: async (leaving) => ({ link: await linkOf('receipt-seen', leaving) }),
    async comesBack({ browser, left }) {
      await browser.open(left.link!);
      await getStarted(browser);
      await finishAsInvited(browser, coParentOfMinnesota('invite-unopened'));
    },
  },
  'invite-paid-by-link': {
    was: 'paid and lost the session; the receipt mail has not been sent',
    next: 'gets the mail, and sets credentials by its link',
    awaitsMailTo: coParentOfMinnesota('invite-paid-by-link').step1.email,
    async walks(leaving) {
      await leaving.browser.open(await linkOf('credentials-set', leaving));
      await getStarted(leaving.browser);
      await walkOn(leaving.browser, coParentOfMinnesota('invite-paid-by-link'), '/invite/credentials');
    },
    async comesBack({ openBrowser, findLink }) {
      const answers = coParentOfMinnesota('invite-paid-by-link');
      const browser = openBrowser();
      await browser.open(await findLink(answers.step1.email, '/invite'));
      expect(browser.page.path).toBe('/invite/credentials');
      await submitOpenStep(browser, answers);
      expect(browser.page.heading).toContain("You're all set!");
    },
  },
};
