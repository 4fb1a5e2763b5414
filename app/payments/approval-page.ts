import type { Currency } from '~/domain/money';
import type { WalletName } from '~/domain/order';

/** The data that a wallet's page would have about an agreement that awaits approval. */
export interface OpenAgreement {
  wallet: WalletName;
  /** Minor units. */
  amount: number;
  currency: Currency;
}

/** `approveAndDecline` approves and makes the later charge decline, to try that case. */
export type ApprovalAnswer = 'approve' | 'approveAndDecline' | 'cancel';

/** The sandbox's replacement for the approval pages of PayPal and Venmo. Agreements exist only in demo mode. */
export interface ApprovalPage {
  /** Undefined if the agreement does not exist, was already decided, or has expired, or if its backend does not respond. */
  find(agreementToken: string): Promise<OpenAgreement | undefined>;
  /** @returns the absolute URL to which the wallet would redirect the visitor; undefined as for `find` */
  answer(agreementToken: string, answer: ApprovalAnswer): Promise<string | undefined>;
}
