import { toDecimal } from '~/domain/money';
import type { BraintreeGateway, Environment, Transaction, TransactionRequest } from 'braintree';
import type { Currency } from '~/domain/money';
import { createBraintreeCaller, type BraintreeKeys } from './gateway.server';
import { requireAuthenticated } from './authentication';
import { outcomeOf } from './outcome';
import { readTransaction } from './transaction';
import type { AuthoriseRequest, ChargingProvider } from '~/payments/port';

/** Braintree's own limit for a request, after which it gives up what it was asked (Braintree, "Timeouts"). */
const GATEWAY_LIMIT_MS = 60_000;
/** Not taken in Great Britain, as in the sandbox. */
const HIDDEN_CARD_BRANDS: Readonly<Record<string, string[]>> = { GB: ['american-express', 'discover'] };

export interface BraintreeChargingOptions {
  /** `Environment.Sandbox` or `Environment.Production`; a test brings one of its own. */
  environment: Environment;
  keys: BraintreeKeys;
  /** Braintree's id of the account each currency is paid into. */
  merchantAccounts: Record<Currency, string>;
  /** Milliseconds a whole call may take. */
  callDeadline?: number;
  /** Milliseconds of silence after which a connection is given up. */
  idle?: number;
}

/** Charges through Braintree, with the API keys. Opens no connection until it is asked for something. */
export function createBraintreeCharging(options: BraintreeChargingOptions): ChargingProvider {
  const { merchantAccounts, callDeadline = 30_000, idle = 15_000 } = options;
  const call = createBraintreeCaller({ ...options, deadline: callDeadline, idle });
  return {
    deadline: callDeadline + GATEWAY_LIMIT_MS,

    async clientToken(country) {
      const merchantAccountId = merchantAccounts[country === 'GB' ? 'GBP' : 'USD'];
      const answer = await call((gateway) => gateway.clientToken.generate({ merchantAccountId }));
      // The SDK gives nothing at all for an answer it does not understand.
      if (!answer?.success || !answer.clientToken) throw new Error('Braintree gave no client token');
      return { clientToken: answer.clientToken, hiddenCardBrands: HIDDEN_CARD_BRANDS[country] ?? [] };
    },

    authorise: (request) =>
      outcomeOf(
        call(async (gateway) => {
          if (request.requiresAuthentication) await requireAuthenticated(gateway, request.nonce);
          return gateway.transaction.sale(saleOf(request));
        }),
      ),
    submitForSettlement: (id) => outcomeOf(call((gateway) => gateway.transaction.submitForSettlement(id))),
    void: (id) => outcomeOf(call((gateway) => gateway.transaction.void(id))),

    findByOrderId: (orderId) =>
      call(async (gateway) => {
        const ids = await searchIds(gateway, orderId);
        const found = await Promise.all(ids.map((id) => gateway.transaction.find(id)));
        return found
          .filter((transaction) => isSaleOf(orderId, transaction))
          .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
          .map(readTransaction);
      }),
  };
}

/** A sale that only holds the money. The customer and the card are kept only where it succeeds. */
function saleOf(request: AuthoriseRequest): TransactionRequest {
  return {
    amount: toDecimal(request.amount),
    merchantAccountId: request.merchantAccount,
    orderId: request.orderId,
    paymentMethodNonce: request.nonce,
    ...(request.deviceData === undefined ? {} : { deviceData: request.deviceData }),
    options: { submitForSettlement: false, storeInVaultOnSuccess: request.storeInVault },
  };
}

/** A refund bears the order id of its sale, and the gateway does not mind case: neither is the sale that is looked for. */
function isSaleOf(orderId: string, transaction: Transaction): boolean {
  return transaction.type === 'sale' && transaction.orderId === orderId;
}

/**
 * The ids alone, and each transaction by itself: the SDK's stream breaks when a page of results comes back empty, and a search may show
 * an older state than the transaction.
 */
function searchIds(gateway: BraintreeGateway, orderId: string): Promise<string[]> {
  // The SDK takes a callback here and then gives the ids; its types know the stream only.
  const search = gateway.transaction.search.bind(gateway.transaction) as unknown as (
    criteria: (search: { orderId(): { is(value: string): void } }) => void,
    callback: (error: Error | null, found: { success: boolean; ids?: unknown } | null) => void,
  ) => void;
  return new Promise((resolve, reject) => {
    search(
      (criteria) => criteria.orderId().is(orderId),
      (error, found) => {
        if (error) reject(error);
        else if (found?.success && Array.isArray(found.ids)) resolve(found.ids as string[]);
        else reject(new Error('Braintree did not search'));
      },
    );
  });
}
