import { expect } from 'vitest';
import { CARDS, parentOfMinnesota } from '~tests/answers/parent-answers';
import { runPaymentsCommand } from '~tests/servers/payments-command';
import { finishAsParent } from '../finish';
import { settingsOf, type Site } from '../left-store';
import { run, whileRefusing, type RefusedWrite } from '../troubled-site';
import type { Visitor } from '../visitor';
import { walkOn } from '../walk-on';
import { pressPayNow } from '../press-pay-now';

/** Until nothing that was asked of the provider can still be under way. */
const PROVEN_MS = 101_000;

/** Walks to the review; `pays` then says where the payment stops. */
function unfinished(
  name: string,
  {
    isSlow,
    ...visitor
  }: Pick<Visitor, 'was' | 'next' | 'pays' | 'isCutOff' | 'acceptLanguage'> &
    Partial<Pick<Visitor, 'comesBack'>> & {
      /** The provider takes the money at once and answers too late. */
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
      // Never back to the first step: the answers are there, whatever became of the payment.
      expect((await browser.open('/payment/review')).path).toMatch(/^\/(payment\/(review|method)|credentials)$/);
      await finishAsParent(browser, answers);
    },
    ...visitor,
  };
}

/** Pays while these writes are refused. */
const refusing =
  (...writes: RefusedWrite[]): Visitor['pays'] =>
  ({ site, browser }) =>
    whileRefusing(site, writes, () => pressPayNow(browser));

export const UNFINISHED_PAYMENTS: Readonly<Record<string, Visitor>> = {
  'sale-unknown': unfinished('sale-unknown', {
    was: 'was told that the payment is checked; the money is taken',
    next: 'is found to have paid',
    isSlow: true,
    pays: ({ browser }) => pressPayNow(browser),
  }),
  'sale-unknown-not-taken': unfinished('sale-unknown-not-taken', {
    was: 'was told that the payment is checked; no money is taken',
    next: 'is told that nothing was charged, and pays',
    pays: refusing('sale'),
  }),
  'sale-unrecorded': unfinished('sale-unrecorded', {
    was: 'paid while the store took no writes: the attempt stands as begun; the money is taken',
    next: 'is found to have paid',
    pays: refusing('outcome'),
  }),
  'started-not-taken': unfinished('started-not-taken', {
    was: 'paid while neither store nor provider took a write: the attempt stands as begun; no money is taken',
    next: 'is told that nothing was charged, and pays',
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
    was: 'was told that the payment came to nothing',
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
    next: 'is told that the payment is checked, and is charged nothing more',
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
