/** What PayPal's own page would know of an agreement it asks the person to approve. */
export interface OpenAgreement {
  /** Minor units; undefined where it was not said. */
  amount: number | undefined;
  currency: string | undefined;
}

/** What a person can answer on PayPal's page; `approveAndDecline` lets the charge be declined later, to try that. */
export type ApprovalAnswer = 'approve' | 'approveAndDecline' | 'cancel';

/** The demo's stand-in for PayPal's page: only the sandbox in demo mode has one. */
export interface ApprovalPage {
  /** Undefined when there is no such agreement, or it was answered, or has expired. */
  find(agreementToken: string): OpenAgreement | undefined;
  /** Takes the answer. @returns where PayPal would send the person, absolute; undefined as for `find` */
  answer(agreementToken: string, answer: ApprovalAnswer): string | undefined;
}
