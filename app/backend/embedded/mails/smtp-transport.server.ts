import { createTransport } from 'nodemailer';
import { withTimeout } from '~/lib/with-timeout';
import type { Delivery, OutgoingMail, MailTransport } from './mail-transport';

export interface SmtpSettings {
  /** `smtp://…` or `smtps://…`, with user and password if the server needs them. */
  url: string;
  from: { name: string; address: string };
  /** The timeout of the DNS query, the connection and the greeting, in milliseconds. */
  silenceTimeoutMs?: number;
}

/** A server may scan a mail before it accepts it (RFC 5321, section 4.5.3.2.6). With a shorter timeout it would deliver each retry, too. */
const REPLY_TIMEOUT_MS = 200_000;
/** For a whole mail. Shorter than its lease. */
const DEADLINE_MS = 240_000;

/**
 * A failure of these commands is about the mail. Nodemailer's own errors, such as for a recipient that it rejects, have `API`. Other failures
 * are about our configuration or a limit, which can be corrected.
 */
const MAIL_COMMANDS = ['RCPT TO', 'DATA', 'API'];
/** Nodemailer's codes for a failed connection, a lost reply, or rejected credentials, during any command. */
const UNREACHABLE = ['ECONNECTION', 'ETIMEDOUT', 'EDNS', 'ESOCKET', 'ETLS', 'EAUTH', 'EPROTOCOL'];

/** Opens a new connection for each mail. */
export function createSmtpTransport({ url, from, silenceTimeoutMs = 20_000 }: SmtpSettings): MailTransport {
  const transport = createTransport({
    url,
    connectionTimeout: silenceTimeoutMs,
    greetingTimeout: silenceTimeoutMs,
    dnsTimeout: silenceTimeoutMs,
    socketTimeout: REPLY_TIMEOUT_MS,
    // A mail contains only the content passed to it.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const host = from.address.replace(/^.*@/s, '');
  return {
    async send({ id, to, subject, text, html, languages, replyTo, unsubscribe }: OutgoingMail): Promise<Delivery> {
      const message = {
        // Nodemailer treats an object as a single address.
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId: `<${id}@${host}>`,
        ...(replyTo === undefined ? {} : { replyTo: { name: '', address: replyTo } }),
        ...(unsubscribe === undefined ? {} : { list: { unsubscribe: `${unsubscribe}?subject=unsubscribe` } }),
        headers: { 'Auto-Submitted': 'auto-generated', 'Content-Language': languages.join(', ') },
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

/** Keeps only the codes of Nodemailer's error: its message repeats the server's reply, which often contains the recipient. */
function readFailure({ code, command, responseCode }: SmtpError): Delivery {
  const isAboutMail = MAIL_COMMANDS.includes(command ?? '');
  if (responseCode !== undefined && responseCode >= 500 && isAboutMail) {
    return { outcome: 'refused', code: responseCode };
  }
  const details = [code, command, responseCode].filter((part) => part !== undefined).join(', ');
  const cause = new Error(`The mail server did not accept the mail (${details || 'no reply in time'})`);
  return { outcome: isAboutMail && !UNREACHABLE.includes(code ?? '') ? 'later' : 'unreachable', cause };
}
