/** What a wallet's own page would know of an agreement it asks the person to approve. */
export interface OpenAgreement {
  wallet: 'paypal' | 'venmo';
  /** Minor units; undefined where it was not said. */
  amount: number | undefined;
  currency: string | undefined;
}

/** What a person can answer there; `approveAndDecline` lets the charge be declined later, to try that. */
export type ApprovalAnswer = 'approve' | 'approveAndDecline' | 'cancel';

/** The sandbox's stand-in for the pages of PayPal and Venmo; its agreements are made in demo mode alone. */
export interface ApprovalPage {
  /** Undefined when there is no such agreement, or it was answered, or has expired. */
  find(agreementToken: string): Promise<OpenAgreement | undefined>;
  /** Takes the answer. @returns where the wallet would send the person, absolute; undefined as for `find` */
  answer(agreementToken: string, answer: ApprovalAnswer): Promise<string | undefined>;
}
