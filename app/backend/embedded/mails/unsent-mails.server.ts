import type { Kysely } from 'kysely';
import type { Schema } from '~/store/schema';

export interface UnsentMail {
  id: string;
  kind: string;
  recipient: string;
  /** ISO 8601. */
  createdAt: string;
  state: 'waiting' | 'given-up';
  tries: number;
  /** What the mail server said; null before the first try, and where an earlier release tried. */
  lastFailure: string | null;
}

/** Newest first. */
export async function findUnsentMails(db: Kysely<Schema>): Promise<UnsentMail[]> {
  const rows = await db
    .selectFrom('backend_mails')
    .select(['id', 'kind', 'recipient', 'created_at', 'given_up_at', 'tries', 'last_failure'])
    .where('sent_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('kind', 'desc')
    .execute();
  return rows.map(({ id, kind, recipient, tries, ...row }) => ({
    id,
    kind,
    recipient,
    createdAt: row.created_at,
    state: row.given_up_at === null ? 'waiting' : 'given-up',
    tries,
    lastFailure: row.last_failure,
  }));
}

/** Has a mail that was given up tried as if it were new. */
export async function requeueMail(db: Kysely<Schema>, id: string, now: Date): Promise<void> {
  await db
    .updateTable('backend_mails')
    .set({ given_up_at: null, next_try_at: null, tries: 0, requeued_at: now.toISOString() })
    .where('id', '=', id)
    .where('sent_at', 'is', null)
    .execute();
}
