/** Sends one mail: the backend's port to a mail server. */
export interface Postman {
  /**
   * @returns `sent` once the mail server has taken it; `refused` when it never will: trying again would be of no use. `code` is the
   *   server's answer (RFC 5321, section 4.2)
   * @throws Error when it was not sent now, or nobody can tell
   */
  send(mail: OutgoingMail): Promise<{ outcome: 'sent' } | { outcome: 'refused'; code: number }>;
}

export interface OutgoingMail {
  /** Stays the same however often it is tried, so that a mail program can tell a second copy. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string | undefined;
  language: string;
}
