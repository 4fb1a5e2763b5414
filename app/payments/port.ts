import type { PaymentType } from '~/domain/paid-order';

/**
 * What we ask of a payment provider, in two halves: the web process turns what a person enters into a nonce, with nothing but a
 * client token; the backend alone charges (docs/architecture.md, "Things to know before changing something"). What of the first runs in a
 * browser is in browser-port.ts.
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

/** The provider looked at the card and refused it: the person can mend `field`. */
export interface RefusedCard {
  outcome: 'refused';
  field: 'cardNumber' | 'cardExpiration' | 'cardCvv';
}

/** Where a wallet sends the person back to, and what it may show them. */
interface WalletSetUp {
  /** Absolute; the wallet adds `ba_token` to its query. */
  returnUrl: string;
  cancelUrl: string;
  /** Minor units. */
  amount?: number;
  currency?: string;
}

/** What an approval became: a single-use nonce, and whose PayPal account it is, where PayPal says so. */
interface TokenisedPayPal {
  nonce: string;
  email?: string;
}

/** The same of Venmo. */
export interface TokenisedVenmo {
  nonce: string;
  username?: string;
}

/** What a page has to let in, by directive of its Content-Security-Policy. */
export type PageSources = Partial<
  Record<'script-src' | 'style-src' | 'style-src-attr' | 'img-src' | 'connect-src' | 'frame-src', readonly string[]>
>;

/** Card fields and wallets of the provider's own, which run in the visitor's browser: what the server knows of them. */
export interface BrowserHalf {
  /** Where they stand: `app/payments/<module>/browser/` (browser-port.ts). */
  readonly module: string;
  /** Whether Venmo is asked there. */
  readonly hasVenmo: boolean;
  /**
   * What the payment view lets in for them.
   *
   * @param needs.threeDSecure the bank is asked who pays, and its pages may come from anywhere
   */
  sources(needs: { threeDSecure: boolean }): PageSources;
}

/** The half the web process uses. */
export interface TokenisingProvider {
  /** Undefined where the provider has nothing to run in a browser: then the payment view is plain forms. */
  readonly browser?: BrowserHalf;
  /** Origins besides ours that an `approvalUrl` leads to or through: the forms of the payment view have to be allowed to end there. */
  readonly approvalOrigins: readonly string[];
  /** Turns a card into a single-use nonce. @throws Error when the provider does not answer */
  tokeniseCard(clientToken: string, card: CardDetails): Promise<TokenisedCard | RefusedCard>;
  /**
   * Begins PayPal by redirect. A provider whose adapter cannot do that has neither this nor the next, and PayPal is not offered.
   *
   * @returns where to send the person: absolute, or a path of this host
   * @throws Error when PayPal cannot be set up
   */
  startPayPal?(clientToken: string, setUp: WalletSetUp): Promise<{ approvalUrl: string }>;
  /**
   * Turns an approval into a nonce, once.
   *
   * @param approval.agreementToken the `ba_token` that came back in the query
   * @throws Error when it was not approved, was used before, has expired, or the provider does not answer
   */
  finishPayPal?(clientToken: string, approval: { agreementToken: string }): Promise<TokenisedPayPal>;
  /** Venmo by redirect, in the same two steps. A provider that asks in the visitor's browser (`browser.hasVenmo`) has neither. */
  startVenmo?(clientToken: string, setUp: WalletSetUp): Promise<{ approvalUrl: string }>;
  finishVenmo?(clientToken: string, approval: { agreementToken: string }): Promise<TokenisedVenmo>;
}

export interface AuthoriseRequest {
  /** Ours, unique for every attempt; the provider can be asked by it. */
  orderId: string;
  /** Minor units. */
  amount: number;
  currency: string;
  merchantAccount: string;
  nonce: string;
  paymentType: PaymentType;
  storeInVault: boolean;
  /**
   * Whether the bank must have confirmed the card's owner (3-D Secure). Then a card is refused, with the reason `2099`, unless the
   * provider itself says of the nonce that the liability for it has shifted. What the browser said counts for nothing.
   */
  requiresAuthentication?: boolean;
  deviceData?: string;
}

export const TRANSACTION_STATUSES = [
  'authorised',
  'settling',
  'settled',
  'voided',
  'declined',
  'gatewayRejected',
] as const;

export interface ProviderTransaction {
  transactionId: string;
  orderId: string;
  status: (typeof TRANSACTION_STATUSES)[number];
  amount: number;
  currency: string;
  paymentType: PaymentType;
  cardLastFour: string | null;
  /** Of a decline: the processor's code, such as `2000`, or the gateway's reason, such as `fraud`. */
  reason: string | null;
}

/**
 * What became of a call that moves money. `unknown` means that nobody can tell (a time-out, a reset, a 5xx): it is looked up, never repeated blindly.
 */
export type ChargeOutcome =
  | { outcome: 'approved'; transaction: ProviderTransaction }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'unknown'; cause: unknown };

/** The half the backend uses. */
export interface ChargingProvider {
  /** Milliseconds after which a call that has not answered can no longer take effect. */
  readonly deadline: number;
  clientToken(country: string): Promise<{ clientToken: string; hiddenCardBrands: string[] }>;
  authorise(request: AuthoriseRequest): Promise<ChargeOutcome>;
  submitForSettlement(transactionId: string): Promise<ChargeOutcome>;
  void(transactionId: string): Promise<ChargeOutcome>;
  /** All transactions of an order id, newest first. @throws Error when the provider does not answer */
  findByOrderId(orderId: string): Promise<ProviderTransaction[]>;
}
