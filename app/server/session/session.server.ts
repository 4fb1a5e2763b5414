import type { SessionRecord, SessionStore } from './session-store.server';

/** A session is touched when its end would move by more than this, in milliseconds, not on every page view. */
const TOUCH_AFTER_MS = 5 * 60 * 1000;

/**
 * One request's view of the session: read once before the routes run, written at most once after them. Routes change it with `update`
 * and `reset`; nothing is stored before `commit`.
 */
export class Session<Data extends object> {
  #data: Data | undefined;
  #change: Partial<Data> = {};
  #replaced = false;
  #ended = false;

  constructor(
    private readonly store: SessionStore<Data>,
    /** What a state begins with, what the address brought along included. */
    readonly fresh: Data,
    private readonly record: SessionRecord<Data> | undefined,
    /** The visitor's cookie names a session that is gone: it was idle or open for too long. */
    readonly expired: boolean,
    /** What outlives a reset: the answers of another journey. */
    private readonly outlives: (data: Data) => Partial<Data> = () => ({}),
  ) {
    this.#data = record?.data;
  }

  /** Undefined for a visitor who has entered nothing yet. */
  get state(): Data | undefined {
    return this.#data;
  }

  /** Until when the answers are kept, as of this request. */
  get keptUntil(): Date | undefined {
    return this.record?.expiresAt;
  }

  /** Writes slices of the state; a slice that is undefined is removed. Makes the session if there is none. */
  update(change: Partial<Data>): Data {
    this.#ended = false;
    this.#change = { ...this.#change, ...change };
    this.#data = { ...(this.#data ?? this.fresh), ...change };
    return this.#data;
  }

  /** Forgets everything but what is given, and what outlives a reset. */
  reset(data: Data): void {
    this.#replaced = true;
    this.#ended = false;
    this.#change = {};
    this.#data = this.withSurvivors(data);
  }

  /** Ends the session: nothing of it is kept. */
  end(): void {
    this.#ended = true;
    this.#data = undefined;
  }

  /** Replaces the row at once; for tasks that run after the answer was sent. */
  async replaceNow(data: Data): Promise<void> {
    if (this.record) await this.store.update(this.record, { replaceWith: this.withSurvivors(data) });
  }

  /**
   * Writes what changed: at most one statement for a request.
   *
   * @returns what to do with the cookie
   */
  async commit(now: Date): Promise<{ setId: string } | { clear: true } | undefined> {
    if (this.#ended) {
      if (this.record) await this.store.remove(this.record.id);
      return this.record || this.expired ? { clear: true } : undefined;
    }
    if (this.#data === undefined) return undefined;
    const changed = this.#replaced || Object.keys(this.#change).length > 0;
    if (!this.record) return changed ? { setId: await this.store.create(this.#data) } : undefined;
    if (changed) await this.store.update(this.record, this.#replaced ? { replaceWith: this.#data } : this.#change);
    else if (this.isDueForTouch(now)) await this.store.touch(this.record);
    return undefined;
  }

  private withSurvivors(data: Data): Data {
    return this.#data ? { ...this.outlives(this.#data), ...data } : data;
  }

  private isDueForTouch(now: Date): boolean {
    if (!this.record) return false;
    return this.store.expiryOf(this.record, now).getTime() - this.record.expiresAt.getTime() > TOUCH_AFTER_MS;
  }
}
