import type { Currency } from '~/domain/money';
import type { PaymentType } from '~/domain/order';
import type { ProviderRecord, ProviderRecords, ProviderWebhooks, TransactionStatus } from './records-port';

/**
 * The interface to a payment provider, in two halves. The web process turns the visitor's input into a nonce, with only a client token.
 * Only the backend charges (docs/architecture.md, "Things to know before changing something"). browser-port.ts has the browser's part.
 */

export interface CardDetails {
  cardHolderName: string;
  /** Digits only. */
  cardNumber: string;
  /** `MM/YY`. */
  cardExpiration: string;
  cardCvv: string;
}

export interface TokenisedCard {
  outcome: 'tokenised';
  nonce: string;
  lastFour: string;
  brand: string;
}

/** The provider rejected the card's data; the visitor can correct `field`. */
export interface RefusedCard {
  outcome: 'refused';
  field: 'cardNumber' | 'cardExpiration' | 'cardCvv';
}

/** Where a wallet redirects the visitor, and the data that it may show. */
interface WalletSetUp {
  /** Absolute; the wallet adds `ba_token` to its query. */
  returnUrl: string;
  cancelUrl: string;
  /** Minor units. */
  amount: number;
  currency: Currency;
}

/** A wallet's agreement that waits for the visitor's approval. */
export interface StartedAgreement {
  /** Where to redirect the visitor: absolute, or a path of this host. */
  approvalUrl: string;
  /** The `ba_token` that the wallet sends back. Any other belongs to another visitor's agreement. */
  agreementToken: string;
}

/** The result of a PayPal approval: a single-use nonce, and the account's e-mail if PayPal returns it. */
interface TokenisedPayPal {
  nonce: string;
  email?: string;
}

/** Like `TokenisedPayPal`, for Venmo. */
export interface TokenisedVenmo {
  nonce: string;
  username?: string;
}

/** Additional sources for a page's Content-Security-Policy, by directive. */
export type PageSources = Partial<
  Record<
    'script-src' | 'style-src' | 'style-src-attr' | 'img-src' | 'connect-src' | 'frame-src' | 'form-action',
    readonly string[]
  >
>;

/** The provider's card fields and wallets in the browser, as the server needs them. */
export interface BrowserHalf {
  /** The folder `app/payments/<module>/browser/` (browser-port.ts). */
  readonly module: string;
  /** Whether Venmo runs in the browser. */
  readonly hasVenmo: boolean;
  /**
   * The sources that the payment view must allow.
   *
   * @param needs.threeDSecure allows the bank's pages, which may come from any host
   */
  sources(needs: { threeDSecure: boolean }): PageSources;
}

/** The interface for the web process. */
export interface TokenisingProvider {
  /** Undefined if the provider has no browser part; then the payment view consists of plain forms. */
  readonly browser?: BrowserHalf;
  /** Origins besides ours that an `approvalUrl` leads to or through. The CSP must allow the payment view's forms to redirect there. */
  readonly approvalOrigins: readonly string[];
  /** Turns a card into a single-use nonce. @throws Error if the provider does not respond */
  tokeniseCard(clientToken: string, card: CardDetails): Promise<TokenisedCard | RefusedCard>;
  /**
   * Starts PayPal by redirect. An adapter without PayPal omits both methods, and PayPal is not offered.
   *
   * @throws Error if PayPal cannot be set up
   */
  startPayPal?(clientToken: string, setUp: WalletSetUp): Promise<StartedAgreement>;
  /**
   * Turns an approval into a nonce, once.
   *
   * @param approval.agreementToken the `ba_token` from the query
   * @throws Error if it was not approved, was used before, has expired, or the provider does not respond
   */
  finishPayPal?(clientToken: string, approval: { agreementToken: string }): Promise<TokenisedPayPal>;
  /** Venmo by redirect, in the same two steps. A provider with Venmo in the browser (`browser.hasVenmo`) omits both. */
  startVenmo?(clientToken: string, setUp: WalletSetUp): Promise<StartedAgreement>;
  finishVenmo?(clientToken: string, approval: { agreementToken: string }): Promise<TokenisedVenmo>;
}

export interface AuthoriseRequest {
  /** Our id, unique for every attempt, for look-ups at the provider. */
  orderId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  merchantAccount: string;
  nonce: string;
  paymentType: PaymentType;
  storeInVault: boolean;
  /**
   * Whether 3-D Secure is required. Then a card is rejected with the reason `2099`, unless the provider itself confirms that the liability
   * for the nonce has shifted. The browser's claim is not trusted.
   */
  requiresAuthentication?: boolean;
  deviceData?: string;
}

export interface ProviderTransaction {
  transactionId: string;
  orderId: string;
  status: TransactionStatus;
  amount: number;
  currency: string;
  paymentType: PaymentType;
  cardLastFour: string | null;
  /** For a decline: the processor's code, such as `2000`, or the gateway's reason, such as `fraud` or `DUPLICATE_SALE`. */
  reason: string | null;
}

/**
 * The reason, in Braintree's spelling, of a sale that the gateway refuses because it received the same one moments ago. Only a look-up
 * shows whether that sale succeeded.
 */
export const DUPLICATE_SALE = 'duplicate';

const HOLDING: readonly ProviderRecord['status'][] = ['authorised', 'settling', 'settled'];

/** Whether the customer's money is held or taken. */
export function isHolding({ status }: Pick<ProviderRecord, 'status'>): boolean {
  return HOLDING.includes(status);
}

/** The part of a transaction that is still held or taken, in minor units. */
export function leftOf(transaction: ProviderTransaction, refunds: readonly ProviderRefund[]): number {
  const own = refunds.filter(({ transactionId }) => transactionId === transaction.transactionId);
  return leftOfSale({ ...transaction, refunded: own.reduce((sum, { amount }) => sum + amount, 0), dispute: null });
}

/** As `leftOf`, for a sale whose refunds are summed up. The payer's bank has returned the money of a lost dispute. */
export function leftOfSale(sale: Pick<ProviderRecord, 'status' | 'amount' | 'refunded' | 'dispute'>): number {
  return isHolding(sale) && sale.dispute !== 'lost' ? sale.amount - sale.refunded : 0;
}

/** The outcome of a call that moves money. `unknown` (a timeout, a reset, a 5xx) must be looked up and never blindly repeated. */
export type ChargeOutcome =
  | { outcome: 'approved'; transaction: ProviderTransaction }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'unknown'; cause: unknown };

/** Money of a settled transaction that was returned, or is on its way back. */
export interface ProviderRefund {
  refundId: string;
  /** The refunded transaction. */
  transactionId: string;
  orderId: string;
  /** Minor units. */
  amount: number;
  currency: string;
}

/** As `ChargeOutcome`: look up `unknown` with `findRefunds`, and never blindly repeat it. */
export type RefundOutcome =
  | { outcome: 'approved'; refund: ProviderRefund }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'unknown'; cause: unknown };

/** The interface for the backend. */
export interface ChargingProvider {
  /** The state of payments after they were submitted for settlement (records-port.ts). */
  readonly records: ProviderRecords;
  /** Undefined if the provider sends no messages. */
  readonly webhooks?: ProviderWebhooks;
  /** Milliseconds after which an unanswered call can no longer take effect. */
  readonly deadline: number;
  /**
   * Checks the currency of each merchant account. Undefined if the provider has no such accounts.
   *
   * @returns false if our keys may not read merchant accounts
   * @throws Error that names the setting of a wrong account
   */
  checkMerchantAccounts?(): Promise<boolean>;
  /** @param currency of the order, where a bank must confirm the card */
  clientToken(country: string, currency?: Currency): Promise<{ clientToken: string; hiddenCardBrands: string[] }>;
  authorise(request: AuthoriseRequest): Promise<ChargeOutcome>;
  submitForSettlement(transactionId: string): Promise<ChargeOutcome>;
  void(transactionId: string): Promise<ChargeOutcome>;
  /** All transactions of an order id, newest first. @throws Error if the provider does not respond */
  findByOrderId(orderId: string): Promise<ProviderTransaction[]>;
  /**
   * Refunds a settled transaction, partly or fully. Two calls make two refunds, up to its amount.
   *
   * @param amount minor units
   */
  refund(transactionId: string, amount: number): Promise<RefundOutcome>;
  /** The refunds of an order id that were not declined, newest first. @throws Error if the provider does not respond */
  findRefunds(orderId: string): Promise<ProviderRefund[]>;
}
