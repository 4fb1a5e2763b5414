import braintree from 'braintree';
import type { BraintreeGateway, Environment, Transaction, TransactionRequest } from 'braintree';
import type { ChargingProvider, AuthoriseRequest } from '~/payments/port';
import { toDecimal, type Currency } from '~/domain/money';
import { createBraintreeCaller, type BraintreeKeys, searchIds } from './gateway.server';
import { requireAuthenticated, outcomeOf, refundOutcomeOf } from './outcome';
import { isRefund, readRefund, readTransaction } from './transaction';
import { createBraintreeRecords } from './records.server';
import { createBraintreeWebhooks } from './webhooks.server';

/** Braintree abandons a request after this time (Braintree, "Timeouts"). */
const GATEWAY_LIMIT_MS = 60_000;
/** Card brands that we do not accept in Great Britain, also in the sandbox. */
const HIDDEN_CARD_BRANDS: Readonly<Record<string, string[]>> = { GB: ['american-express', 'discover'] };

export interface BraintreeChargingOptions {
  /** `Environment.Sandbox` or `Environment.Production`; a test passes its own. */
  environment: Environment;
  keys: BraintreeKeys;
  /** Braintree's merchant account id for each currency. */
  merchantAccounts: Record<Currency, string>;
  /** Milliseconds for a whole call. */
  callDeadline?: number;
  /** Milliseconds of silence after which a connection is closed. */
  idle?: number;
}

/** Charges through Braintree with the API keys. Opens no connection before the first call. */
export function createBraintreeCharging(options: BraintreeChargingOptions): ChargingProvider {
  const { merchantAccounts, callDeadline = 30_000, idle = 15_000 } = options;
  const call = createBraintreeCaller({ ...options, deadline: callDeadline, idle });
  return {
    deadline: callDeadline + GATEWAY_LIMIT_MS,
    records: createBraintreeRecords(call, Object.values(merchantAccounts)),
    webhooks: createBraintreeWebhooks(call),

    checkMerchantAccounts: () => call((gateway) => checkMerchantAccounts(gateway, merchantAccounts)),

    async clientToken(country, currency = country === 'GB' ? 'GBP' : 'USD') {
      // A bank confirms a card for the token's merchant account. Braintree declines a sale on another one (91584).
      const merchantAccountId = merchantAccounts[currency];
      const answer = await call((gateway) => gateway.clientToken.generate({ merchantAccountId }));
      // The SDK returns undefined for a response it does not understand.
      if (!answer?.success || !answer.clientToken) throw new Error('Braintree returned no client token');
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
        const ids = await searchIds(gateway, (criteria) => criteria.orderId().is(orderId));
        const found = await Promise.all(ids.map((id) => gateway.transaction.find(id)));
        return found
          .filter((transaction) => isSaleOf(orderId, transaction))
          .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
          .map(readTransaction);
      }),

    refund: (id, amount) => refundOutcomeOf(call((gateway) => gateway.transaction.refund(id, toDecimal(amount)))),
    findRefunds: (orderId) =>
      call(async (gateway) => {
        const ids = await searchIds(gateway, (criteria) => criteria.orderId().is(orderId));
        const found = await Promise.all(ids.map((id) => gateway.transaction.find(id)));
        return found
          .filter((transaction) => transaction.orderId === orderId && isRefund(transaction))
          .sort((one, other) => other.createdAt.localeCompare(one.createdAt))
          .map(readRefund);
      }),
  };
}

async function checkMerchantAccounts(gateway: BraintreeGateway, accounts: Record<Currency, string>): Promise<boolean> {
  const found = await Promise.all(
    Object.entries(accounts).map(async ([currency, id]) => ({ currency, actual: await readCurrency(gateway, id) })),
  );
  const wrong = found.filter(({ currency, actual }) => actual !== 'forbidden' && actual !== currency);
  if (wrong.length === 0) return found.every(({ actual }) => actual !== 'forbidden');
  const faults = wrong.map(
    ({ currency, actual }) =>
      `BRAINTREE_MERCHANT_ACCOUNT_${currency} ${actual ? `is an account for ${actual}` : 'is unknown to Braintree'}`,
  );
  throw new Error(faults.join(', '));
}

/** A merchant account's currency. Undefined for an unknown account, and `forbidden` if our keys may not read it. */
async function readCurrency(gateway: BraintreeGateway, id: string): Promise<string | undefined> {
  try {
    // The SDK's types omit the currency.
    const account: { currencyIsoCode?: string } = await gateway.merchantAccount.find(id);
    return account.currencyIsoCode ?? 'forbidden';
  } catch (error) {
    const { type } = error as { type?: string };
    if (type === 'notFoundError') return undefined;
    if (type === 'authorizationError') return 'forbidden';
    throw error;
  }
}

/** A sale that only authorises. The customer and the card are stored only if it succeeds. */
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

/** A refund has its sale's order id, and the gateway ignores case, so this checks both. */
function isSaleOf(orderId: string, transaction: Transaction): boolean {
  return transaction.type === 'sale' && transaction.orderId === orderId;
}

interface OpenChargingOptions extends Pick<BraintreeChargingOptions, 'keys' | 'merchantAccounts'> {
  environment: 'sandbox' | 'production';
}

/** Opens charging at Braintree's own hosts. */
export function openBraintreeCharging({ environment, ...options }: OpenChargingOptions): ChargingProvider {
  const { Production, Sandbox } = braintree.Environment;
  return createBraintreeCharging({ ...options, environment: environment === 'production' ? Production : Sandbox });
}
