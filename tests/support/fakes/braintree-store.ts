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
  /** The sale of a refund. */
  refundedTransactionId?: string;
  /** The refunds of a sale. */
  refundIds?: string[];
  /** Why the bank refused to settle. */
  settlementCode?: string;
  /** The states of a sale's disputes. */
  disputes?: string[];
}

export interface FakeNonce {
  last4: string | null;
  instrument: string;
  used: boolean;
  /** The bank's 3-D Secure result; null without a bank check. */
  liabilityShifted: boolean | null;
}

/** A sale request, as the SDK sends it. */
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

/** Braintree's sandbox amounts: 2000.00 to 2999.99 are declined with that code. */
const DECLINED_AMOUNT = /^(2\d{3})\.\d{2}$/;

/** The gateway's store. It commits before it responds, a nonce works once, and two sales with one order id are two transactions. */
export function createFakeBooks(currencies: Readonly<Record<string, string>>) {
  const transactions: FakeTransaction[] = [];
  const nonces = new Map<string, FakeNonce>();

  return {
    transactions,
    agreements: createFakeAgreements(),
    /** @param last4 null for an account @param instrument if it does not follow from `last4` */
    addNonce(last4: string | null, instrument = last4 === null ? 'paypal_account' : 'credit_card'): string {
      const nonce = randomUUID();
      nonces.set(nonce, { last4, instrument, used: false, liabilityShifted: null });
      return nonce;
    },

    /** Consumes the nonce and returns a new one, as 3-D Secure does; undefined for an unknown nonce. */
    authenticate(nonce: string, liabilityShifted: boolean): { nonce: string; last4: string | null } | undefined {
      const asked = nonces.get(nonce);
      if (!asked || asked.used) return undefined;
      asked.used = true;
      const confirmed = randomUUID();
      nonces.set(confirmed, { ...asked, used: false, liabilityShifted });
      return { nonce: confirmed, last4: asked.last4 };
    },

    findNonce: (nonce: string) => nonces.get(nonce),

    /** Consumes every nonce. */
    spendNonces: () => nonces.forEach((nonce) => (nonce.used = true)),
    /** Expires every nonce, as after three hours. */
    forgetNonces: () => nonces.clear(),

    /** @param rejection such as `fraud` or `duplicate`: the transaction is still stored */
    sell(body: SaleBody, rejection: string | null, declineCode: string | null): SaleResult {
      const currency = currencies[body.merchant_account_id];
      if (!currency) return { error: { attribute: 'merchant_account_id', code: '91513' } };
      const nonce = nonces.get(body.payment_method_nonce);
      if (!nonce) return { error: { attribute: 'payment_method_nonce', code: '91565' } };
      if (nonce.used) return { error: { attribute: 'payment_method_nonce', code: '91564' } };
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

    /** A refund is a separate transaction. Like the gateway, it requires a settled sale and at most the taken amount. */
    refund(id: string, amount: string | undefined): SaleResult | undefined {
      const sale = transactions.find((one) => one.id === id);
      if (!sale) return undefined;
      if (!['settling', 'settled'].includes(sale.status)) return { error: { attribute: 'base', code: '91506' } };
      const given = transactions.filter((one) => one.refundedTransactionId === id);
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

    /** Changes a transaction's status, if it is in one of these. */
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
