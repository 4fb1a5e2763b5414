import { implement } from '@orpc/server';
import type { CallInterceptor } from '~/backend/call-interceptor';
import { contract } from '~/backend/contract/contract';
import type { Clock } from '~/domain/clock';
import type { SupportPhones } from '~/domain/country-rules';
import type { Experiment } from '~/domain/experiments';
import type { Currency } from '~/domain/money';
import type { PricingGroup } from '~/domain/packages';
import type { Seller } from '~/domain/receipt/receipt';
import type { ChargingProvider } from '~/payments/port';
import type { Sealing } from '~/lib/sealing.server';
import type { Db, StoreClock } from '~/store/store';
import type { AttemptState } from './payments/attempts/attempt-states';
import type { PaymentAttempt } from './payments/attempts/payment-attempt';
import type { DifferenceKind } from './payments/settlement/compare-books';
import type { SettlementState } from './payments/settlement/settlement-states';
import type { MailTransport } from './mails/mail-transport';
import type { CodeHashing } from './pricing/code-hashing.server';

interface BackendFlags {
  /** @param anonymousId undefined if the visitor is not identified */
  isTreatment(name: Experiment, anonymousId?: string): Promise<boolean>;
}

/** A payment's event for the log. Contains no personal data. */
export interface AttemptEvent {
  event:
    | 'attempt-needs-operator'
    | 'attempt-stalled'
    | 'attempt-taken-late'
    | 'provider-call-failed'
    | 'recovery-failed'
    | 'settlement-needs-operator'
    | 'settlement-round-failed';
  orderId?: string;
  reason?: string;
  cause?: unknown;
}

/** A mail's event for the log. Contains no address. */
export interface MailEvent {
  event: 'invite-over-limit' | 'mail-given-up' | 'mail-not-sent' | 'invite-not-renewed';
  mailId?: string;
  kind?: string;
  /** The mail server's reply code (RFC 5321, section 4.2). */
  code?: number;
  cause?: unknown;
}

/** What a reconciliation found, for the log. */
export interface ReconciliationReport {
  orders: number;
  differences: Readonly<Record<DifferenceKind, number>>;
  /** How many of these are not stored, because the list is full. */
  dropped: number;
}

export interface EmbeddedOptions {
  db: Db;
  charging: ChargingProvider;
  clock: Clock;
  /** The clock for payment leases, and for decisions that depend on elapsed time. */
  storeClock: StoreClock;
  /** Encrypts data that must be read again: nonces, payment results and mails. */
  sealing: Sealing;
  /** Seals hashes of short or guessable values, and the keys of such hashes. Its secrets are not those of `sealing`. */
  pepper: Sealing;
  flags: BackendFlags;
  /** The provider's merchant account for each currency. */
  merchantAccounts: Record<Currency, string>;
  /** The front end's public address, without a trailing slash. */
  publicUrl: string;
  /** The product's home page, a professional's cases, and the login page after a rejected sign-in. */
  links: Readonly<Record<'appHome' | 'proCases' | 'logIn', string>>;
  brandName: string;
  /** Hexadecimal, dark enough as a background for white text. */
  brandColor: string;
  supportEmail: string;
  /** Shown on receipts. */
  seller: Seller;
  supportPhones: SupportPhones;
  /** Whether demo mode is on, which adds the fixtures. */
  demo: boolean;
  /** Whether test cards buy; false by default. If false, the store must have no order of a site where they did. */
  acceptsTestCards?: boolean;
  /** Names this process in the history of payments, as `host:pid`. */
  processName?: string;
  /** Whether a mailbox gets a limited number of mails a day; true by default. */
  limitsMails?: boolean;
  /** Puts every visitor into this pricing group. */
  pricingGroup?: PricingGroup;
  /** Milliseconds after which an in-process call fails. */
  timeoutMs: number;
  /** Milliseconds until a provider call counts as unknown; by default, a share of `timeoutMs`. */
  answerWithin?: number;
  /** Wrap each in-process call. The first is the outermost. */
  interceptors?: CallInterceptor[];
  report?(event: AttemptEvent): void;
  reportMail?(event: MailEvent): void;
  /** Called for each row whose sealed value does not open, each time a job should re-seal it. */
  reportDamaged?(row: { table: string; id: string }): void;
  /** Called for each state that an attempt enters. */
  paymentMoved?(state: AttemptState): void;
  /** Called for each attempt that a visitor's call works on. */
  paymentInHand?(attempt: PaymentAttempt): void;
  /** Called for each state that a submitted payment enters. */
  settlementMoved?(state: SettlementState): void;
  /** Called after each daily reconciliation. */
  reportReconciliation?(found: ReconciliationReport): void;
  /** Called for each attempt to send a mail. */
  mailTried?(outcome: 'sent' | 'put-off' | 'unreachable' | 'given-up'): void;
  /** Without it, mails stay in the outbox. */
  mailTransport?: MailTransport;
}

interface LivePayment {
  result: Promise<PaymentAttempt>;
  /** The signals of all submissions that wait for it, each aborted once its caller has hung up. */
  callers: (AbortSignal | undefined)[];
}

export interface EmbeddedContext extends Required<
  Omit<EmbeddedOptions, 'pricingGroup' | 'mailTransport' | 'interceptors'>
> {
  pricingGroup?: PricingGroup;
  mailTransport?: MailTransport;
  codeHashing: CodeHashing;
  /** Starts sending without waiting. Call it after committing a transaction that queued a mail. */
  mailsQueued(): void;
  /** The payments that this process is taking now, by sign-up. A second submission waits for the first one's result. */
  livePayments: Map<string, LivePayment>;
  /** The payment calls that this process is working on now, also before their attempt is written. */
  payCalls: Set<{ payerId: string }>;
  /** The order ids of the attempts that this process works on now. */
  workingOn: Set<string>;
  /** When this process first saw an attempt with a timestamp in the future: `performance.now()` by order id. */
  metAt: Map<string, number>;
  /** Called after each provider call about an attempt. */
  providerAnswered(isAnswer: boolean): void;
}

export const os = implement(contract).$context<EmbeddedContext>();

/** The typed errors for a record that is missing, or that belongs to another user. */
export interface AccessErrors {
  FORBIDDEN(): Error;
  NOT_FOUND(): Error;
}
