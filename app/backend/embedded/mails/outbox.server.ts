import { randomUUID } from 'node:crypto';
import { sql, type ExpressionBuilder, type RawBuilder, type SqlBool } from 'kysely';
import { z } from 'zod';
import type { DemoMail, DemoSelection } from '~/backend/demo';
import type { Clock } from '~/domain/clock';
import { toLanguage, type Language } from '~/i18n/languages';
import type { Sealing } from '~/lib/sealing.server';
import type { Db } from '~/store/store';
import { jsonColumn } from '~/store/json-column';
import type { Schema } from '~/store/schema';
import { BETWEEN_PARTS, BETWEEN_SUBJECTS } from './mail-parts.server';

export interface Mail {
  kind: 'receipt' | 'credentials' | 'invite' | 'professional' | 'refund';
  recipient: string;
  language: Language;
  subject: string;
  text: string;
  /** The HTML part. Without it the mail has one part. */
  html?: string;
  /** The language of each part of the text. */
  languages?: readonly Language[];
  /** Where replies go, if not to the sender. */
  replyTo?: string;
  /** The address for unsubscribing (RFC 2369, section 3.2): mail to it removes the sender from the held data. */
  unsubscribe?: string;
  /** The order that the mail is about. */
  orderId?: string;
  /** The invitation that the mail is about. */
  invitationId?: string;
}

/** The part of a mail that is sealed. */
export const contentColumn = jsonColumn(
  'sealed_content',
  z.object({
    subject: z.string(),
    text: z.string(),
    html: z.string().optional(),
    languages: z.array(z.string()).readonly().optional(),
    replyTo: z.string().optional(),
    unsubscribe: z.string().optional(),
  }),
);

/**
 * Adds a mail to the outbox in the transaction of its event, so that it is sent if and only if the event happened. Call
 * the context's `mailsQueued` after the commit; otherwise the mail waits for the next round.
 *
 * @param time.now the store's time, by which the worker judges the mail
 * @param time.delayMs until the mail may be sent, which is also its date
 */
export async function queueMail(
  db: Db,
  sealing: Sealing,
  mail: Mail,
  { now, delayMs = 0 }: { now: Date; delayMs?: number },
): Promise<void> {
  const sendAt = new Date(now.getTime() + delayMs).toISOString();
  const { kind, recipient, language, orderId = null, invitationId = null, ...content } = mail;
  await db
    .insertInto('backend_mails')
    .values({
      id: randomUUID(),
      kind,
      recipient,
      language,
      sealed_content: sealing.seal(contentColumn.write(content)),
      created_at: sendAt,
      next_try_at: delayMs > 0 ? sendAt : null,
      sent_at: null,
      order_id: orderId,
      invitation_id: invitationId,
    })
    .execute();
}

/** Without mails that are scheduled for a later day. */
export async function countUnsentMails(db: Db, now: Date): Promise<{ waiting: number; 'given-up': number }> {
  const unsent = await db
    .selectFrom('backend_mails')
    .select(({ fn }) => [fn.countAll<number>().as('all'), fn.count<number>('given_up_at').as('givenUp')])
    .where('sent_at', 'is', null)
    .where((is) => isForNow(is, now))
    .executeTakeFirstOrThrow();
  return { waiting: unsent.all - unsent.givenUp, 'given-up': unsent.givenUp };
}

/** Seconds since the oldest waiting mail was queued, or 0 if none waits. */
export async function ageOfOldestMail(db: Db, now: Date): Promise<number> {
  const { oldest } = await db
    .selectFrom('backend_mails')
    .select(({ fn }) => fn.min('created_at').as('oldest'))
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .executeTakeFirstOrThrow();
  // The clock may have been set back.
  return oldest === null ? 0 : Math.max(0, (now.getTime() - Date.parse(oldest)) / 1000);
}

/** Splits only mails in several languages, because a mail in one language may contain the separator. */
function inLanguages(languages: readonly string[], text: string, between: string): DemoMail['texts'] {
  const texts = languages.length > 1 ? text.split(between) : [text];
  return texts.map((part, at) => ({ language: toLanguage(languages[at] ?? null), text: part }));
}

/** Whether the mail is not scheduled for later. A mail for now may have a later date, because clocks differ. */
function isForNow(is: ExpressionBuilder<Schema, 'backend_mails'>, now: Date) {
  return is.or([is('next_try_at', 'is', null), is('created_at', '<=', now.toISOString())]);
}

/** Whether a column contains the text, in any case. */
export function contains(column: string, text: string): RawBuilder<SqlBool> {
  const part = `%${text.trim().toLowerCase().replace(/[!%_]/g, '!$&')}%`;
  return sql<SqlBool>`lower(${sql.ref(column)}) like ${part} escape '!'`;
}

/** Newest first, without mails that are scheduled for a later day. Among mails queued at the same time, the receipt comes first. */
export async function listMails(
  db: Db,
  clock: Clock,
  sealing: Sealing,
  { email, skip = 0, limit = 100 }: DemoSelection = {},
): Promise<DemoMail[]> {
  let query = db
    .selectFrom('backend_mails')
    .selectAll()
    .where((is) => isForNow(is, clock.now()))
    .orderBy('created_at', 'desc')
    .orderBy('kind', 'desc')
    .orderBy('id')
    .limit(limit)
    .offset(skip);
  if (email) query = query.where(contains('recipient', email));
  const rows = await query.execute();
  return rows.map(({ id, kind, recipient, language, sealed_content, created_at }) => {
    const { subject, text, html, languages = [language] } = contentColumn.read(sealing.open(sealed_content));
    return {
      id,
      kind,
      to: recipient,
      language: toLanguage(language),
      createdAt: created_at,
      subject,
      text,
      subjects: inLanguages([...new Set([language, ...languages])], subject, BETWEEN_SUBJECTS),
      texts: inLanguages(languages, text, BETWEEN_PARTS),
      hasHtml: html !== undefined,
    };
  });
}

/** @returns undefined for an unknown mail, or one without HTML */
export async function findMailHtml(db: Db, sealing: Sealing, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('backend_mails').select('sealed_content').where('id', '=', id).executeTakeFirst();
  return row && contentColumn.read(sealing.open(row.sealed_content)).html;
}
