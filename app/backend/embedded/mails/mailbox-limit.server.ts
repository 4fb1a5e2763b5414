import type { EmbeddedContext } from '~/backend/embedded/context';
import { mailboxOfEmail } from '~/domain/email';
import { keysOf } from '~/domain/keys-of';
import type { CodeHashing } from '~/backend/embedded/pricing/code-hashing.server';
import type { Mail } from './outbox.server';
import type { Db, StoreClock } from '~/store/store';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * The daily limit for mails of a kind that visitors can send to a mailbox just by typing its address. Each kind has its
 * own count, so that free registrations cannot use up the invites of paid orders. Receipts, credentials links and
 * refunds of paid orders are not counted.
 */
export const MAILS_A_DAY = { invite: 10, professional: 5 } as const satisfies Partial<Record<Mail['kind'], number>>;

export type LimitedMail = keyof typeof MAILS_A_DAY;

/**
 * Counts a mail in the transaction that queues it. Mails over the limit of one day are counted for the next. Days are those of the store's
 * clock, so that a process with a wrong one delays no other mail.
 *
 * @returns the milliseconds until it may be sent: none, or until the next day with capacity
 */
export async function countMailTo(
  db: Db,
  { storeClock, codeHashing, limitsMails }: Pick<EmbeddedContext, 'storeClock' | 'codeHashing' | 'limitsMails'>,
  kind: LimitedMail,
  recipient: string,
): Promise<number> {
  if (!limitsMails) return 0;
  const { now } = await storeClock.read(db);
  const key = mailboxKey(codeHashing, kind, recipient);
  const newCounter = { points: 1, expires_at: new Date(now.getTime() + DAY_MS).toISOString() };
  // One statement, so that concurrent processes count every mail.
  const { points, expires_at } = await db
    .insertInto('limits')
    .values({ key, ...newCounter })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((eb) => {
        const isOver = eb('limits.expires_at', '<=', now.toISOString());
        return {
          points: eb
            .case()
            .when(isOver)
            .then(1)
            .else(eb('limits.points', '+', 1))
            .end(),
          expires_at: eb.case().when(isOver).then(newCounter.expires_at).else(eb.ref('limits.expires_at')).end(),
        };
      }),
    )
    .returning(['points', 'expires_at'])
    .executeTakeFirstOrThrow();
  const limit = MAILS_A_DAY[kind];
  // A later end comes from a clock that was set back since. One day more, as for other limits.
  const latestEnd = now.getTime() + (Math.ceil(points / limit) + 1) * DAY_MS;
  if (Date.parse(expires_at) > latestEnd) {
    await db.updateTable('limits').set(newCounter).where('key', '=', key).execute();
    return 0;
  }
  if (points <= limit) return 0;
  const isNextDay = points % limit === 1;
  const expiresAt = Date.parse(expires_at) + (isNextDay ? DAY_MS : 0);
  if (isNextDay) {
    const until = new Date(expiresAt).toISOString();
    await db.updateTable('limits').set({ expires_at: until }).where('key', '=', key).execute();
  }
  return Math.max(0, expiresAt - DAY_MS - now.getTime());
}

/** Hashed with the store's own key, so that the table contains no e-mail. */
function mailboxKey(hashing: CodeHashing, kind: LimitedMail, recipient: string): string {
  return hashing.hash(`mail ${kind} ${mailboxOfEmail(recipient)}`);
}

/** Resets the counters of a mailbox, and queues its delayed invites for now. @returns the number of counters */
export async function clearMailbox(
  db: Db,
  { storeClock, hashing }: { storeClock: StoreClock; hashing: CodeHashing },
  email: string,
): Promise<number> {
  const keys = keysOf(MAILS_A_DAY).map((kind) => mailboxKey(hashing, kind, email));
  const cleared = await db.deleteFrom('limits').where('key', 'in', keys).returning('key').execute();
  const now = (await storeClock.read(db)).now.toISOString();
  const delayed = await db
    .selectFrom('backend_mails')
    .select(['id', 'recipient'])
    .where('kind', '=', 'invite')
    .where('sent_at', 'is', null)
    .where('created_at', '>', now)
    .execute();
  const ofMailbox = delayed.filter(({ recipient }) => mailboxOfEmail(recipient) === mailboxOfEmail(email));
  if (ofMailbox.length > 0)
    await db
      .updateTable('backend_mails')
      .set({ created_at: now, next_try_at: null })
      .where(
        'id',
        'in',
        ofMailbox.map(({ id }) => id),
      )
      .execute();
  return cleared.length;
}
