import { createHash, randomBytes } from 'node:crypto';
import type { CompiledQuery, Insertable, Selectable } from 'kysely';
import type { Clock } from '~/domain/clock';
import { CREDENTIALS_DAYS } from '~/domain/mailed-links';
import { isShared, PEOPLE, withoutExpired, type Person, type SessionState } from '~/journeys/current-sign-up';
import { ENDINGS, leftAtOldId, type EndedAs, type Use } from '~/journeys/join-state';
import { CLEARED_PROFESSIONAL, professionalOf } from '~/journeys/professional';
import { applyPatch } from '~/journeys/progress';
import { sealedJson, type Sealing } from '~/lib/sealing.server';
import type { Configuration } from '~/settings/configuration.server';
import type { Db, StoreClock, Tx } from '~/store/store';
import { deleteExpired } from '~/store/delete-in-slices.server';
import type { Schema } from '~/store/schema';

export interface SessionRecord {
  id: string;
  data: SessionState;
  version: number;
  createdAt: Date;
  expiresAt: Date;
  visitorId: string;
  /** The row still contains a person's expired answers, which are not in `data`. The next write removes them. */
  isOutdated?: boolean;
}

/** The data that is kept at a session id that is no longer in use. */
export interface EndedSession {
  id: string;
  endedAs: EndedAs;
  /** The part of the session that is kept at this id. Empty for another browser. */
  left: Partial<SessionState>;
  /** True shortly after the id ended, while a repeated submission may continue under the new id. */
  isRecent: boolean;
}

/** A removed row: a session's data, or the part that an ended id kept. */
export interface RemovedSession {
  endedAs: EndedAs | undefined;
  data: Partial<SessionState>;
}

/** The slices that changed, or a full replacement. */
export type SessionChange = Partial<SessionState> | { replaceWith: SessionState };

export interface Renewal {
  /** The id under which the session continues. */
  to: string;
  endedAs: EndedAs;
  /** Another id to use up in the same transaction. */
  usedUp?: string | undefined;
  /** Whether the change replaces what another request has written under the new id meanwhile. Always, if omitted. */
  replaces?(stored: SessionState): boolean;
  /** Writes more in the transaction that ends the old id. */
  writeAlso?(transaction: Tx): Promise<void>;
  onReplaced?: OnReplaced;
}

/** Called with the data before and after a write. The former may come from a concurrent request. */
export type OnReplaced = (before: SessionState, after: SessionState) => void;

export interface SessionStore {
  /** The time that all processes share. */
  readTime(): Promise<Date>;
  /** The sessions of these ids that this browser may use, live or ended, in the order of the ids. One statement. */
  findAll(ids: readonly string[], visitorId: string): Promise<(SessionRecord | EndedSession)[]>;
  /**
   * Replaces an expired row that is not purged yet.
   *
   * @param usedUp the id of an invite to use up in the same statement
   * @returns false if an unexpired row has this id, which stays as it is
   */
  create(data: SessionState, visitorId: string, id: string, usedUp?: string): Promise<boolean>;
  /**
   * Merges the slices into a concurrent write, so that two tabs never lose an update. A parent's finished sign-up stays finished.
   *
   * @returns false if the session has ended meanwhile, and nothing was written
   */
  update(record: SessionRecord, change: SessionChange, onReplaced?: OnReplaced): Promise<boolean>;
  /**
   * Writes the session under another id, and ends the old one in the same transaction. What cannot be repeated, such as a payment, is
   * written even if the session has expired, or another tab has left it for another sign-up or completed a professional's meanwhile, because
   * the visitor must see it.
   *
   * @returns the id for the cookie; undefined if the session has ended meanwhile, or continues under an id other than `renewal.to`
   */
  renew(record: SessionRecord, change: SessionChange, renewal: Renewal): Promise<string | undefined>;
  expiryOf(record: SessionRecord, now: Date): Date;
  /** The times of a person whose sign-up is in the session. */
  useOf(record: SessionRecord, person: Person): Use;
  /**
   * When this person's answers expire in a session that also contains the other person's.
   *
   * @param last when this person used the site (ms since the epoch), by default as stored
   * @returns undefined if they expire with the session
   */
  ownExpiryOf(record: SessionRecord, person: Person, last?: number): Date | undefined;
  /** The minimum extension of an expiry, so that not every page view writes to the store. Less than the reminder of the idle time leaves. */
  touchAfterMs: number;
  /** Extends an idle session without a new version. */
  touch(record: SessionRecord): Promise<void>;
  /**
   * Removes what this browser stores at the ids.
   *
   * @param keep stores the parts that must outlive it, in the same transaction
   * @throws Error of `keep`, without which everything is removed as well
   */
  remove(
    ids: readonly string[],
    visitorId: string,
    keep?: (removed: RemovedSession[], transaction: Tx) => Promise<void>,
  ): Promise<void>;
  /** @param now by the store's clock, because a process whose clock is ahead would delete live sessions */
  purge(now: Date): Promise<number>;
}

interface SessionStoreOptions {
  db: Db;
  sealing: Sealing;
  clock: Clock;
  storeClock: StoreClock;
  lifetimes: Pick<Configuration, 'joinIdleMinutes' | 'joinMaxHours'>;
}

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;
/** A paid visitor can choose credentials for as long as the mailed link works. */
const PAID_LIFETIME = CREDENTIALS_DAYS * 24 * HOUR;

/** How long a repeated submission can reach a session under its new id. Afterwards, earlier copies of cookies and page no longer work. */
export const FOLLOWED_MS = 10_000;

export function isEnded(found: SessionRecord | EndedSession): found is EndedSession {
  return 'endedAs' in found;
}

export function createSessionStore({ db, sealing, clock, storeClock, lifetimes }: SessionStoreOptions): SessionStore {
  const sealed = sealedJson<SessionState>(sealing);
  const sealedLeft = sealedJson<Partial<SessionState>>(sealing);
  const idleMs = lifetimes.joinIdleMinutes * MINUTE;
  /** How long an ended id still shows how it ended. */
  const endedLifetime = lifetimes.joinMaxHours * HOUR;

  /** Idle and absolute timeout (docs/decisions/0005). The latter begins again when the check of a payment finds that it was not paid. */
  function expiry(state: SessionState, createdAt: Date, now: Date): Date {
    if (isPaying(state)) return new Date(createdAt.getTime() + PAID_LIFETIME);
    const began = Math.max(createdAt.getTime(), state.checkedAt ?? 0);
    return limitOf({ began, last: now.getTime() });
  }

  function limitOf({ began, last }: Use): Date {
    return new Date(Math.min(last + idleMs, began + lifetimes.joinMaxHours * HOUR));
  }

  /** Derived from the row if this is its first write that makes it a shared one. */
  function useOf({ data, createdAt, expiresAt }: SessionRecord, person: Person): Use {
    // A row that is no longer shared may still have them, if two requests wrote it at once.
    const known = isShared(data) ? data.usedAt?.[person] : undefined;
    if (known) return known;
    const began = Math.max(createdAt.getTime(), data.checkedAt ?? 0);
    if (!isPaying(data)) return { began, last: expiresAt.getTime() - idleMs };
    // A paid row does not show when a person last used it, nor when a professional began. Two concurrent requests, one for each person,
    // share a row without times.
    const now = clock.now().getTime();
    return { began: person === 'parent' ? began : now, last: now };
  }

  function ownExpiryOf(record: SessionRecord, person: Person, last?: number): Date | undefined {
    const { data } = record;
    if (!isShared(data) || (person === 'parent' && (isPaying(data) || data.finished))) return undefined;
    const use = useOf(record, person);
    const checkedAt = person === 'parent' ? data.checkedAt : undefined;
    return limitOf({ began: Math.max(use.began, checkedAt ?? 0), last: last ?? use.last });
  }

  function dropExpired(record: SessionRecord): SessionRecord {
    const now = clock.now();
    const expired = PEOPLE.filter((person) => (ownExpiryOf(record, person) ?? now) < now);
    if (expired.length === 0) return record;
    const data = expired.reduce((kept, person) => withoutExpired(person, kept), record.data);
    return { ...record, isOutdated: true, data };
  }

  /** By the number of keys. Every request runs one or two, and to compile one costs as much as to run it. */
  const compiled = new Map<number, CompiledQuery>();

  async function selectUnexpired(keys: readonly string[]) {
    const now = clock.now().toISOString();
    const query =
      compiled.get(keys.length) ??
      db.selectFrom('sessions').selectAll().where('id', 'in', keys).where('expires_at', '>', now).compile();
    compiled.set(keys.length, query);
    const { rows } = await db.executeQuery<Selectable<Schema['sessions']>>({ ...query, parameters: [...keys, now] });
    return rows;
  }

  async function find(id: string, visitorId: string) {
    return (await store.findAll([id], visitorId))[0];
  }

  function isRecent(expiresAt: string): boolean {
    // An end in the future comes from another process: by its clock, which may be ahead, or by a longer lifetime before a restart.
    return Math.abs(clock.now().getTime() - (Date.parse(expiresAt) - endedLifetime)) < FOLLOWED_MS;
  }

  /** The row of an ended id. Without a visitor id, every browser can read how it ended. */
  function endedRow(
    id: string,
    endedAs: EndedAs,
    visitorId: string | null,
    left: Partial<SessionState> = {},
  ): Insertable<Schema['sessions']> {
    const now = clock.now();
    return {
      id: hash(id),
      data: sealedLeft.seal(left),
      visitor: visitorId && hash(visitorId),
      ended_as: endedAs,
      created_at: now.toISOString(),
      expires_at: new Date(now.getTime() + endedLifetime).toISOString(),
    };
  }

  function liveRow(
    id: string,
    { data, createdAt, visitorId }: Pick<SessionRecord, 'data' | 'createdAt' | 'visitorId'>,
  ): Insertable<Schema['sessions']> {
    return {
      id: hash(id),
      data: sealed.seal(data),
      visitor: hash(visitorId),
      created_at: createdAt.toISOString(),
      expires_at: expiry(data, createdAt, clock.now()).toISOString(),
    };
  }

  /** @returns the hashed ids of the rows that did not exist */
  async function insert(on: Db, rows: Insertable<Schema['sessions']>[]): Promise<string[]> {
    // The row may already exist if the same submission was processed before.
    const inserted = await on
      .insertInto('sessions')
      .values(rows)
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .execute();
    return inserted.map(({ id }) => id);
  }

  const usedUpRow = (usedUp: string | undefined) => (usedUp === undefined ? [] : [endedRow(usedUp, 'invite', null)]);

  /** @returns whether the row was still unchanged */
  async function moveToNewId(record: SessionRecord, data: SessionState, renewal: Renewal): Promise<boolean> {
    return db.transaction().execute(async (transaction) => {
      const { endedAs } = renewal;
      const left = leftAtOldId(data, endedAs);
      const { id: _id, created_at: _createdAt, ...ended } = endedRow(record.id, endedAs, record.visitorId, left);
      const written = await transaction
        .updateTable('sessions')
        .set({ ...ended, version: record.version + 1 })
        .where('id', '=', hash(record.id))
        .where('version', '=', record.version)
        .where('ended_as', 'is', null)
        .returning('version')
        .executeTakeFirst();
      if (!written) return false;
      // Another sign-up begins, which may follow a paid one of several days.
      const createdAt = isLeft(renewal) ? clock.now() : record.createdAt;
      await insert(transaction, [liveRow(renewal.to, { ...record, createdAt, data }), ...usedUpRow(renewal.usedUp)]);
      await renewal.writeAlso?.(transaction);
      return true;
    });
  }

  const store: SessionStore = {
    async readTime() {
      return (await storeClock.read(db)).now;
    },

    async findAll(ids, visitorId) {
      if (ids.length === 0) return [];
      const keys = ids.map(hash);
      const rows = await selectUnexpired(keys);
      const visitor = hash(visitorId);
      return ids.flatMap((id, index): (SessionRecord | EndedSession)[] => {
        const row = rows.find((each) => each.id === keys[index]);
        if (!row) return [];
        const isOwn = row.visitor === visitor;
        if (row.ended_as !== null)
          return isOwn || row.visitor === null
            ? [
                {
                  id,
                  endedAs: readEnding(row.ended_as),
                  left: isOwn ? sealedLeft.open(row.data) : {},
                  isRecent: isRecent(row.expires_at),
                },
              ]
            : [];
        if (!isOwn) return [];
        return [
          dropExpired({
            id,
            data: sealed.open(row.data),
            version: row.version,
            createdAt: new Date(row.created_at),
            expiresAt: new Date(row.expires_at),
            visitorId,
          }),
        ];
      });
    },

    async create(data, visitorId, id, usedUp) {
      const row = liveRow(id, { data, visitorId, createdAt: clock.now() });
      if ((await insert(db, [row, ...usedUpRow(usedUp)])).includes(row.id)) return true;
      const { now } = await storeClock.read(db);
      const replaced = await db
        .updateTable('sessions')
        .set(({ eb }) => ({ ...row, ended_as: null, version: eb('version', '+', 1) }))
        .where('id', '=', row.id)
        .where('expires_at', '<=', now.toISOString())
        .returning('id')
        .executeTakeFirst();
      return replaced !== undefined;
    },

    async update(record, given, onReplaced) {
      let current: SessionRecord | undefined = record;
      let change: SessionChange | undefined = given;
      while (current && change) {
        const data = applyChange(current.data, change);
        const now = clock.now();
        // A paid row may be older than any other lives. What remains after its receipt has its own lifetime.
        const createdAt = data.finished ? now : current.createdAt;
        const written = await db
          .updateTable('sessions')
          .set({
            data: sealed.seal(data),
            version: current.version + 1,
            created_at: createdAt.toISOString(),
            expires_at: expiry(data, createdAt, now).toISOString(),
          })
          .where('id', '=', hash(record.id))
          .where('version', '=', current.version)
          .where('ended_as', 'is', null)
          .returning('version')
          .executeTakeFirst();
        if (written) {
          onReplaced?.(current.data, data);
          return true;
        }
        const found = await find(record.id, record.visitorId);
        if (!found || isEnded(found)) return false;
        current = found;
        change = changeBeside(found.data, change);
      }
      return true;
    },

    async renew(record, given, renewal) {
      let current = record;
      let change = given;
      let ended: EndedSession | undefined;
      for (;;) {
        const data = applyChange(current.data, change);
        if (await moveToNewId(current, data, renewal)) {
          renewal.onReplaced?.(current.data, data);
          return renewal.to;
        }
        const found = await find(record.id, record.visitorId);
        if (!found) {
          // The row of an expired session may have been purged. Otherwise Exit deleted it.
          if (!isFinal(renewal) || clock.now() < current.expiresAt) return undefined;
          break;
        }
        if (isEnded(found)) {
          ended = found;
          break;
        }
        const next = changeBeside(found.data, change);
        if (!next) return record.id;
        current = found;
        change = next;
      }
      // Another request may have renewed the session's id. The same submission leads to the same id.
      const successor = await find(renewal.to, record.visitorId);
      if (!successor && isFinal(renewal) && (!ended || isLeft(ended) || ended.endedAs === 'professional')) {
        const data = applyChange(current.data, change);
        // The professional's part was completed under another id.
        const own = ended?.endedAs === 'professional' ? { ...data, ...CLEARED_PROFESSIONAL } : data;
        await insert(db, [liveRow(renewal.to, { ...record, data: own })]);
        return renewal.to;
      }
      if (!successor || isEnded(successor)) return undefined;
      if (renewal.replaces?.(successor.data) !== false) await store.update(successor, change);
      return renewal.to;
    },

    expiryOf: (record, now) => expiry(record.data, record.createdAt, now),

    useOf,
    ownExpiryOf,

    touchAfterMs: Math.min(5, lifetimes.joinIdleMinutes / 10) * MINUTE,

    async touch(record) {
      await db
        .updateTable('sessions')
        .set({ expires_at: expiry(record.data, record.createdAt, clock.now()).toISOString() })
        .where('id', '=', hash(record.id))
        .where('ended_as', 'is', null)
        .execute();
    },

    async remove(ids, visitorId, keep = () => Promise.resolve()) {
      if (ids.length === 0) return;
      const removeFrom = (on: Db) =>
        on
          .deleteFrom('sessions')
          .where('id', 'in', ids.map(hash))
          .where('visitor', '=', hash(visitorId))
          .returning(['data', 'ended_as'])
          .execute();
      try {
        await db.transaction().execute(async (transaction) => {
          const removed = (await removeFrom(transaction)).map(({ data, ended_as }) => ({
            endedAs: ended_as === null ? undefined : readEnding(ended_as),
            data: sealedLeft.open(data),
          }));
          await keep(removed, transaction);
        });
      } catch (error) {
        // The visitor's answers must go, whatever cannot be kept of them.
        await removeFrom(db);
        throw error;
      }
    },

    async purge(now) {
      return deleteExpired(db, 'sessions', { key: 'id', time: 'expires_at', before: now.toISOString() });
    },
  };
  return store;
}

/** A payment keeps its sign-up open. */
function isPaying({ paid, attempt }: SessionState): boolean {
  return paid !== undefined || attempt !== undefined;
}

/**
 * The part of a change that still applies beside what a concurrent request has stored. After a parent's receipt only a professional's answers
 * apply. A full replacement keeps the professional's stored answers.
 *
 * @returns undefined if no part applies
 */
function changeBeside(stored: SessionState, change: SessionChange): SessionChange | undefined {
  if ('replaceWith' in change) {
    if (stored.finished) return undefined;
    return { replaceWith: { ...change.replaceWith, ...CLEARED_PROFESSIONAL, ...professionalOf(stored) } };
  }
  if (!stored.finished) return change;
  const slices = Object.entries(change).filter(([slice]) => slice in CLEARED_PROFESSIONAL);
  return slices.length > 0 ? Object.fromEntries(slices) : undefined;
}

function applyChange(data: SessionState, change: SessionChange): SessionState {
  return 'replaceWith' in change ? change.replaceWith : applyPatch(data, change);
}

/** Whether the visitor began another sign-up. Exit deletes the row instead. */
function isLeft({ endedAs }: { endedAs: EndedAs }): boolean {
  return endedAs === 'left' || endedAs === 'invite';
}

/** The backend has taken a payment, or set username and password. */
function isFinal({ endedAs }: Renewal): boolean {
  return endedAs === 'paying' || endedAs === 'paid' || endedAs === 'complete';
}

export function randomId(): string {
  return randomBytes(32).toString('base64url');
}

/** An unknown ending, from a later release, only means that the sign-up continued. */
function readEnding(word: string): EndedAs {
  return ENDINGS.find((each) => each === word) ?? 'complete';
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
