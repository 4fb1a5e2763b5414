/** Sends one mail: the backend's port to a mail server. */
export interface MailTransport {
  /** Never throws: what went wrong is an outcome. */
  send(mail: OutgoingMail): Promise<Delivery>;
}

/**
 * What became of a mail. `code` is the server's answer (RFC 5321, section 4.2); no outcome holds an address.
 *
 * - `sent`: the server has taken it
 * - `refused`: it never will, so that another try is of no use
 * - `later`: not now; or nobody can tell, because its answer was lost
 * - `unreachable`: the same, and the next mail would fare no better
 */
export type Delivery =
  { outcome: 'sent' } | { outcome: 'refused'; code: number } | { outcome: 'later' | 'unreachable'; cause: Error };

export interface OutgoingMail {
  /** Stays the same however often it is tried, so that a mail program can tell a second copy. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | undefined;
  language: string;
}
