import type { Visitor } from '../visitor';
import { CHECKOUT } from './checkout';
import { INVITED } from './invited';
import { PROFESSIONALS } from './professionals';
import { expect } from 'vitest';
import { parentOfMinnesota, type ParentAnswers, CARDS } from '~tests/answers/parent-answers';
import { finishAsParent, LED_ON, RELOADED } from '../finish';
import { submitOpenStep, walkOn } from '../walk-on';
import { runPaymentsCommand } from '~tests/servers/payments-command';
import { settingsOf, type Site } from '../left-store';
import { run, whileRefusing, type RefusedWrite } from '../troubled-site';
import type { Page, PlainBrowser } from '~tests/browser/plain-browser';

/** Presses Pay now without following the redirect, because that page may look the payment up. */
async function pressPayNow(browser: PlainBrowser, path = '/payment/review'): Promise<Page> {
  await browser.open(path);
  const { action, body } = browser.page.submission(browser.page.defaultButton());
  return browser.send('POST', action, body.toString());
}

/** After this time the provider no longer acts on a request. */
const PROVEN_MS = 101_000;

/** Walks to the review. `pays` then defines where the payment stops. */
function unfinished(
  name: string,
  {
    isSlow,
    ...visitor
  }: Pick<Visitor, 'was' | 'next' | 'pays' | 'isCutOff' | 'acceptLanguage'> &
    Partial<Pick<Visitor, 'comesBack'>> & {
      /** The provider charges at once, and responds too late. */
      isSlow?: true;
    },
): Visitor {
  const answers = parentOfMinnesota(name);
  const method = { ...answers['payment/method'], ...(isSlow && CARDS.slow) };
  return {
    async walks({ browser }) {
      await browser.open('/step1');
      await walkOn(browser, { ...answers, 'payment/method': method }, '/payment/review');
    },
    async comesBack({ browser }) {
      // The answers exist, so no outcome of the payment may lead back to the first step.
      expect((await browser.open('/payment/review')).path).toMatch(/^\/(payment\/(review|method)|credentials)$/);
      await finishAsParent(browser, answers);
    },
    ...visitor,
  };
}

/** Pays while these writes are rejected. */
const refusing =
  (...writes: RefusedWrite[]): Visitor['pays'] =>
  ({ site, browser }) =>
    whileRefusing(site, writes, () => pressPayNow(browser));

const UNFINISHED_PAYMENTS: Readonly<Record<string, Visitor>> = {
  'sale-unknown': unfinished('sale-unknown', {
    was: 'saw that the payment is checked; the money is taken',
    next: 'is found to have paid',
    isSlow: true,
    pays: ({ browser }) => pressPayNow(browser),
  }),
  'sale-unknown-not-taken': unfinished('sale-unknown-not-taken', {
    was: 'saw that the payment is checked; no money is taken',
    next: 'sees that nothing was charged, and pays',
    pays: refusing('sale'),
  }),
  'sale-unrecorded': unfinished('sale-unrecorded', {
    was: 'paid while the store rejected writes, so the attempt is recorded as started; the money is taken',
    next: 'is found to have paid',
    pays: refusing('outcome'),
  }),
  'started-not-taken': unfinished('started-not-taken', {
    was: 'paid while store and provider rejected writes, so the attempt is recorded as started; no money is taken',
    next: 'sees that nothing was charged, and pays',
    pays: refusing('outcome', 'sale'),
  }),
  authorised: unfinished('authorised', {
    was: 'paid; the money is held and the order is not written',
    next: 'gets the order and is found to have paid',
    pays: refusing('order'),
  }),
  registered: unfinished('registered', {
    was: 'paid; the order is written and the money not yet submitted',
    next: 'sets credentials while the money is submitted',
    pays: refusing('submission'),
  }),
  'submitted-unrecorded': unfinished('submitted-unrecorded', {
    was: 'paid; the money is submitted and the store does not know',
    next: 'sets credentials; nothing is submitted twice',
    pays: refusing('settled'),
  }),
  'not-taken': unfinished('not-taken', {
    was: 'saw that the payment failed',
    next: 'pays with another card',
    async pays({ site, browser }) {
      await whileRefusing(site, ['sale'], () => pressPayNow(browser));
      await ageAttempt(site, 'not-taken');
      await browser.open('/payment/review');
      expect(browser.page.path).toBe('/payment/method');
    },
  }),
  'needs-operator': unfinished('needs-operator', {
    was: 'was charged twice by the provider, which waits for an operator',
    next: 'sees that the payment is checked, and is not charged again',
    isSlow: true,
    async pays({ site, browser }) {
      await pressPayNow(browser);
      const id = await orderIdOf(site, 'needs-operator');
      await run(
        site,
        'book',
        `insert into transactions (id, order_id, status, body)
          select 'twice', order_id, status, replace(body, id, 'twice') from transactions where order_id = '${id}'`,
      );
      expect((await browser.open('/payment/review')).heading).toBe('We are checking your payment');
    },
    async comesBack({ site, browser }) {
      await browser.open('/payment/review');
      expect(browser.page.heading).toBe('We are checking your payment');
      const env = { ...settingsOf(site), DATA_DIR: site.dataDir };
      expect(runPaymentsCommand([], env).stdout).toContain(await orderIdOf(site, 'needs-operator'));
    },
  }),
  'cut-off': unfinished('cut-off', {
    was: 'pressed Pay now, in Spanish, when the server was killed; the money is taken',
    next: 'presses again and is found to have paid',
    acceptLanguage: 'es-MX',
    isSlow: true,
    isCutOff: true,
  }),
};

async function orderIdOf(site: Site, unique: string): Promise<string> {
  const [row] = await run(
    site,
    'store',
    `select order_id from backend_payment_attempts where signup_id in
      (select id from backend_registrations where email = 'ann.${unique}@example.com')`,
  );
  return String(row!.order_id);
}

/** Moves an attempt back in time. */
async function ageAttempt(site: Site, unique: string): Promise<void> {
  const id = await orderIdOf(site, unique);
  const earlier = new Date(Date.now() - PROVEN_MS).toISOString();
  await run(site, 'store', `update backend_payment_attempts set created_at = '${earlier}' where order_id = '${id}'`);
}

const OFFER = '/signup?ado=true&jek=spring&pv=MjA=';
/** The price of package 2021 less 20%, with tax. */
const DISCOUNTED = '143.64';

const SIGNING_UP: Readonly<Record<string, Visitor>> = {
  'link-followed': {
    isOnSqliteOnly: true,
    was: 'followed a discount link and typed nothing',
    next: 'signs up with the discount',
    walks: async ({ browser }) => void (await browser.open(OFFER)),
    comesBack: async ({ browser }) => {
      await browser.open('/step1');
      await finishAsParent(browser, parentOfMinnesota('link-followed'), DISCOUNTED);
    },
  },
  'family-begun': {
    isOnSqliteOnly: true,
    was: 'typed half a family and went back',
    next: 'finds both steps filled in and goes on',
    keeps: ['/step1', '/step2'],
    async walks({ browser }) {
      const answers = parentOfMinnesota('family-begun');
      await browser.open('/step1');
      await walkOn(browser, answers, '/step2');
      browser.fill({ firstName: 'Ben', email: 'ben@', 'children[0].firstName': 'Cleo' });
      await browser.press('Back');
    },
    async comesBack({ browser }) {
      expect((await browser.open('/step2')).values).toMatchObject({ firstName: 'Ben', email: 'ben@' });
      await finishAsParent(browser, parentOfMinnesota('family-begun'));
    },
  },
  'at-packages': {
    was: 'came by a discount link, in Spanish, and looks at the packages',
    next: 'buys with the discount',
    acceptLanguage: 'es-MX',
    keeps: ['/step1', '/step2'],
    async walks({ browser }) {
      await browser.open(OFFER);
      await browser.open('/step1');
      await walkOn(browser, parentOfMinnesota('at-packages'), '/step3');
    },
    async comesBack({ browser }) {
      expect((await browser.open('/step3')).path).toBe('/step3');
      await finishAsParent(browser, parentOfMinnesota('at-packages'), DISCOUNTED);
    },
  },
  'own-build': {
    isOnSqliteOnly: true,
    was: 'chose to build a package, in Spanish',
    next: 'builds it and buys it',
    acceptLanguage: 'es-MX',
    keeps: ['/step1', '/step2', '/step3'],
    async walks({ browser }) {
      await browser.open('/step1');
      await walkOn(browser, { ...parentOfMinnesota('own-build'), step3: { packageId: '2041' } }, '/alacarte');
    },
    async comesBack({ browser }) {
      expect((await browser.open('/alacarte')).path).toBe('/alacarte');
      await finishAsParent(browser, parentOfMinnesota('own-build'), null);
    },
  },
  'duplicate-found': {
    isOnSqliteOnly: true,
    was: 'typed an e-mail that has an account',
    next: 'starts again with another e-mail, the rest still typed',
    async walks({ browser }) {
      const answers = parentOfMinnesota('duplicate-found');
      await browser.open('/step1');
      await walkOn(browser, { ...answers, step1: { ...answers.step1, email: 'taken@example.com' } }, '/duplicate');
    },
    async comesBack({ browser }) {
      expect((await browser.open('/duplicate')).text('main')).toContain('taken@example.com');
      expect((await browser.open('/step1')).values).toMatchObject({ firstName: 'Ann', email: 'taken@example.com' });
      await finishAsParent(browser, parentOfMinnesota('duplicate-found'));
    },
  },
};

/** Pays, and continues to a page. */
const paysAndGoesTo =
  (path: string, answers: ParentAnswers): Visitor['walks'] =>
  async ({ browser }) => {
    await browser.open('/step1');
    await walkOn(browser, answers, path);
  };

const emailOf = ({ step1 }: ParentAnswers) => String(step1.email);
const PAID_FOR_BOTH = parentOfMinnesota('paid-for-both');
PAID_FOR_BOTH['payment/method'] = { ...PAID_FOR_BOTH['payment/method'], isPayingForCoparent: true };

const PAID: Readonly<Record<string, Visitor>> = {
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
      expect(LED_ON).toContain(browser.page.$('a.button.primary').attr('href'));
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
      expect(LED_ON).toContain(browser.page.$('a.button.primary').attr('href'));
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
      // The server ends the sign-up after it has sent the receipt.
      await expect.poll(async () => (await browser.open('/receipt')).text('main')).toContain(RELOADED);
    },
  },
  'receipt-seen': {
    isOnSqliteOnly: true,
    was: 'has seen the receipt; the mail has not been sent',
    next: 'sees on a reload that the receipt was shown, and with the mailed link that the link was used',
    awaitsMailTo: emailOf(parentOfMinnesota('receipt-seen')),
    walks: paysAndGoesTo('/receipt', parentOfMinnesota('receipt-seen')),
    async comesBack({ browser, openBrowser, findLink }) {
      expect((await browser.open('/receipt')).text('main')).toContain(RELOADED);
      const link = await findLink(emailOf(parentOfMinnesota('receipt-seen')), '/credentials');
      expect((await openBrowser().open(link)).heading).toBe('This link has been used');
    },
  },
};

/** All visitors by name. A visitor must stay here as long as a fixture contains it. */
export const VISITORS: Readonly<Record<string, Visitor>> = {
  ...SIGNING_UP,
  ...CHECKOUT,
  ...UNFINISHED_PAYMENTS,
  ...PAID,
  ...INVITED,
  ...PROFESSIONALS,
};
