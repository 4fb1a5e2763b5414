import { freshState } from '~/journeys/join-state';
import type { SessionState } from '~/journeys/current-sign-up';
import { createSealing } from '~/lib/sealing.server';
import { createSessionStore, isEnded, randomId, type SessionRecord } from '~/server/session/session-store.server';
import { createStoreClock } from '~/store/store-clock.server';
import type { Db } from '~/store/store';
import { openTestStore } from './test-store';

export const SECRET = 'a secret for tests alone, thirty-two';

const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The default owner of the sessions. */
export const VISITOR = 'the browser of these tests';

/** A session's data with these slices. */
export function state(slices: Partial<SessionState> = {}): SessionState {
  return { ...freshState, ...slices };
}

/** Twelve changes, each of another slice. */
export const DISTINCT_SLICES: readonly Partial<SessionState>[] = [
  ...([
    'redirectUrl',
    'experimentId',
    'preselectedPackage',
    'countryMismatch',
    'resolvedMismatch',
    'declined',
  ] as const),
  ...(['declinedKey', 'failedKey', 'refusedKey', 'notice', 'inviteId', 'confirmedDuplicate'] as const),
].map((slice) => ({ [slice]: slice }));

/** Opens a session store with a settable clock. Sessions end after 2 idle hours, unless set, or after 24 hours. */
export async function openTestSessions({ joinIdleMinutes = 120 } = {}) {
  const { store, everythingKept, openAgain, close } = await openTestStore();
  let now = Date.parse('2026-03-01T12:00:00Z');
  const clock = { now: () => new Date(now) };
  const sessionsOn = (db: Db) => {
    const store = createSessionStore({
      db,
      sealing: createSealing([SECRET], 'session'),
      clock,
      storeClock: createStoreClock(() => Promise.resolve(clock.now())),
      lifetimes: { joinIdleMinutes, joinMaxHours: 24 },
    });
    return {
      ...store,
      /** Returns the id of a new session. */
      async begin(data: SessionState, visitorId = VISITOR): Promise<string> {
        const id = randomId();
        await store.create(data, visitorId, id);
        return id;
      },
      /** Returns the data at a live id. */
      async find(id: string, visitorId = VISITOR): Promise<SessionRecord | undefined> {
        const [found] = await store.findAll([id], visitorId);
        return found && !isEnded(found) ? found : undefined;
      },
      /** Returns the reason with which a session id ended. */
      async endOf(id: string, visitorId = VISITOR): Promise<string | undefined> {
        const [found] = await store.findAll([id], visitorId);
        return found && isEnded(found) ? found.endedAs : undefined;
      },
      /** Returns the data that an ended id keeps. */
      async leftAt(id: string, visitorId = VISITOR): Promise<Partial<SessionState> | undefined> {
        const [found] = await store.findAll([id], visitorId);
        return found && isEnded(found) ? found.left : undefined;
      },
    };
  };
  return {
    sessions: sessionsOn(store.db),
    /** Opens the same sessions as another process would, only on Postgres. */
    openReplica: async () => sessionsOn((await openAgain()).db),
    everythingKept,
    clock,
    db: store.db,
    now: clock.now,
    pass: (ms: number) => void (now += ms),
    rows: () => store.db.selectFrom('sessions').selectAll().execute(),
    close,
  };
}
