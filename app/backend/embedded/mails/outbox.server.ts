import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { DemoMail } from '~/backend/demo';
import type { Clock } from '~/domain/clock';
import type { Language } from '~/i18n/languages';
import type { Sealing } from '~/lib/sealing.server';
import type { Schema } from '~/store/schema';

export interface Mail {
  kind: 'receipt' | 'invite' | 'professional';
  recipient: string;
  language: Language;
  subject: string;
  /** Plain text. */
  text: string;
  /** The same as HTML; without it the mail has one part. */
  html?: string;
}

/** What of a mail is sealed. */
export type MailContent = Pick<Mail, 'subject' | 'text' | 'html'>;

/**
 * Puts a mail into the outbox, within the transaction of what it tells of: it is sent if and only if that happened. Call the context's
 * `mailsQueued` once the transaction is committed; else it waits for the next round.
 */
export async function queueMail(db: Kysely<Schema>, clock: Clock, sealing: Sealing, mail: Mail): Promise<void> {
  const { kind, recipient, language, subject, text, html } = mail;
  const content: MailContent = { subject, text, html };
  await db
    .insertInto('backend_mails')
    .values({
      id: randomUUID(),
      kind,
      recipient,
      language,
      sealed_content: sealing.seal(JSON.stringify(content)),
      created_at: clock.now().toISOString(),
      sent_at: null,
    })
    .execute();
}

/** The latest mails of the outbox, newest first; of those written at once, the receipt first. */
export async function listMails(db: Kysely<Schema>, sealing: Sealing): Promise<DemoMail[]> {
  const rows = await db
    .selectFrom('backend_mails')
    .selectAll()
    .orderBy('created_at', 'desc')
    .orderBy('kind', 'desc')
    .limit(100)
    .execute();
  return rows.map(({ id, kind, recipient, language, sealed_content, created_at }) => {
    const { subject, text } = JSON.parse(sealing.open(sealed_content)) as MailContent;
    return { id, kind, to: recipient, language: language as Language, createdAt: created_at, subject, text };
  });
}
