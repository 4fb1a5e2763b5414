import { randomUUID } from 'node:crypto';
import { isDefinedError, safe } from '@orpc/client';
import type { Selectable } from 'kysely';
import type { Logger } from 'pino';
import type { BackendClient } from '~/backend/contract/contract';
import type { Registration } from '~/journeys/join-state';
import { tryOpen, type Sealing } from '~/lib/sealing.server';
import { STOP_MS } from '~/lib/stop-times';
import { withTimeout } from '~/lib/with-timeout';
import type { Schema } from '~/store/schema';
import type { Db, Store, Tx } from '~/store/store';

interface When {
  /** Whether no payment of them can be on its way. */
  atOnce: boolean;
}

export interface Discards {
  /** Deletes unpaid registrations at the backend soon. Resolves when they are stored. Never throws, or waits for the backend. */
  add(registrations: readonly Registration[], when?: When): Promise<void>;
  /**
   * As `add`, in the transaction that deletes the last copy of the keys.
   *
   * @returns a function to call after the commit
   * @throws Error of the store
   */
  addIn(transaction: Tx, registrations: readonly Registration[], when?: When): Promise<() => void>;
  /** Sends the deletions that are due, also those of a process that was killed. */
  run(): Promise<void>;
  /** Ends all pauses of this process, now and later. Resolves when each of its deletions has been tried. */
  settle(): Promise<void>;
}

interface Options {
  store: Pick<Store, 'db' | 'clock'>;
  sealing: Sealing;
  backend: { registrations: Pick<BackendClient['registrations'], 'discard'> };
  log: Pick<Logger, 'warn'>;
}

type Discard = Selectable<Schema['discards']>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/**
 * Milliseconds before each try. A payment that began before Exit, in any tab, reaches the backend before the first try. The last try is earlier than any backend deletes
 * an unpaid registration itself.
 */
const PAUSES = [5 * SECOND, MINUTE, 10 * MINUTE, 60 * MINUTE] as const;
/** A time further ahead than any pause comes from a clock that was set back since. */
const MAX_AHEAD = 2 * 60 * MINUTE;
/** The maximum number of calls at once. */
const MAX_CALLS = 20;

/**
 * Deletes the registrations that "Exit this page" leaves at the backend. They wait in the store, by its clock, so a killed process loses
 * none, and any process may send them.
 */
export function createDiscards({ store: { db, clock }, sealing, backend, log }: Options): Discards {
  /** The rows that this process has added and not tried. */
  const waiting = new Map<string, NodeJS.Timeout>();
  const running = new Set<Promise<void>>();
  let isStopping = false;

  async function timeIn(ms: number, on: Db = db): Promise<string> {
    return new Date((await clock.read(on)).now.getTime() + ms).toISOString();
  }

  /** @returns a function that sends them after the pause */
  async function insert(on: Db, registrations: readonly Registration[], { atOnce }: When): Promise<() => void> {
    const pause = atOnce ? 0 : PAUSES[0];
    const next_try_at = await timeIn(pause, on);
    const rows = registrations.map((each) => ({
      id: randomUUID(),
      registration: sealing.seal(JSON.stringify(each)),
      next_try_at,
    }));
    if (rows.length > 0) await on.insertInto('discards').values(rows).execute();
    return () => {
      for (const { id } of rows) waiting.set(id, setTimeout(sendWaiting, isStopping ? 0 : pause, id).unref());
    };
  }

  function sendWaiting(id: string): void {
    clearTimeout(waiting.get(id));
    waiting.delete(id);
    void track(async () => {
      const row = await db.selectFrom('discards').selectAll().where('id', '=', id).executeTakeFirst();
      if (row?.tries === 0) await send(row);
    });
  }

  /** Never throws. A later round sends what fails here. */
  async function track(work: () => Promise<void>): Promise<void> {
    const tracked = work().catch((err: unknown) => log.warn({ err }, 'failed to read the registrations to delete'));
    running.add(tracked);
    await tracked;
    running.delete(tracked);
  }

  /** Stores the time of the next try first, so that two processes do not send the same one. */
  async function send({ id, registration, tries: before }: Discard): Promise<void> {
    const tries = before + 1;
    const { numUpdatedRows } = await db
      .updateTable('discards')
      .set({ tries, next_try_at: await timeIn(PAUSES[tries] ?? MINUTE) })
      .where('id', '=', id)
      .where('tries', '=', before)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const { isOver, failure } = await discard(registration);
    const isGivenUp = !isOver && tries >= PAUSES.length;
    if (isGivenUp && failure) log.warn({ err: failure }, 'failed to delete the registration of a visitor who exited');
    if (isOver || isGivenUp) await db.deleteFrom('discards').where('id', '=', id).execute();
  }

  async function discard(registration: string): Promise<{ isOver: boolean; failure?: unknown }> {
    const opened = tryOpen(sealing, registration);
    if (opened === undefined) return { isOver: true };
    const { signupId, registrationKey } = JSON.parse(opened) as Registration;
    const request = { params: { signupId }, headers: { 'x-registration-key': registrationKey } };
    const { error } = await safe(backend.registrations.discard(request));
    if (!error) return { isOver: true };
    if (!isDefinedError(error)) return { isOver: false, failure: error };
    // The backend has no such registration, or lacks the call. A payment in progress may still fail.
    return { isOver: error.code !== 'PAYMENT_BEGUN' };
  }

  async function findDue(): Promise<Discard[]> {
    const [now, tooFar] = [await timeIn(0), await timeIn(MAX_AHEAD)];
    return db
      .selectFrom('discards')
      .selectAll()
      .where((is) => is.or([is('next_try_at', '<=', now), is('next_try_at', '>', tooFar)]))
      .orderBy('next_try_at')
      .limit(MAX_CALLS)
      .execute();
  }

  return {
    async add(registrations, when = { atOnce: false }) {
      if (registrations.length === 0) return;
      try {
        const start = await insert(db, registrations, when);
        start();
      } catch (err) {
        log.warn({ err }, 'failed to store the registrations to delete');
      }
    },
    addIn: (transaction, registrations, when = { atOnce: false }) => insert(transaction, registrations, when),
    run: () =>
      track(async () => {
        for (;;) {
          const due = await findDue();
          await Promise.all(due.map(send));
          if (due.length < MAX_CALLS || isStopping) return;
        }
      }),
    async settle() {
      isStopping = true;
      for (const id of [...waiting.keys()]) sendWaiting(id);
      const all = async () => {
        while (running.size > 0) await Promise.all(running);
      };
      await withTimeout(STOP_MS.discards, all).catch(() => undefined);
    },
  };
}
