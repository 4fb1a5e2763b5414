import { createHmac, type KeyObject } from 'node:crypto';
import { RateLimiterRes } from 'rate-limiter-flexible';
import RateLimiterStoreAbstract from 'rate-limiter-flexible/lib/RateLimiterStoreAbstract.js';
import type { Clock } from '~/domain/clock';
import type { Db } from '~/store/store';

/** A counter, and where it is stored. */
export interface CounterOptions {
  keyPrefix: string;
  points: number;
  /** In seconds. */
  duration: number;
  db: Db;
  clock: Clock;
  hashKey: KeyObject;
}

interface LimitRow {
  points: number;
  expires_at: string;
}

/** The library has no Kysely adapter. Counts are in the store, so that all processes share them. */
export class StoredLimiter extends RateLimiterStoreAbstract {
  readonly #options: CounterOptions;

  constructor(options: CounterOptions) {
    const { keyPrefix, points, duration, db } = options;
    super({ keyPrefix, points, duration, storeClient: db });
    this.#options = options;
  }

  /** One statement, so that concurrent processes lose no points. */
  protected _upsert(key: string, points: number, milliseconds: number, forceExpire = false): Promise<LimitRow> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const fresh = { points, expires_at: new Date(now.getTime() + milliseconds).toISOString() };
    return db
      .insertInto('limits')
      .values({ key: this.#hash(key), ...fresh })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet((eb) => {
          const isOver = eb.or([
            eb('limits.expires_at', '<=', now.toISOString()),
            eb('limits.expires_at', '>', this.#latestEnd(now)),
          ]);
          if (forceExpire) return fresh;
          return {
            points: eb
              .case()
              .when(isOver)
              .then(points)
              .else(eb('limits.points', '+', points))
              .end(),
            expires_at: eb.case().when(isOver).then(fresh.expires_at).else(eb.ref('limits.expires_at')).end(),
          };
        }),
      )
      .returning(['points', 'expires_at'])
      .executeTakeFirstOrThrow();
  }

  protected async _get(key: string): Promise<LimitRow | null> {
    const { db, clock } = this.#options;
    const now = clock.now();
    const row = await db
      .selectFrom('limits')
      .select(['points', 'expires_at'])
      .where('key', '=', this.#hash(key))
      .where('expires_at', '>', now.toISOString())
      .where('expires_at', '<=', this.#latestEnd(now))
      .executeTakeFirst();
    return row ?? null;
  }

  protected async _delete(key: string): Promise<boolean> {
    const deleted = await this.#options.db
      .deleteFrom('limits')
      .where('key', '=', this.#hash(key))
      .returning('key')
      .executeTakeFirst();
    return deleted !== undefined;
  }

  protected _getRateLimiterRes(_key: string, changedPoints: number, { points, expires_at }: LimitRow): RateLimiterRes {
    const left = Date.parse(expires_at) - this.#options.clock.now().getTime();
    return new RateLimiterRes(Math.max(this.points - points, 0), Math.max(left, 0), points, points === changedPoints);
  }

  /** A later end comes from a clock that was set back since. Twice the period, because the clocks of two processes differ. */
  #latestEnd(now: Date): string {
    return new Date(now.getTime() + 2 * this.duration * 1000).toISOString();
  }

  #hash(key: string): string {
    return createHmac('sha256', this.#options.hashKey).update(key).digest('base64url');
  }
}
