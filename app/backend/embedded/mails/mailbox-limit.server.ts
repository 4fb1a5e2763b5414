import type { Kysely } from 'kysely';
import type { EmbeddedContext } from '~/backend/embedded/context';
import { mailboxOfEmail } from '~/domain/email';
import type { Schema } from '~/store/schema';
import type { Mail } from './outbox.server';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * How many mails of a kind one mailbox gets per day from visitors who only typed its address. Each kind has its own count, so that free
 * registrations cannot use up the invites of paid orders. Receipts, credentials links and refunds of paid orders are not counted.
 */
const A_DAY = { invite: 10, professional: 5 } as const satisfies Partial<Record<Mail['kind'], number>>;

/**
 * Counts a mail in the transaction that queues it.
 *
 * @returns false if the mailbox reached its daily limit for this kind; then do not queue the mail
 */
export async function countMailTo(
  db: Kysely<Schema>,
  { clock, codeHashing, limitsMails }: Pick<EmbeddedContext, 'clock' | 'codeHashing' | 'limitsMails'>,
  kind: keyof typeof A_DAY,
  recipient: string,
): Promise<boolean> {
  if (!limitsMails) return true;
  const now = clock.now();
  const fresh = { points: 1, expires_at: new Date(now.getTime() + DAY_MS).toISOString() };
  // One statement, so that concurrent processes count every mail.
  const { points } = await db
    .insertInto('limits')
    // Hashed with the store's own key, so that the table identifies no one.
    .values({ key: codeHashing.hash(`mail ${kind} ${mailboxOfEmail(recipient)}`), ...fresh })
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
          expires_at: eb.case().when(isOver).then(fresh.expires_at).else(eb.ref('limits.expires_at')).end(),
        };
      }),
    )
    .returning('points')
    .executeTakeFirstOrThrow();
  return points <= A_DAY[kind];
}
