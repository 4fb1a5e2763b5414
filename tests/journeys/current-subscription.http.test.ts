import { describe, expect, it } from 'vitest';
import { parentOfMinnesota } from '~tests/answers/parent-answers';
import type { PlainBrowser } from '~tests/browser/plain-browser';
import { useSite } from '~tests/servers/site';
import { withStore } from '~tests/servers/store-file';
import { submitStep, walkTo } from '~tests/walks/walk-parent';

const server = useSite();
const PAID = 'devon.9003@example.com';
const BILLING_PAGE = '/ofw/myaccount/billing.form';

/** Returns the locations of the last request's redirects. */
const locationsOf = ({ redirects }: PlainBrowser) => redirects.map(({ location }) => location);

describe('a co-parent with a paid subscription who starts as parent A', () => {
  it('is redirected from step 1 and every later step to the billing page', async () => {
    const browser = server.openBrowser();
    await browser.open('/step1');
    const answers = parentOfMinnesota();
    await submitStep(browser, 'step1', { ...answers, step1: { ...answers.step1, email: PAID } });
    expect(locationsOf(browser)).toEqual(['/app/join/step2', '/app/join/securityquestions', BILLING_PAGE]);
    for (const path of ['/step1', '/step2', '/payment/review']) {
      await browser.open(path);
      expect(locationsOf(browser), path).toEqual(['/app/join/securityquestions', BILLING_PAGE]);
    }
  });

  it('is redirected there after changing the e-mail on the review, and cannot pay', async () => {
    const browser = server.openBrowser();
    await walkTo(browser, 'payment/review', parentOfMinnesota());
    await browser.open('/step1');
    browser.fill({ email: PAID });
    await browser.press('Continue');
    expect(locationsOf(browser)).toEqual(['/app/join/payment/review', '/app/join/securityquestions', BILLING_PAGE]);
  });

  it.each(['step2', 'payment/billing'] as const)(
    'is redirected there from %s if the subscription was paid meanwhile',
    async (step) => {
      const browser = server.openBrowser();
      const answers = parentOfMinnesota();
      const email = `paid.before.${step.replace('/', '.')}@example.com`;
      const parent = { ...answers, step1: { ...answers.step1, email } };
      await walkTo(browser, step, parent);
      withStore(server.running.dataDir, (database) =>
        database.prepare("update backend_invitations set email = ? where id = '9004'").run(email),
      );
      await submitStep(browser, step, parent);
      expect(locationsOf(browser).slice(-2)).toEqual(['/app/join/securityquestions', BILLING_PAGE]);
    },
  );

  it('is listed on the demo page in both languages', async () => {
    const browser = server.openBrowser();
    let page = await browser.open('/demo');
    expect(page.text('main')).toContain(`${PAID}A co-parent whose subscription is paid`);
    page = await browser.press('Español');
    expect(page.text('main')).toContain(`${PAID}Una persona con la suscripción ya pagada`);
  });
});
