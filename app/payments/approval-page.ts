/** What a wallet's own page would know about an agreement that awaits approval. */
export interface OpenAgreement {
  wallet: 'paypal' | 'venmo';
  /** Minor units; undefined where no amount was given. */
  amount: number | undefined;
  currency: string | undefined;
}

/** `approveAndDecline` approves, and the later charge is declined, for trying that case. */
export type ApprovalAnswer = 'approve' | 'approveAndDecline' | 'cancel';

/** The sandbox's stand-in for the approval pages of PayPal and Venmo. Agreements exist only in demo mode. */
export interface ApprovalPage {
  /** Undefined when the agreement does not exist, is already answered, or has expired, and when its backend does not respond. */
  find(agreementToken: string): Promise<OpenAgreement | undefined>;
  /** @returns the absolute URL where the wallet would send the person; undefined as for `find` */
  answer(agreementToken: string, answer: ApprovalAnswer): Promise<string | undefined>;
}
