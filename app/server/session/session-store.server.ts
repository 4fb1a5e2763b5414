import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '~/domain/clock';
import { sealedJson } from '~/lib/sealed-json';
import type { Sealing } from '~/lib/sealing.server';
import type { Db } from '~/store/open-store.server';

/** A row as it was read. */
export interface SessionRecord<Data> {
  id: string;
  data: Data;
  version: number;
  createdAt: Date;
  expiresAt: Date;
}

export interface SessionStore<Data extends object> {
  /** The live session with this id; undefined when there is none or it has expired. */
  find(id: string): Promise<SessionRecord<Data> | undefined>;
  /** Makes a row. @returns the id for the cookie */
  create(data: Data): Promise<string>;
  /**
   * Writes the changed slices of a row. When somebody else wrote in between, the slices go on top of what they wrote, so that two
   * tabs never silently lose an update. On top of a session that is over nothing is put: what was cleared stays cleared.
   */
  update(record: SessionRecord<Data>, change: Partial<Data> | { replaceWith: Data }): Promise<void>;
  /** When a session that is used now would end. */
  expiryOf(record: SessionRecord<Data>, now: Date): Date;
  /** Moves the end of an idle session forward, without a new version. */
  touch(record: SessionRecord<Data>): Promise<void>;
  remove(id: string): Promise<void>;
  /** Deletes the rows that have expired. @returns how many */
  purge(): Promise<number>;
}

export interface SessionStoreOptions<Data> {
  db: Db;
  sealing: Sealing;
  clock: Clock;
  /** When a session that was made at `createdAt` and is used now ends. */
  expiry(data: Data, createdAt: Date, now: Date): Date;
  /** Whether everything was done: a request that was still under way then has nothing to add. */
  isOver?(data: Data): boolean;
}

/** Sessions as rows of the store: the data sealed, the id hashed. */
export function createSessionStore<Data extends object>({
  db,
  sealing,
  clock,
  expiry,
  isOver = () => false,
}: SessionStoreOptions<Data>): SessionStore<Data> {
  const sealed = sealedJson<Data>(sealing);
  const store: SessionStore<Data> = {
    async find(id) {
      const row = await db.selectFrom('sessions').selectAll().where('id', '=', hash(id)).executeTakeFirst();
      if (!row || row.expires_at <= clock.now().toISOString()) return undefined;
      return {
        id,
        data: sealed.open(row.data),
        version: row.version,
        createdAt: new Date(row.created_at),
        expiresAt: new Date(row.expires_at),
      };
    },

    async create(data) {
      const id = randomBytes(32).toString('base64url');
      const now = clock.now();
      await db
        .insertInto('sessions')
        .values({
          id: hash(id),
          data: sealed.seal(data),
          created_at: now.toISOString(),
          expires_at: expiry(data, now, now).toISOString(),
        })
        .execute();
      return id;
    },

    async update(record, change) {
      let current: SessionRecord<Data> | undefined = record;
      while (current) {
        const data = 'replaceWith' in change ? change.replaceWith : { ...current.data, ...change };
        const written = await db
          .updateTable('sessions')
          .set({
            data: sealed.seal(data),
            version: current.version + 1,
            expires_at: expiry(data, current.createdAt, clock.now()).toISOString(),
          })
          .where('id', '=', hash(record.id))
          .where('version', '=', current.version)
          .returning('version')
          .executeTakeFirst();
        if (written) return;
        current = await store.find(record.id);
        if (current && isOver(current.data)) return;
      }
      throw new Error('The session ended while a request was using it');
    },

    expiryOf: (record, now) => expiry(record.data, record.createdAt, now),

    async touch(record) {
      await db
        .updateTable('sessions')
        .set({ expires_at: expiry(record.data, record.createdAt, clock.now()).toISOString() })
        .where('id', '=', hash(record.id))
        .execute();
    },

    async remove(id) {
      await db.deleteFrom('sessions').where('id', '=', hash(id)).execute();
    },

    async purge() {
      const gone = await db
        .deleteFrom('sessions')
        .where('expires_at', '<=', clock.now().toISOString())
        .returning('id')
        .execute();
      return gone.length;
    },
  };
  return store;
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
