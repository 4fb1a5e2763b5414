import { createSealing } from '~/lib/sealing.server';
import { createSessionStore } from '~/server/session/session-store.server';
import type { Db } from '~/store/store';
import { openTestStore } from './test-store';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** What the sessions of these tests hold. */
export interface Notes {
  name?: string;
  city?: string;
  over?: true;
}

/** A session store with a clock to set: it ends after 2 idle hours, and after 24 in all. */
export async function openTestSessions() {
  const { store, everythingKept, openAgain, close } = await openTestStore();
  let now = Date.parse('2026-03-01T12:00:00Z');
  const clock = { now: () => new Date(now) };
  const sessionsOn = (db: Db) =>
    createSessionStore<Notes>({
      db,
      sealing: createSealing(['a secret for tests alone, thirty-two'], 'session'),
      clock,
      expiry: (_data, createdAt, at) => new Date(Math.min(at.getTime() + 2 * HOUR, createdAt.getTime() + 24 * HOUR)),
      isFinished: ({ over }) => over === true,
    });
  return {
    sessions: sessionsOn(store.db),
    /** The sessions as another process sees them; on Postgres alone. */
    openReplica: async () => sessionsOn((await openAgain()).db),
    everythingKept,
    clock,
    db: store.db,
    pass: (ms: number) => void (now += ms),
    rows: () => store.db.selectFrom('sessions').selectAll().execute(),
    close,
  };
}
