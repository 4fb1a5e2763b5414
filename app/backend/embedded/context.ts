import { implement } from '@orpc/server';
import type { CallInterceptor } from '~/backend/call-interceptor';
import { contract } from '~/backend/contract/contract';
import type { Clock } from '~/domain/clock';
import type { Experiment } from '~/domain/experiments';
import type { Currency } from '~/domain/money';
import type { PricingGroup } from '~/domain/pricing-groups';
import type { ChargingProvider } from '~/payments/port';
import type { Sealing } from '~/lib/sealing.server';
import type { Db } from '~/store/open-store.server';
import type { AttemptState } from './payments/attempt-states';
import type { PaymentAttempt } from './payments/payment-attempt';
import type { MailTransport } from './mails/mail-transport';

/** What the backend asks of the feature flags. */
interface BackendFlags {
  /** @param anonymousId whom it is about; nobody where it is not told */
  isTreatment(name: Experiment, anonymousId?: string): Promise<boolean>;
}

/** What happened to an attempt that somebody should know of. Holds nothing personal. */
export interface AttemptEvent {
  event: 'attempt-needs-operator' | 'attempt-stalled';
  orderId: string;
  reason?: string;
  cause?: unknown;
}

/** What happened to a mail that somebody should know of. Holds no address. */
export interface MailEvent {
  event: 'mail-given-up' | 'mail-not-sent' | 'invite-not-renewed';
  mailId?: string;
  kind?: string;
  /** What the mail server answered, as a number (RFC 5321, section 4.2). */
  code?: number;
  cause?: unknown;
}

export interface EmbeddedOptions {
  db: Db;
  charging: ChargingProvider;
  clock: Clock;
  /** Seals what has to be read again: nonces, payment answers, mails. */
  sealing: Sealing;
  flags: BackendFlags;
  /** The provider's account each currency is paid into. */
  merchantAccounts: Record<Currency, string>;
  /** Where the front end is reached, without a slash at the end. */
  publicUrl: string;
  /** Where a person belongs once they are signed in, where a professional finds their cases, and where a refused sign-in leads. */
  links: Readonly<Record<'appHome' | 'proCases' | 'logIn', string>>;
  brandName: string;
  supportEmail: string;
  /** Whether the fixtures exist. */
  demo: boolean;
  /** Puts every visitor into one pricing group. */
  pricingGroup?: PricingGroup;
  /** Milliseconds an operation may take until its caller in this process is told that there was no answer. */
  timeoutMs?: number;
  /** Milliseconds a call to the provider may take until its outcome is unknown; shorter than the front end's own patience. */
  answerWithin?: number;
  /** Stand around each call of the client in this process, the first outermost. */
  interceptors?: CallInterceptor[];
  report?(event: AttemptEvent): void;
  reportMail?(event: MailEvent): void;
  /** Hears of each state an attempt comes into. */
  paymentMoved?(state: AttemptState): void;
  /** Hears of each try to send a mail. */
  mailTried?(outcome: 'sent' | 'put-off' | 'given-up'): void;
  /** What mails are sent with; without it they stay in the outbox. */
  mailTransport?: MailTransport;
}

/** What every operation is given. */
export interface EmbeddedContext extends Required<
  Omit<EmbeddedOptions, 'pricingGroup' | 'mailTransport' | 'interceptors'>
> {
  pricingGroup?: PricingGroup;
  mailTransport?: MailTransport;
  /** To be called once a transaction that queued a mail is committed: starts sending, and waits for nothing. */
  mailsQueued(): void;
  /** The payments this process is taking right now, by sign-up: whoever presses twice waits for the first press's answer. */
  livePayments: Map<string, Promise<PaymentAttempt>>;
}

/** The contract, to be implemented an operation at a time. */
export const os = implement(contract).$context<EmbeddedContext>();

/** The typed errors an operation can throw when what it asks for is not there, or not theirs. */
export interface AccessErrors {
  FORBIDDEN(): Error;
  NOT_FOUND(): Error;
}
