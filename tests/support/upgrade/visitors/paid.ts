import { expect } from 'vitest';
import { parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import { finishAsParent, LED_ON, RELOADED } from '../finish';
import type { Visitor } from '../visitor';
import { submitOpenStep, walkOn } from '../walk-on';

/** Pays, and goes on to a page. */
const paysAndGoesTo =
  (path: string, answers: ParentAnswers): Visitor['walks'] =>
  async ({ browser }) => {
    await browser.open('/step1');
    await walkOn(browser, answers, path);
  };

const emailOf = ({ step1 }: ParentAnswers) => String(step1.email);
const PAID_FOR_BOTH = parentOfMinnesota('paid-for-both');
PAID_FOR_BOTH['payment/method'] = { ...PAID_FOR_BOTH['payment/method'], isPayingForCoparent: true };

export const PAID: Readonly<Record<string, Visitor>> = {
  paid: {
    was: 'paid and has not set credentials',
    next: 'sets them in the session, and sees the receipt',
    walks: paysAndGoesTo('/credentials', parentOfMinnesota('paid')),
    async comesBack({ browser }) {
      await browser.open('/credentials');
      await finishAsParent(browser, parentOfMinnesota('paid'));
    },
  },
  'paid-in-spanish': {
    isOnSqliteOnly: true,
    was: 'paid, in Spanish, and has not set credentials',
    next: 'sets them in the session, and sees the receipt',
    acceptLanguage: 'es-MX',
    walks: paysAndGoesTo('/credentials', parentOfMinnesota('paid-in-spanish')),
    async comesBack({ browser }) {
      await browser.open('/payment/review');
      await finishAsParent(browser, parentOfMinnesota('paid-in-spanish'));
    },
  },
  'paid-by-link': {
    was: 'paid and lost the session; the receipt mail has not been sent',
    next: 'gets the mail, and sets credentials by its link',
    awaitsMailTo: emailOf(parentOfMinnesota('paid-by-link')),
    walks: paysAndGoesTo('/credentials', parentOfMinnesota('paid-by-link')),
    async comesBack({ openBrowser, findLink }) {
      const answers = parentOfMinnesota('paid-by-link');
      const browser = openBrowser();
      await browser.open(await findLink(emailOf(answers), '/credentials'));
      await submitOpenStep(browser, answers);
      expect(LED_ON).toContain(browser.page.url.pathname);
    },
  },
  'paid-link-opened': {
    isOnSqliteOnly: true,
    was: 'paid, and opened the link of the receipt mail in another browser',
    next: 'sets credentials there',
    async walks({ browser, openBrowser, findLink }) {
      const answers = parentOfMinnesota('paid-link-opened');
      const other = openBrowser();
      await other.open('/step1');
      await walkOn(other, answers, '/credentials');
      await browser.open(await findLink(emailOf(answers), '/credentials'));
    },
    async comesBack({ browser }) {
      await browser.open('/credentials');
      await submitOpenStep(browser, parentOfMinnesota('paid-link-opened'));
      expect(LED_ON).toContain(browser.page.url.pathname);
    },
  },
  'paid-for-both': {
    isOnSqliteOnly: true,
    was: 'paid for the co-parent too, and has not set credentials',
    next: 'sets credentials; the co-parent comes by the mail and pays nothing',
    awaitsMailTo: String(PAID_FOR_BOTH.step2.email),
    walks: paysAndGoesTo('/credentials', PAID_FOR_BOTH),
    async comesBack({ browser, openBrowser, findLink }) {
      await browser.open('/credentials');
      await finishAsParent(browser, PAID_FOR_BOTH, null);
      const coParent = openBrowser();
      await coParent.open(await findLink(String(PAID_FOR_BOTH.step2.email), '/invite'));
      expect(coParent.page.text('main')).toContain('Your subscription has been paid.');
    },
  },
  'credentials-set': {
    was: 'set credentials and has not seen the receipt',
    next: 'sees the receipt once',
    async walks({ browser }) {
      const answers = parentOfMinnesota('credentials-set');
      await browser.open('/step1');
      await walkOn(browser, answers, '/credentials');
      await submitOpenStep(browser, answers);
    },
    async comesBack({ browser }) {
      await browser.open('/receipt');
      await finishAsParent(browser, parentOfMinnesota('credentials-set'));
      expect((await browser.open('/receipt')).text('main')).toContain(RELOADED);
    },
  },
  'receipt-seen': {
    isOnSqliteOnly: true,
    was: 'has seen the receipt; the mail has not been sent',
    next: 'is told so on a reload, and by the mail’s link that it has done its work',
    awaitsMailTo: emailOf(parentOfMinnesota('receipt-seen')),
    walks: paysAndGoesTo('/receipt', parentOfMinnesota('receipt-seen')),
    async comesBack({ browser, openBrowser, findLink }) {
      expect((await browser.open('/receipt')).text('main')).toContain(RELOADED);
      const link = await findLink(emailOf(parentOfMinnesota('receipt-seen')), '/credentials');
      expect((await openBrowser().open(link)).heading).toBe('This link has been used');
    },
  },
};
