import { createHash, randomBytes } from 'node:crypto';
import type { Clock } from '~/domain/clock';
import { sealedJson } from '~/lib/sealing.server';
import type { Sealing } from '~/lib/sealing.server';
import type { Db } from '~/store/open-store.server';

export interface SessionRecord<Data> {
  id: string;
  data: Data;
  version: number;
  createdAt: Date;
  expiresAt: Date;
}

export interface SessionStore<Data extends object> {
  find(id: string): Promise<SessionRecord<Data> | undefined>;
  /** @returns the id for the cookie */
  create(data: Data): Promise<string>;
  /** On a concurrent write the slices are merged on top, so that two tabs never lose an update; a finished session stays. */
  update(record: SessionRecord<Data>, change: Partial<Data> | { replaceWith: Data }): Promise<void>;
  expiryOf(record: SessionRecord<Data>, now: Date): Date;
  /** Extends an idle session without a new version. */
  touch(record: SessionRecord<Data>): Promise<void>;
  remove(id: string): Promise<void>;
  purge(): Promise<number>;
}

export interface SessionStoreOptions<Data> {
  db: Db;
  sealing: Sealing;
  clock: Clock;
  expiry(data: Data, createdAt: Date, now: Date): Date;
  isFinished?(data: Data): boolean;
}

export function createSessionStore<Data extends object>({
  db,
  sealing,
  clock,
  expiry,
  isFinished = () => false,
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
        if (current && isFinished(current.data)) return;
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
      const deleted = await db
        .deleteFrom('sessions')
        .where('expires_at', '<=', clock.now().toISOString())
        .returning('id')
        .execute();
      return deleted.length;
    },
  };
  return store;
}

function hash(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}
