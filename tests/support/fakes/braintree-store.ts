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
}

export interface FakeNonce {
  last4: string | null;
  instrument: string;
  used: boolean;
  /** What the bank said; null where it was not asked. */
  liabilityShifted: boolean | null;
}

/** What a sale is asked for, as the SDK writes it. */
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

/** Codes that an amount asks for, as in Braintree's sandbox: 2000.00 to 2999.99 are declined with that code. */
const DECLINED_AMOUNT = /^(2\d{3})\.\d{2}$/;

/** The gateway's books. It commits before it answers, a nonce works once, and two sales with one order id are two transactions. */
export function createFakeBooks(currencies: Readonly<Record<string, string>>) {
  const transactions: FakeTransaction[] = [];
  const nonces = new Map<string, FakeNonce>();

  return {
    transactions,
    agreements: createFakeAgreements(),
    /** @param last4 of a card; null of an account @param instrument what it is, where that does not follow from it */
    addNonce(last4: string | null, instrument = last4 === null ? 'paypal_account' : 'credit_card'): string {
      const nonce = randomUUID();
      nonces.set(nonce, { last4, instrument, used: false, liabilityShifted: null });
      return nonce;
    },

    /** The bank was asked about a card: its nonce is used up, and a new one stands for it. Undefined where there is no such nonce. */
    authenticate(nonce: string, liabilityShifted: boolean): { nonce: string; last4: string | null } | undefined {
      const asked = nonces.get(nonce);
      if (!asked || asked.used) return undefined;
      asked.used = true;
      const confirmed = randomUUID();
      nonces.set(confirmed, { ...asked, used: false, liabilityShifted });
      return { nonce: confirmed, last4: asked.last4 };
    },

    findNonce: (nonce: string) => nonces.get(nonce),

    /** Somebody used every nonce there is. */
    spendNonces: () => nonces.forEach((nonce) => (nonce.used = true)),
    /** Three hours went by: every nonce is one that never was. */
    forgetNonces: () => nonces.clear(),

    /** @param rejection makes the gateway refuse, as for `fraud` or `duplicate`: a transaction stands in the books all the same */
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

    /** Moves a transaction on, where it stands in one of these states. */
    move(id: string, from: string[], to: string, code: string): SaleResult | undefined {
      const transaction = transactions.find((one) => one.id === id);
      if (!transaction) return undefined;
      if (!from.includes(transaction.status)) return { error: { attribute: 'base', code } };
      transaction.status = to;
      return { transaction };
    },
  };
}
