import type { Router } from 'express';
import type { Clock } from '~/domain/clock';
import type { Currency } from '~/domain/money';
import type { ApprovalPage } from '~/payments/approval-page';
import type { ChargingProvider, TokenisingProvider } from '~/payments/port';
import type { Configuration } from '~/settings/configuration.server';

export interface OpenTokenising {
  tokenising: TokenisingProvider;
  /** The demo's own approval page; undefined if the provider has pages. */
  approvalPage: ApprovalPage | undefined;
}

export interface OpenPayments extends OpenTokenising {
  charging: ChargingProvider;
  merchantAccounts: Record<Currency, string>;
  /** The API through which other processes tokenise; undefined if the provider has its own. */
  clientApi: { path: string; router: Router } | undefined;
  /** Simulates later actions of the bank. Only the sandbox provides it. */
  bank?: OpenBank;
  close(): void;
}

interface OpenBank {
  events: readonly string[];
  /** @returns false if the event cannot happen to the transaction now */
  play(event: string, transactionId: string): boolean;
}

export interface ProviderParts {
  configuration: Pick<Configuration, 'dataDir' | 'demo'>;
  clock: Clock;
}

export interface TokenisingParts {
  configuration: Pick<Configuration, 'backendUrl' | 'backendTimeoutMs' | 'frontEnd'>;
  clock: Clock;
}

export interface PaymentProvider<Settings> {
  /** Both halves, if this process charges. */
  open(settings: Settings, parts: ProviderParts): Promise<OpenPayments>;
  /** For a remote backend, which charges with the same provider. */
  openTokenising(settings: Settings, parts: TokenisingParts): Promise<OpenTokenising>;
}
