import type { Router } from 'express';
import type { Clock } from '~/domain/clock';
import type { Currency } from '~/domain/money';
import type { ApprovalPage } from '~/payments/approval-page';
import type { ChargingProvider, TokenisingProvider } from '~/payments/port';
import type { Configuration } from '~/settings/configuration.server';

/** The half that turns what a person enters into a nonce. */
export interface OpenTokenising {
  tokenising: TokenisingProvider;
  /** Stands in for the pages of PayPal and Venmo; undefined where the provider has pages of its own. */
  approvalPage: ApprovalPage | undefined;
}

/** One provider, in the two halves of the port. */
export interface OpenPayments extends OpenTokenising {
  charging: ChargingProvider;
  /** The account each currency is paid into. */
  merchantAccounts: Record<Currency, string>;
  /** What another process tokenises through, and where it is asked; undefined where the provider has an API of its own. */
  clientApi: { path: string; router: Router } | undefined;
  close(): void;
}

/** What a provider is opened with besides its own settings. */
export interface ProviderParts {
  configuration: Configuration;
  clock: Clock;
  /** Milliseconds until the sandbox answers for its slow card. */
  sandboxWait: number | undefined;
}

/** How a provider is opened. */
export interface PaymentProvider<Settings> {
  /** Both halves: this process charges. */
  open(settings: Settings, parts: ProviderParts): Promise<OpenPayments>;
  /** The tokenising half alone: another backend charges, with the same provider. */
  openTokenising(settings: Settings, parts: Pick<ProviderParts, 'configuration'>): Promise<OpenTokenising>;
}
