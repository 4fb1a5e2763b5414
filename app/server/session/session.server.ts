import type { SessionRecord, SessionStore } from './session-store.server';

/** An expiry is moved only by more than this, so that not every page view writes. */
const TOUCH_AFTER_MS = 5 * 60 * 1000;

/** Read before the routes run, written at most once after them, by `commit`. */
export class Session<Data extends object> {
  #data: Data | undefined;
  #change: Partial<Data> = {};
  #replaced = false;
  #ended = false;

  constructor(
    private readonly store: SessionStore<Data>,
    /** Includes the link's parameters. */
    readonly fresh: Data,
    private readonly record: SessionRecord<Data> | undefined,
    /** The cookie names a session that is no longer there. */
    readonly expired: boolean,
    /** What survives a reset: another journey's answers. */
    private readonly outlives: (data: Data) => Partial<Data> = () => ({}),
  ) {
    this.#data = record?.data;
  }

  /** Undefined until the visitor enters something. */
  get state(): Data | undefined {
    return this.#data;
  }

  get keptUntil(): Date | undefined {
    return this.record?.expiresAt;
  }

  /** An undefined slice is removed. Creates the session if there is none. */
  update(change: Partial<Data>): Data {
    this.#ended = false;
    this.#change = { ...this.#change, ...change };
    this.#data = { ...(this.#data ?? this.fresh), ...change };
    return this.#data;
  }

  reset(data: Data): void {
    this.#replaced = true;
    this.#ended = false;
    this.#change = {};
    this.#data = this.withSurvivors(data);
  }

  end(): void {
    this.#ended = true;
    this.#data = undefined;
  }

  async replaceNow(data: Data): Promise<void> {
    if (this.record) await this.store.update(this.record, { replaceWith: this.withSurvivors(data) });
  }

  /** Writes in at most one statement, and returns what to do with the cookie. */
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
