import { randomUUID } from 'node:crypto';
import { createFakeAgreements } from './braintree-paypal';

export interface FakeTransaction {
  id: string;
  type: 'sale' | 'credit';
  status: string;
  orderId: string;
  amount: string;
  currency: string;
  merchantAccount: string;
  paymentInstrumentType: string;
  last4: string | null;
  code: string;
  rejection: string | null;
  vaultedCustomer: string | null;
  deviceData: string | null;
  createdAt: string;
  /** When a refund failed. */
  failedAt?: string;
  /** The sale of a refund. */
  refundedTransactionId?: string;
  /** The refunds of a sale. */
  refundIds?: string[];
  /** The code with which the bank declined the settlement. */
  settlementCode?: string;
  /** The states of a sale's disputes. */
  disputes?: string[];
}

export interface FakeNonce {
  last4: string | null;
  instrument: string;
  used: boolean;
  /** The bank's 3-D Secure result, or null without a check. */
  liabilityShifted: boolean | null;
  /** The amount that the bank confirmed. */
  confirmedAmount?: string;
  /** The merchant account of the client token with which the bank confirmed it. */
  confirmedAccount?: string;
}

/** A sale request of the SDK. */
export interface SaleBody {
  amount: string;
  merchant_account_id: string;
  order_id: string;
  payment_method_nonce: string;
  device_data?: string;
  options: { submit_for_settlement: boolean; store_in_vault_on_success: boolean };
}

export type SaleResult = { transaction: FakeTransaction } | { error: { attribute: string; code: string } };

export type FakeBooks = ReturnType<typeof createFakeBooks>;

/** Braintree's sandbox declines amounts from 2000.00 to 2999.99, with the amount as the code. */
const DECLINED_AMOUNT = /^(2\d{3})\.\d{2}$/;

/** The gateway's records. A nonce works once, and two sales with the same order id are two transactions. */
export function createFakeBooks(currencies: Readonly<Record<string, string>>) {
  const transactions: FakeTransaction[] = [];
  const nonces = new Map<string, FakeNonce>();

  return {
    transactions,
    agreements: createFakeAgreements(),
    /** @param last4 null for a PayPal or Venmo account @param instrument of other accounts than PayPal's */
    addNonce(last4: string | null, instrument = last4 === null ? 'paypal_account' : 'credit_card'): string {
      const nonce = randomUUID();
      nonces.set(nonce, { last4, instrument, used: false, liabilityShifted: null });
      return nonce;
    },

    /** Consumes a nonce, and returns a new one, as 3-D Secure does, or undefined for an unknown or used one. */
    authenticate(
      nonce: string,
      liabilityShifted: boolean,
      confirmedAmount?: string,
      confirmedAccount?: string,
    ): { nonce: string; last4: string | null } | undefined {
      const found = nonces.get(nonce);
      if (!found || found.used) return undefined;
      found.used = true;
      const confirmed = randomUUID();
      nonces.set(confirmed, { ...found, used: false, liabilityShifted, confirmedAmount, confirmedAccount });
      return { nonce: confirmed, last4: found.last4 };
    },

    findNonce: (nonce: string) => nonces.get(nonce),

    /** Consumes every nonce. */
    spendNonces: () => nonces.forEach((nonce) => (nonce.used = true)),
    /** Expires every nonce, as after three hours. */
    forgetNonces: () => nonces.clear(),

    /** Makes a sale. @param rejection such as `fraud` or `duplicate`, with which the transaction is stored */
    sell(body: SaleBody, rejection: string | null, declineCode: string | null): SaleResult {
      const currency = currencies[body.merchant_account_id];
      if (!currency) return { error: { attribute: 'merchant_account_id', code: '91513' } };
      const nonce = nonces.get(body.payment_method_nonce);
      if (!nonce) return { error: { attribute: 'payment_method_nonce', code: '91565' } };
      if (nonce.used) return { error: { attribute: 'payment_method_nonce', code: '91564' } };
      if (nonce.confirmedAmount !== undefined && centsOf(body.amount) > centsOf(nonce.confirmedAmount))
        return { error: { attribute: 'three_d_secure_authentication_id', code: '91570' } };
      if (nonce.confirmedAccount !== undefined && nonce.confirmedAccount !== body.merchant_account_id)
        return { error: { attribute: 'merchant_account_id', code: '91584' } };
      nonce.used = true;
      const code = declineCode ?? DECLINED_AMOUNT.exec(body.amount)?.[1] ?? '1000';
      const status = rejection ? 'gateway_rejected' : code === '1000' ? 'authorized' : 'processor_declined';
      const isVaulted = body.options.store_in_vault_on_success && status === 'authorized';
      const transaction: FakeTransaction = {
        id: randomUUID().slice(0, 8),
        type: 'sale',
        status,
        orderId: body.order_id,
        amount: body.amount,
        currency,
        merchantAccount: body.merchant_account_id,
        paymentInstrumentType: nonce.instrument,
        last4: nonce.last4,
        code: rejection ? '' : code,
        rejection,
        vaultedCustomer: isVaulted ? randomUUID().slice(0, 8) : null,
        deviceData: body.device_data ?? null,
        createdAt: new Date(Date.UTC(2026, 2, 1, 12, 0, transactions.length)).toISOString(),
      };
      transactions.push(transaction);
      return { transaction };
    },

    /** Adds a refund as a separate transaction. Like the gateway, requires a settled sale and at most its remaining amount. */
    refund(id: string, amount: string | undefined): SaleResult | undefined {
      const sale = transactions.find((one) => one.id === id);
      if (!sale) return undefined;
      if (!['settling', 'settled'].includes(sale.status)) return { error: { attribute: 'base', code: '91506' } };
      const given = transactions.filter((one) => one.refundedTransactionId === id && one.status !== 'failed');
      const left = given.reduce((rest, one) => rest - centsOf(one.amount), centsOf(sale.amount));
      if (left === 0) return { error: { attribute: 'base', code: '91512' } };
      if (centsOf(amount ?? sale.amount) > left) return { error: { attribute: 'amount', code: '91521' } };
      const transaction: FakeTransaction = {
        ...sale,
        id: randomUUID().slice(0, 8),
        type: 'credit',
        status: 'submitted_for_settlement',
        amount: amount ?? sale.amount,
        refundedTransactionId: id,
        refundIds: [],
        disputes: [],
        createdAt: new Date(Date.UTC(2026, 2, 1, 12, 0, transactions.length)).toISOString(),
      };
      transactions.push(transaction);
      sale.refundIds = [...(sale.refundIds ?? []), transaction.id];
      return { transaction };
    },

    /** Changes a transaction's status, if it has one of the `from` statuses. */
    move(id: string, from: string[], to: string, code: string): SaleResult | undefined {
      const transaction = transactions.find((one) => one.id === id);
      if (!transaction) return undefined;
      if (!from.includes(transaction.status)) return { error: { attribute: 'base', code } };
      transaction.status = to;
      return { transaction };
    },
  };
}

function centsOf(amount: string): number {
  return Math.round(Number(amount) * 100);
}
