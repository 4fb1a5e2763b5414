import type { BraintreeGateway, Transaction } from 'braintree';
import type { ProviderRecord, ProviderRecords } from '~/payments/records-port';
import type { CallBraintree } from './gateway.server';
import { readRecord } from './record';
import { searchIds } from './search-ids';

/** A search is limited to some ten thousands of results, so a long span is asked for day by day. */
const SLICE_MS = 24 * 60 * 60 * 1000;
/** Transactions asked for at once. */
const AT_ONCE = 5;
const TRANSACTION_ID = /^[\w-]{1,64}$/;

/** Braintree's records, read transaction by transaction: a search may show an older state. */
export function createBraintreeRecords(call: CallBraintree, merchantAccounts: readonly string[]): ProviderRecords {
  return {
    find: (id) => call((gateway) => findRecord(gateway, id)),

    async *list({ from, to }) {
      const seen = new Set<string>();
      for (let start = from.getTime(); start <= to.getTime(); start += SLICE_MS) {
        const end = new Date(Math.min(start + SLICE_MS, to.getTime()));
        const ids = await call((gateway) =>
          searchIds(gateway, (criteria) => {
            criteria.createdAt().between(new Date(start), end);
            criteria.merchantAccountId().in([...merchantAccounts]);
          }),
        );
        // The last instant of a slice is the first of the next.
        const fresh = ids.filter((id) => !seen.has(id));
        for (const id of fresh) seen.add(id);
        for (let index = 0; index < fresh.length; index += AT_ONCE) {
          const page = fresh.slice(index, index + AT_ONCE);
          const found = await Promise.all(page.map((id) => call((gateway) => findRecord(gateway, id))));
          yield* found.filter((record) => record !== undefined);
        }
      }
    },
  };
}

async function findRecord(gateway: BraintreeGateway, id: string): Promise<ProviderRecord | undefined> {
  const transaction = TRANSACTION_ID.test(id) ? await find(gateway, id) : undefined;
  if (!transaction) return undefined;
  const refunds = await Promise.all(
    (transaction.refundIds ?? []).map((refundId) => gateway.transaction.find(refundId)),
  );
  return readRecord(transaction, refunds);
}

function find(gateway: BraintreeGateway, id: string): Promise<Transaction | undefined> {
  return gateway.transaction.find(id).catch((error: unknown) => {
    if ((error as { type?: string }).type === 'notFoundError') return undefined;
    throw error;
  });
}
