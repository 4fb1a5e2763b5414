import type { DemoBackend } from '~/backend/demo';
import { formatMoney, type Currency } from '~/domain/money';
import type { EmbeddedContext } from './context';
import { DEMO_FIXTURES } from './fixtures.server';
import { listMails } from './mails.server';

/** What the demo page asks. */
export function createDemoBackend({ db, sealing }: EmbeddedContext): DemoBackend {
  return {
    async payments(language) {
      const rows = await db
        .selectFrom('backend_payment_attempts')
        .select(['order_id', 'amount', 'currency', 'state'])
        .orderBy('created_at', 'desc')
        .limit(100)
        .execute();
      return rows.map(({ order_id, amount, currency, state }) => ({
        orderId: order_id,
        amount,
        currency: currency as Currency,
        amountFormatted: formatMoney(amount, currency as Currency, language),
        state,
      }));
    },
    mails: () => listMails(db, sealing),
    fixtures: DEMO_FIXTURES,
  };
}
