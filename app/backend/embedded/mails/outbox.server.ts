import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { DemoMail } from '~/backend/demo';
import type { Clock } from '~/domain/clock';
import { toLanguage, type Language } from '~/i18n/languages';
import type { Sealing } from '~/lib/sealing.server';
import { jsonColumn } from '~/store/json-column';
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
export const contentColumn = jsonColumn(
  'sealed_content',
  z.object({ subject: z.string(), text: z.string(), html: z.string().optional() }),
);

/**
 * Puts a mail into the outbox, within the transaction of what it tells of: it is sent if and only if that happened. Call the context's
 * `mailsQueued` once the transaction is committed; else it waits for the next round.
 */
export async function queueMail(db: Kysely<Schema>, clock: Clock, sealing: Sealing, mail: Mail): Promise<void> {
  const { kind, recipient, language, subject, text, html } = mail;
  await db
    .insertInto('backend_mails')
    .values({
      id: randomUUID(),
      kind,
      recipient,
      language,
      sealed_content: sealing.seal(contentColumn.write({ subject, text, html })),
      created_at: clock.now().toISOString(),
      sent_at: null,
    })
    .execute();
}

/** How many mails were not sent: those that wait, and those that were given up. */
export async function countUnsentMails(db: Kysely<Schema>): Promise<{ waiting: number; 'given-up': number }> {
  const unsent = await db
    .selectFrom('backend_mails')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('given_up_at').as('givenUp')])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  return { waiting: unsent.all - unsent.givenUp, 'given-up': unsent.givenUp };
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
    const { subject, text } = contentColumn.read(sealing.open(sealed_content));
    return { id, kind, to: recipient, language: toLanguage(language), createdAt: created_at, subject, text };
  });
}
