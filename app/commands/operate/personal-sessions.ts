import { normaliseEmail } from '~/domain/email';
import type { Sealing } from '~/lib/sealing.server';
import { inPages } from './personal-data';
import type { Terminal } from './command';
import type { Db } from '~/store/store';

/** Rows held in memory at once. */
const BATCH_SIZE = 500;

/**
 * Finds a person's sessions. Sessions are sealed, so it must open each of them. It reads them in batches, because a busy site has many.
 *
 * @param sealing of sessions
 * @param person their e-mails, and ids of their invitations: a session with such an id may contain another e-mail
 * @returns the sessions with one of these, and how many sessions no secret opens
 */
export async function findSessions(
  db: Db,
  sealing: Sealing,
  person: readonly string[],
): Promise<{ ids: string[]; unreadable: number }> {
  const wanted = new Set(person.map(normaliseEmail));
  const ids: string[] = [];
  let unreadable = 0;
  for await (const batch of inPages((after) => readBatch(db, after))) {
    for (const { id, data } of batch) {
      try {
        if (containsAny(JSON.parse(sealing.open(data)), wanted)) ids.push(id);
      } catch {
        unreadable += 1;
      }
    }
  }
  return { ids, unreadable };
}

function containsAny(value: unknown, wanted: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return wanted.has(normaliseEmail(value));
  return typeof value === 'object' && value !== null && Object.values(value).some((part) => containsAny(part, wanted));
}

/** Reports the sessions that `findSessions` could not open. They may contain the person's data. */
export function reportUnreadable({ printError }: Terminal, unreadable: number): void {
  if (unreadable > 0) printError(`${unreadable} sessions cannot be opened with any secret and were not searched.`);
}

function readBatch(db: Db, after: string) {
  return db
    .selectFrom('sessions')
    .select(['id', 'data'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(BATCH_SIZE)
    .execute();
}

/** Ends sessions. A running request cannot write an ended session back. @returns the number of ended sessions */
export async function endSessions(db: Db, ids: readonly string[]): Promise<number> {
  let ended = 0;
  for (let from = 0; from < ids.length; from += BATCH_SIZE) {
    const batch = ids.slice(from, from + BATCH_SIZE);
    ended += (await db.deleteFrom('sessions').where('id', 'in', batch).returning('id').execute()).length;
  }
  return ended;
}
