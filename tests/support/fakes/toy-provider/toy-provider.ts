import { randomUUID } from 'node:crypto';
import type {
  ChargingProvider,
  ChargeOutcome,
  ProviderRefund,
  ProviderTransaction,
  TokenisingProvider,
} from '~/payments/port';
import type { ProviderRecord } from '~/payments/records-port';
import type { OpenPayments } from '~/server/services/payment-provider';

/** A nonce of the code in `browser/`, with the card's last four digits. */
const NONCE = /^toy-(\d{4}|venmo)-/;
const ACCOUNTS = { USD: 'toy-usd', GBP: 'toy-gbp' };

export interface ToyProvider extends OpenPayments {
  /** The charges, newest first. */
  transactions: ProviderTransaction[];
}

/** A second payment provider with the smallest possible implementation. It accepts every card. A real one can start from it. */
export function openToyProvider(): ToyProvider {
  const transactions: ProviderTransaction[] = [];
  const refunds: ProviderRefund[] = [];
  const tokenising: TokenisingProvider = {
    approvalOrigins: [],
    browser: {
      module: 'toy',
      hasVenmo: true,
      sources: () => ({ 'connect-src': ['https://api.toy.example'] }),
    },
    async tokeniseCard(_clientToken, { cardNumber }) {
      const lastFour = cardNumber.slice(-4);
      return { outcome: 'tokenised', nonce: `toy-${lastFour}-${randomUUID()}`, lastFour, brand: 'visa' };
    },
  };

  function move(transactionId: string, status: ProviderTransaction['status']): ChargeOutcome {
    const transaction = transactions.find((one) => one.transactionId === transactionId);
    if (!transaction) return { outcome: 'declined', reason: 'unknown' };
    transaction.status = status;
    return { outcome: 'approved', transaction };
  }

  const records = () =>
    transactions.map(({ paymentType: _type, cardLastFour: _digits, ...transaction }): ProviderRecord => {
      const createdAt = new Date().toISOString();
      const given = refunds.filter(({ transactionId }) => transactionId === transaction.transactionId);
      return {
        ...transaction,
        type: 'sale',
        refundOf: null,
        refunded: given.reduce((sum, { amount }) => sum + amount, 0),
        refunds: given.map(({ amount }) => ({ amount, createdAt })),
        failedAt: null,
        dispute: null,
        createdAt,
      };
    });

  const charging: ChargingProvider = {
    deadline: 1_000,
    records: {
      find: async (id) => records().find(({ transactionId }) => transactionId === id),
      async *list() {
        yield* records();
      },
    },
    clientToken: async (country) => ({ clientToken: `toy-token-${country}`, hiddenCardBrands: [] }),
    async authorise({ orderId, amount, currency, merchantAccount, nonce, paymentType }) {
      const [, made] = NONCE.exec(nonce) ?? [];
      if (!made || !Object.values(ACCOUNTS).includes(merchantAccount)) return { outcome: 'declined', reason: '2000' };
      const cardLastFour = made === 'venmo' ? null : made;
      const transaction: ProviderTransaction = {
        transactionId: randomUUID(),
        orderId,
        status: 'authorised',
        amount,
        currency,
        paymentType,
        cardLastFour,
        reason: null,
      };
      transactions.unshift(transaction);
      return { outcome: 'approved', transaction };
    },
    submitForSettlement: async (id) => move(id, 'settling'),
    void: async (id) => move(id, 'voided'),
    findByOrderId: async (orderId) => transactions.filter((one) => one.orderId === orderId),
    async refund(transactionId, amount) {
      const transaction = transactions.find((one) => one.transactionId === transactionId);
      if (!transaction) return { outcome: 'declined', reason: 'unknown' };
      const { orderId, currency } = transaction;
      const refund = { refundId: randomUUID(), transactionId, orderId, amount, currency };
      refunds.unshift(refund);
      return { outcome: 'approved', refund };
    },
    findRefunds: async (orderId) => refunds.filter((one) => one.orderId === orderId),
  };

  return {
    tokenising,
    charging,
    transactions,
    merchantAccounts: ACCOUNTS,
    approvalPage: undefined,
    clientApi: undefined,
    close: () => undefined,
  };
}
