import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '~/domain/clock';
import type { ApprovalPage } from '~/payments/approval-page';
import type {
  AuthoriseRequest,
  CardDetails,
  ChargeOutcome,
  ChargingProvider,
  ProviderTransaction,
  RefundOutcome,
  TokenisingProvider,
} from '~/payments/port';
import type { ProviderRecord, ProviderRecords } from '~/payments/records-port';
import { inspectCard, type CardBehaviour } from './cards';
import { playBank, type BankEvent } from './bank.server';
import { checkClientToken, makeClientToken } from './client-token.server';
import { createSandboxWallets } from './wallets.server';
import { openSandboxStore, type SandboxNonce, type SandboxTransaction, type SandboxStore } from './store.server';

/** One merchant account for each currency, as at Braintree. */
export const SANDBOX_MERCHANT_ACCOUNTS = { USD: 'sandbox-usd', GBP: 'sandbox-gbp' } as const;

const NONCE_LIFETIME_MS = 3 * 60 * 60 * 1000;
/** Braintree's validation codes, which the backend already handles. */
const REASONS = {
  nonceConsumed: '91564',
  nonceUnknown: '93108',
  merchantAccount: '91513',
  notAuthorised: '91507',
  notVoidable: '91504',
  notSettled: '91506',
  refundedAlready: '91512',
  refundTooLarge: '91521',
};

const RESULTS: Record<CardBehaviour, Pick<ProviderTransaction, 'status' | 'reason'>> = {
  approve: { status: 'authorised', reason: null },
  slow: { status: 'authorised', reason: null },
  decline: { status: 'declined', reason: '2000' },
  fraud: { status: 'gatewayRejected', reason: 'fraud' },
};

export interface Sandbox extends Required<Omit<TokenisingProvider, 'browser'>>, ChargingProvider {
  approvalPage: ApprovalPage;
  /** Every charge and every attempt, newest first, for the demo page. */
  listTransactions(): SandboxTransaction[];
  /** Settles a submitted transaction, as the bank would. @returns false if it was not submitted */
  settle(transactionId: string): boolean;
  /** Simulates an event of the bank (bank.server.ts). @returns false if the transaction's state does not allow the event */
  play(event: BankEvent, transactionId: string): boolean;
  /** Ends waiting calls and closes the file. */
  close(): void;
}

/**
 * A payment provider that moves no money, for the demo and for tests. It commits before it responds, can be queried by order id, and like
 * Braintree is not idempotent: two calls with one order id and two nonces make two transactions.
 *
 * @param options.dataDir the folder of its file `sandbox.db`
 * @param options.approvalPath the path of the stand-in approval page; without it, wallets are off
 * @param options.wait milliseconds until a sale on the slow card returns
 */
export function createSandbox(options: {
  dataDir: string;
  clock: Clock;
  approvalPath?: string;
  wait?: number;
}): Sandbox {
  const { clock, approvalPath, wait = 30_000 } = options;
  const store = openSandboxStore(options.dataDir);
  const closing = new AbortController();
  const isExpired = ({ created_at }: SandboxNonce) =>
    clock.now().getTime() - Date.parse(created_at) >= NONCE_LIFETIME_MS;

  async function authorise(request: AuthoriseRequest): Promise<ChargeOutcome> {
    const accounts: Record<string, string> = SANDBOX_MERCHANT_ACCOUNTS;
    if (accounts[request.currency] !== request.merchantAccount) return declined(REASONS.merchantAccount);
    const nonce = store.findNonce(request.nonce);
    if (!nonce || isExpired(nonce)) return declined(REASONS.nonceUnknown);
    if (nonce.used_at !== null) return declined(REASONS.nonceConsumed);
    const transaction = makeTransaction(request, nonce, clock.now());
    store.book(nonce.nonce, transaction);
    if (nonce.behaviour === 'slow') {
      try {
        await sleep(wait, undefined, { ref: false, signal: closing.signal });
      } catch (cause) {
        return { outcome: 'unknown', cause };
      }
    }
    return transaction.reason === null ? { outcome: 'approved', transaction } : declined(transaction.reason);
  }

  function move(
    id: string,
    from: ProviderTransaction['status'][],
    to: ProviderTransaction['status'],
    refusal: string,
  ): ChargeOutcome {
    const transaction = store.findTransaction(id);
    if (!transaction || !from.includes(transaction.status)) return declined(refusal);
    store.setStatus(id, to);
    return { outcome: 'approved', transaction: { ...transaction, status: to } };
  }

  function refund(transactionId: string, amount: number): RefundOutcome {
    const transaction = store.findTransaction(transactionId);
    if (transaction?.status !== 'settled') return { outcome: 'declined', reason: REASONS.notSettled };
    const { orderId, currency } = transaction;
    const refund = { refundId: randomUUID().slice(0, 8), transactionId, orderId, amount, currency };
    if (store.refunds.add(refund, transaction.amount, clock.now().toISOString()))
      return { outcome: 'approved', refund };
    const refunded = store.refunds
      .of(orderId)
      .filter((one) => one.transactionId === transactionId)
      .reduce((sum, one) => sum + one.amount, 0);
    const reason = refunded < transaction.amount ? REASONS.refundTooLarge : REASONS.refundedAlready;
    return { outcome: 'declined', reason };
  }

  return {
    ...createSandboxWallets({ store, clock, approvalPath }),
    approvalOrigins: [],
    // A call takes effect before it returns; only the response can be late.
    deadline: 5_000,
    records: createSandboxRecords(store),
    clientToken: async (country) => ({
      clientToken: makeClientToken(store.clientTokenKey, country, clock.now()),
      hiddenCardBrands: country === 'GB' ? ['american-express', 'discover'] : [],
    }),
    async tokeniseCard(clientToken: string, card: CardDetails) {
      checkClientToken(store.clientTokenKey, clientToken, clock.now());
      const inspected = inspectCard(card, clock.now());
      if ('outcome' in inspected) return inspected;
      const nonce = randomUUID();
      const lastFour = card.cardNumber.slice(-4);
      const created_at = clock.now().toISOString();
      store.addNonce({ nonce, payment_type: 'creditCard', last_four: lastFour, created_at, ...inspected });
      return { outcome: 'tokenised', nonce, lastFour, brand: inspected.brand };
    },
    authorise,
    submitForSettlement: async (id) => move(id, ['authorised'], 'settling', REASONS.notAuthorised),
    void: async (id) => move(id, ['authorised', 'settling'], 'voided', REASONS.notVoidable),
    findByOrderId: async (orderId) => store.transactionsOf(orderId),
    refund: async (id, amount) => refund(id, amount),
    findRefunds: async (orderId) => store.refunds.of(orderId),
    settle: (id) => playBank(store, 'settle', id),
    play(event, id) {
      if (event !== 'refund') return playBank(store, event, id);
      const transaction = store.findTransaction(id);
      return transaction !== undefined && refund(id, transaction.amount).outcome === 'approved';
    },
    listTransactions: () => store.allTransactions(),
    close() {
      closing.abort();
      store.close();
    },
  };
}

function declined(reason: string): ChargeOutcome {
  return { outcome: 'declined', reason };
}

function makeTransaction(request: AuthoriseRequest, nonce: SandboxNonce, now: Date): SandboxTransaction {
  return {
    transactionId: randomUUID().slice(0, 8),
    orderId: request.orderId,
    ...RESULTS[nonce.behaviour],
    amount: request.amount,
    currency: request.currency,
    paymentType: nonce.payment_type,
    cardLastFour: nonce.last_four,
    merchantAccount: request.merchantAccount,
    brand: nonce.brand,
    storedOnFile: request.storeInVault,
    createdAt: now.toISOString(),
  };
}

/** The processor's code for a settlement that it declined. */
const SETTLEMENT_DECLINED = '4001';

/** The sandbox's records of sales and refunds. */
function createSandboxRecords(store: SandboxStore): ProviderRecords {
  const isWithin = ({ from, to }: { from: Date; to: Date }, at: string) =>
    from.toISOString() <= at && at <= to.toISOString();
  return {
    async find(id) {
      const sale = store.findTransaction(id);
      return sale ? saleRecord(store, sale) : store.refunds.records().find(({ transactionId }) => transactionId === id);
    },
    async *list(span) {
      yield* store
        .allTransactions()
        .filter(({ createdAt }) => isWithin(span, createdAt))
        .map((sale) => saleRecord(store, sale));
      yield* store.refunds.records().filter(({ createdAt }) => isWithin(span, createdAt));
    },
  };
}

function saleRecord(store: SandboxStore, sale: SandboxTransaction): ProviderRecord {
  const { transactionId, orderId, status, amount, currency, createdAt } = sale;
  const refunds = store.refunds.recordsOf(transactionId);
  const refunded = refunds.reduce((sum, refund) => sum + refund.amount, 0);
  // The sale was approved without a reason. The bank declined it later.
  const reason = status === 'declined' ? (sale.reason ?? SETTLEMENT_DECLINED) : sale.reason;
  const dispute = store.disputes.find(transactionId);
  const money = { status, amount, currency, reason, refunded, refunds, failedAt: null, dispute };
  return { transactionId, type: 'sale', orderId, refundOf: null, ...money, createdAt };
}
