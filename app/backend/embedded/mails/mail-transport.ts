/** The port to a mail server. */
export interface MailTransport {
  /** Never throws: failures are outcomes. */
  send(mail: OutgoingMail): Promise<Delivery>;
}

/**
 * The result of an attempt to send. `code` is the server's reply code (RFC 5321, section 4.2). No outcome contains an address.
 *
 * - `sent`: the server accepted the mail
 * - `refused`: the server will never accept it, so it is not retried
 * - `later`: this mail could not be sent for now
 * - `unreachable`: the connection, the login, the sender's address or the server's reply failed, so the next mail would probably fail, too
 */
export type Delivery =
  { outcome: 'sent' } | { outcome: 'refused'; code: number } | { outcome: 'later' | 'unreachable'; cause: Error };

export interface OutgoingMail {
  /** Stays the same for every attempt, so that mail programs can detect duplicates. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | undefined;
  /** At least one. */
  languages: readonly string[];
  replyTo: string | undefined;
  /** See `Mail`. */
  unsubscribe: string | undefined;
}
