import { createTransport } from 'nodemailer';
import { withTimeout } from '~/lib/with-timeout';
import type { Delivery, OutgoingMail, MailTransport } from './mail-transport';

export interface SmtpSettings {
  /** `smtp://…` or `smtps://…`, with user and password where the server wants them. */
  url: string;
  /** `address` or `name <address>`. */
  from: string;
  /** Milliseconds until a server that says nothing is given up. */
  patienceMs?: number;
}

/** Longer than any server needs, shorter than the lease of a mail. */
const DEADLINE_MS = 60_000;

/** Where the server's 5xx is about this mail; elsewhere it is about us, and may be mended. */
const ABOUT_THE_MAIL = ['RCPT TO', 'DATA'];
/** Nodemailer's codes for a server that cannot be talked to, or not by us. */
const UNREACHABLE = ['ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ESOCKET', 'ETLS', 'EAUTH', 'EPROTOCOL'];

/** Sends mails by SMTP, each over a connection of its own. */
export function createSmtpTransport({ url, from, patienceMs = 20_000 }: SmtpSettings): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: patienceMs,
    greetingTimeout: patienceMs,
    dnsTimeout: patienceMs,
    socketTimeout: patienceMs,
    // A mail of ours is what it says and nothing else.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.replace(/^.*@/s, '').replace(/>$/, '');
  return {
    async send({ id, to, subject, text, html, language }: OutgoingMail): Promise<Delivery> {
      const message = {
        from,
        // As an object it is one address, whatever it holds.
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': language },
      };
      try {
        await withTimeout(DEADLINE_MS, () => transport.sendMail(message));
        return { outcome: 'sent' };
      } catch (error) {
        return readFailure(error instanceof Error ? error : new Error('The transport failed'));
      }
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  command?: string;
  responseCode?: number;
}

/** Nodemailer's own error repeats what the server said, which often names the recipient: only its codes are kept. */
function readFailure({ code, command, responseCode }: SmtpError): Delivery {
  if (responseCode !== undefined && responseCode >= 500 && ABOUT_THE_MAIL.includes(command ?? '')) {
    return { outcome: 'refused', code: responseCode };
  }
  const what = [code, command, responseCode].filter((part) => part !== undefined).join(', ');
  const cause = new Error(`The mail server did not take the mail (${what || 'no answer in time'})`);
  return { outcome: code === undefined || UNREACHABLE.includes(code) ? 'unreachable' : 'later', cause };
}
