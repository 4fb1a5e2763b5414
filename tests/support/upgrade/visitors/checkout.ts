import { expect } from 'vitest';
import { CARDS, parentOfLondon, parentOfMinnesota, type ParentAnswers } from '~tests/answers/parent-answers';
import { finishAsParent } from '../finish';
import type { Visitor } from '../visitor';
import { walkOn } from '../walk-on';

const BILLED = ['/step1', '/step2', '/step3', '/payment/billing'] as const;

/** Returns a visitor who stops at a view of the checkout, and continues there. */
function stopsAt(
  path: string,
  answers: ParentAnswers,
  { total, ...rest }: Pick<Visitor, 'was' | 'next' | 'keeps' | 'acceptLanguage'> & { total?: string },
): Visitor {
  return {
    ...rest,
    isOnSqliteOnly: true,
    async walks({ browser }) {
      await browser.open('/step1');
      await walkOn(browser, answers, path);
    },
    async comesBack({ browser }) {
      expect((await browser.open(path)).path).toBe(path);
      await finishAsParent(browser, answers, total);
    },
  };
}

export const CHECKOUT: Readonly<Record<string, Visitor>> = {
  'package-chosen': stopsAt('/payment/billing', parentOfMinnesota('package-chosen'), {
    was: 'chose a package',
    next: 'buys it',
    keeps: ['/step1', '/step2', '/step3'],
  }),
  'billed-in-london': stopsAt('/payment/method', parentOfLondon('billed-in-london'), {
    was: 'gave an address in London, in British English',
    next: 'pays in pounds',
    acceptLanguage: 'en-GB',
    keeps: BILLED,
    total: '£',
  }),
  'card-entered': stopsAt('/payment/review', parentOfMinnesota('card-entered'), {
    was: 'entered a card and looks at the review, in Spanish',
    next: 'pays with that card',
    acceptLanguage: 'es-MX',
    keeps: BILLED,
  }),
  'review-open': {
    was: 'has the review open that the old build rendered',
    next: 'presses Pay now on that page, and pays there or on the returned page',
    async walks({ browser }) {
      await browser.open('/step1');
      await walkOn(browser, parentOfMinnesota('review-open'), '/payment/review');
      const { action, body } = browser.page.submission(browser.page.button('Pay now'));
      return { form: { path: action.pathname, body: body.toString() } };
    },
    async comesBack({ browser, left }) {
      await browser.post(left.form!.path, left.form!.body);
      expect([200, 422], browser.page.describe()).toContain(browser.page.status);
      await finishAsParent(browser, parentOfMinnesota('review-open'));
    },
  },
  'code-applied': {
    was: 'applied an activation code',
    next: 'pays the rest by card; the code is spent',
    keeps: BILLED,
    async walks({ browser }) {
      await browser.open('/step1');
      await walkOn(browser, parentOfMinnesota('code-applied'), '/payment/method');
      browser.fill({ subscriptionCode: 'PREPAID-40' });
      await browser.press('Apply');
      expect(browser.page.texts('.code strong')).toEqual(['PREPAID-40']);
    },
    async comesBack({ browser, openBrowser }) {
      expect((await browser.open('/payment/method')).texts('.code strong')).toEqual(['PREPAID-40']);
      await finishAsParent(browser, parentOfMinnesota('code-applied'), '136.80');
      const other = openBrowser();
      await other.open('/step1');
      await walkOn(other, parentOfMinnesota('after-code-applied'), '/payment/method');
      other.fill({ subscriptionCode: 'PREPAID-40' });
      expect((await other.press('Apply')).errorOf('subscriptionCode')).toBe('Invalid activation code');
    },
  },
  'nothing-to-pay': {
    isOnSqliteOnly: true,
    was: 'has a code for the whole price, and looks at the review',
    next: 'completes the order without a card',
    async walks({ browser }) {
      const answers = { ...parentOfMinnesota('nothing-to-pay'), step3: { packageId: '2011' } };
      await browser.open('/step1');
      await walkOn(browser, answers, '/payment/method');
      browser.fill({ subscriptionCode: 'PREPAID-FULL' });
      await browser.press('Continue');
      expect([browser.page.path, browser.page.figure('Total')]).toEqual(['/payment/review', '$0.00']);
    },
    async comesBack({ browser }) {
      expect((await browser.open('/payment/review')).figure('Total')).toBe('$0.00');
      await finishAsParent(browser, parentOfMinnesota('nothing-to-pay'), '$0.00');
    },
  },
  'at-paypal': {
    isOnSqliteOnly: true,
    was: 'is on the page where PayPal asks for the approval',
    next: 'approves and pays',
    async walks({ browser }) {
      await browser.open('/step1');
      await walkOn(browser, parentOfMinnesota('at-paypal'), '/payment/method');
      await browser.press('PayPal');
      const { action, body } = browser.page.submission(browser.page.button('Approve'));
      return { form: { path: action.pathname + action.search, body: body.toString() } };
    },
    async comesBack({ browser, left }) {
      await browser.post(left.form!.path, left.form!.body);
      expect([browser.page.path, browser.page.figure('Payment')]).toEqual([
        '/payment/review',
        expect.stringContaining('PayPal'),
      ]);
      await finishAsParent(browser, parentOfMinnesota('at-paypal'));
    },
  },
  declined: {
    isOnSqliteOnly: true,
    was: 'had a card declined',
    next: 'pays with another card',
    keeps: BILLED,
    async walks({ browser }) {
      const answers = parentOfMinnesota('declined');
      await browser.open('/step1');
      await walkOn(
        browser,
        { ...answers, 'payment/method': { ...answers['payment/method'], ...CARDS.declined } },
        '/payment/review',
      );
      await browser.press('Pay now');
      expect(browser.page.path).toBe('/payment/method');
    },
    async comesBack({ browser }) {
      await browser.open('/payment/method');
      await finishAsParent(browser, parentOfMinnesota('declined'));
    },
  },
  limited: {
    was: 'reached the limit of activation codes',
    next: 'cannot try another code, and can pay',
    isLimited: true,
    async walks({ browser }) {
      await browser.open('/step1');
      await walkOn(browser, parentOfMinnesota('limited'), '/payment/method');
      for (let guess = 0; guess <= 10; guess += 1) {
        browser.fill({ subscriptionCode: `GUESS-${guess}` });
        await browser.press('Apply');
      }
      expect(browser.page.status).toBe(429);
    },
    async comesBack({ browser }) {
      await browser.open('/payment/method');
      browser.fill({ subscriptionCode: 'PREPAID-40' });
      expect((await browser.press('Apply')).status).toBe(429);
      await browser.open('/payment/method');
      await finishAsParent(browser, parentOfMinnesota('limited'));
    },
  },
};
