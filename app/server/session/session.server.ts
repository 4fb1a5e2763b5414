import { hasBegun, isShared, PEOPLE, type Person, type SessionState } from '~/journeys/current-sign-up';
import type { EndedAs, Registration } from '~/journeys/join-state';
import { professionalOf } from '~/journeys/professional';
import { applyPatch } from '~/journeys/progress';
import {
  isEnded,
  randomId,
  type Renewal,
  type SessionChange,
  type SessionRecord,
  type SessionStore,
} from './session-store.server';

export interface SessionOptions {
  store: SessionStore;
  /** Includes the link's parameters. */
  fresh: SessionState;
  visitorId: string;
  /** The person to whose sign-up the requested page belongs. Undefined for a page of both. */
  person?: Person | undefined;
  record?: SessionRecord | undefined;
  /** The people whose answers have expired with the session that the cookie names. */
  expired?: readonly Person[];
  /** The cookie names an id that the session no longer uses. */
  endedAs?: EndedAs | undefined;
  /** The part of the session kept at that id. */
  left?: Partial<SessionState> | undefined;
  /** The id that this browser sent. */
  cookieId?: string | undefined;
  /** The id of the invite that was followed in this browser. */
  inviteId?: string | undefined;
  /** The id of a session that this request begins, derived from the submitted page. Random if undefined. */
  firstId?: string | undefined;
  /** When this request arrived, by the store's clock, if its page may begin a session. */
  begunAt?: number | undefined;
  /** Whether another press of the page that began the session replaces what the stored one wrote. */
  replacesFirst?(stored: SessionState, pressed: SessionState): boolean;
  /** The next id after a given one, derived from the submitted page; undefined if that was not one of our pages. */
  successorOf?(id: string): string | undefined;
}

/** A commit's effect on the cookie. `lost` means that the session had ended meanwhile and nothing was written. */
export type Committed = { setId: string } | { clear: true } | { lost: true } | undefined;

/** A session is read before the routes run. `commit` writes it at most once, after them. */
export class Session {
  readonly fresh: SessionState;
  readonly endedAs: EndedAs | undefined;
  readonly left: Partial<SessionState>;
  #data: SessionState | undefined;
  #change: Partial<SessionState> = {};
  #replaced = false;
  #ended = false;
  #endsIdAs: EndedAs | undefined;
  #yields = false;
  #writeAlso: Renewal['writeAlso'];
  #usedUp: string | undefined;
  /** The id of a row that this request creates. */
  #newId: string | undefined;
  #dropped: Partial<SessionState> | undefined;
  #keepError: unknown;

  constructor(private readonly options: SessionOptions) {
    this.fresh = options.fresh;
    this.endedAs = options.endedAs;
    this.left = options.left ?? {};
    this.#data = options.record?.data;
  }

  /** Undefined until the visitor enters something. */
  get state(): SessionState | undefined {
    return this.#data;
  }

  /** Undefined without a row. */
  get id(): string | undefined {
    return this.options.record?.id;
  }

  /** Reads what is stored now, which another request may have written since this one began. Undefined if the session has ended. */
  async findStored(): Promise<SessionState | undefined> {
    const { store, record, visitorId } = this.options;
    const [found] = record ? await store.findAll([record.id], visitorId) : [];
    return found && !isEnded(found) ? found.data : undefined;
  }

  /** Whether this person's answers have expired, together with the session or beside the other person's. */
  hasExpired(person: Person): boolean {
    return this.options.expired?.includes(person) === true || this.isDropped(person);
  }

  /** Whether this person's answers have expired beside the other person's, and no page has said so yet. */
  isDropped(person: Person): boolean {
    const { data } = this.options.record ?? {};
    const notice = person === 'professional' ? data?.proNotice : data?.notice;
    return notice === 'expired' && !hasBegun(person, data);
  }

  /**
   * When this person's answers expire after this request: `atLeast` if the request only reads, `atMost` if it writes. Undefined without a row,
   * and if a payment keeps it.
   */
  keptAfter(now: Date, person: Person): { atLeast: Date; atMost: Date } | undefined {
    const { record, store } = this.options;
    if (!record) return undefined;
    const atMost = store.expiryOf(record, now);
    const row = { atLeast: this.isTouchDue(record, now) ? atMost : record.expiresAt, atMost };
    const own = store.ownExpiryOf(record, person);
    const ownAtMost = store.ownExpiryOf(record, person, now.getTime());
    if (!own || !ownAtMost) return record.data.paid || record.data.attempt ? undefined : row;
    const isDue = this.isUseDue(now);
    return { atLeast: earlier(isDue ? ownAtMost : own, row.atLeast), atMost: earlier(ownAtMost, row.atMost) };
  }

  /**
   * The id of the row in which this request would begin a sign-up.
   *
   * @param followsInvite whether that would use up the id of the invite
   */
  idIfBegun(followsInvite: boolean): string {
    const { record, inviteId, successorOf } = this.options;
    const renewal = this.renewalAfter(record?.id ?? inviteId);
    if (renewal) return renewal.to;
    if (record) return record.id;
    return (followsInvite && inviteId !== undefined && successorOf?.(inviteId)) || this.newId;
  }

  /** Whether this request writes under a new id. */
  get isRenewed(): boolean {
    return this.#endsIdAs !== undefined;
  }

  /** Whether a commit would create a row. */
  get beginsNow(): boolean {
    return !this.options.record && !this.#ended && this.#data !== undefined && this.isChanged;
  }

  /** After a commit: what this or a concurrent request would have stored, if the other one's answers were stored instead. */
  get dropped(): Partial<SessionState> | undefined {
    return this.#dropped;
  }

  /** After a commit: why the store did not extend or clean up the session of a page that only reads it. The visitor still sees the page. */
  get keepError(): unknown {
    return this.#keepError;
  }

  /** After a failed commit: whether no id of this session stores the registration. False if the store does not respond. */
  async lacks({ signupId }: Registration): Promise<boolean> {
    const { store, record, inviteId, visitorId } = this.options;
    const ids = [record?.id ?? this.newId, this.renewalAfter(record?.id ?? inviteId)?.to];
    const sent = ids.filter((id) => id !== undefined);
    const found = await store.findAll(sent, visitorId).catch(() => undefined);
    return found?.every((one) => isEnded(one) || one.data.registration?.signupId !== signupId) ?? false;
  }

  private get newId(): string {
    return (this.#newId ??= this.options.firstId ?? randomId());
  }

  private get isChanged(): boolean {
    return this.#replaced || Object.keys(this.#change).length > 0;
  }

  /** An undefined slice is removed. Creates the session if needed. */
  update(change: Partial<SessionState>): SessionState {
    this.#ended = false;
    this.#change = applyPatch(this.#change, change);
    this.#data = applyPatch(this.#data ?? this.fresh, change);
    return this.#data;
  }

  reset(data: SessionState): void {
    this.#replaced = true;
    this.#ended = false;
    this.#change = {};
    this.#data = this.withKeptState(data);
  }

  end(): void {
    this.#ended = true;
    this.#data = undefined;
  }

  /**
   * Moves this request's changes to a new id. The old one then only shows why it ended (docs/rules.md, "New ids").
   *
   * @param options.yields drops the changes if another request has renewed the id meanwhile: one that stored the username, while this one
   * only learned that it is set, or the first of two answers to the question of an invite
   * @param options.writeAlso writes more in the transaction that ends the old id
   */
  renewId(
    endedAs: EndedAs,
    { yields = false, writeAlso }: { yields?: boolean } & Pick<Renewal, 'writeAlso'> = {},
  ): void {
    this.#endsIdAs = endedAs;
    this.#yields = yields;
    this.#writeAlso = writeAlso;
  }

  /** Uses up the followed invite's cookie, as this browser sent it, when this request is written. */
  useUpInvite(): void {
    this.#usedUp = this.options.inviteId;
  }

  async replaceNow(data: SessionState): Promise<void> {
    const { store, record } = this.options;
    if (record) await store.update(record, { replaceWith: this.withKeptState(data) });
  }

  /** Writes in at most one statement, or one transaction where the id is renewed. */
  async commit(now: Date): Promise<Committed> {
    const { store, record, cookieId, visitorId } = this.options;
    if (this.#ended) {
      if (record) await store.remove([record.id], visitorId);
      return record || this.options.expired ? { clear: true } : undefined;
    }
    if (this.#data === undefined || (!record && !this.isChanged)) return undefined;
    const isRead = record !== undefined && !this.isChanged;
    const id = isRead ? await this.keep(record, this.#data, now) : await this.write(this.#data, now);
    if (id === undefined) return { lost: true };
    return id === cookieId ? undefined : { setId: id };
  }

  /** @returns the session's current id; undefined if it has ended meanwhile, or belongs to another request */
  private async write(written: SessionState, now: Date): Promise<string | undefined> {
    const { store, record, begunAt } = this.options;
    const press = { ...(begunAt !== undefined && { begunAt }), ...this.findUses(written, now) };
    const data = applyPatch(written, press);
    const change: SessionChange = this.#replaced ? { replaceWith: data } : { ...this.#change, ...press };
    if (!record) return this.begin(data);
    const renewal = this.renewalAfter(record.id);
    if (renewal) return store.renew(record, change, renewal);
    if (await store.update(record, change, this.keepReplaced)) return record.id;
    const { registration } = written;
    const isCreated = registration !== undefined && registration.signupId !== record.data.registration?.signupId;
    const id = await this.findRenewedId(record);
    if (id !== undefined && isCreated && (await this.lacks(registration))) this.#dropped = { registration };
    return id;
  }

  /** Notes when each person used a session that contains both. */
  private findUses(written: SessionState, now: Date): Pick<SessionState, 'usedAt'> {
    const { record, store, person } = this.options;
    if (!isShared(written)) return written.usedAt ? { usedAt: undefined } : {};
    const last = now.getTime();
    const usedAt: SessionState['usedAt'] = {};
    for (const one of PEOPLE) {
      const isOther = one === person && (this.#endsIdAs === 'left' || this.#endsIdAs === 'invite');
      if (!record || isOther || !hasBegun(one, record.data)) usedAt[one] = { began: last, last };
      else if (one === person) usedAt[one] = { ...store.useOf(record, one), last };
      // Another request may store a later time of the other person meanwhile.
      else if (!isShared(record.data) || !record.data.usedAt?.[one]) usedAt[one] = store.useOf(record, one);
    }
    return { usedAt };
  }

  /** Whether this request extends the expiry of its person's answers beside the other person's, even if it only reads. */
  private isUseDue(now: Date): boolean {
    const { record, store, person } = this.options;
    if (!record || !person) return false;
    // Two concurrent requests, one for each person, share a row without these times: each wrote only its own person's answers.
    if (isShared(record.data) && PEOPLE.some((one) => !record.data.usedAt?.[one])) return true;
    const [stored, next] = [undefined, now.getTime()].map((last) => store.ownExpiryOf(record, person, last));
    return stored !== undefined && next !== undefined && next.getTime() - stored.getTime() > store.touchAfterMs;
  }

  /** Keeps one session if two presses of its first page overlap. */
  private async begin(data: SessionState): Promise<string | undefined> {
    const { store, visitorId, inviteId, replacesFirst } = this.options;
    const { to: id = this.newId, usedUp } = this.renewalAfter(inviteId) ?? {};
    if (await store.create(data, visitorId, id, usedUp)) return id;
    const [found] = await store.findAll([id], visitorId);
    if (!found || isEnded(found)) return undefined;
    if (this.#yields || !replacesFirst?.(found.data, data)) this.#dropped = data;
    else if (await store.update(found, { replaceWith: data })) this.#dropped = found.data;
    else return undefined;
    return id;
  }

  /** Keeps the registration that a concurrent request created and this one replaces. */
  private readonly keepReplaced = (before: SessionState, after: SessionState): void => {
    const known = [this.options.record?.data, after].map((data) => data?.registration?.signupId);
    const { registration } = before;
    if (registration && !known.includes(registration.signupId))
      this.#dropped = { ...before, leftRegistrations: undefined };
  };

  /** Whether this request's changes replace those of the other request that has renewed the id. Keeps one of two new sign-ups. */
  private replaces(stored: SessionState): boolean {
    const pressed = this.#data;
    if (this.#yields) return false;
    const ids = [stored, pressed].map((data) => data?.registration?.signupId);
    if (!pressed || ids.includes(undefined) || ids[0] === ids[1]) return true;
    const isReplaced = this.options.replacesFirst?.(stored, pressed) === true;
    this.#dropped = isReplaced ? stored : pressed;
    return isReplaced;
  }

  /** Extends the expiry if that is due, and removes expired answers from the row. @returns as `write` does */
  private async keep(record: SessionRecord, data: SessionState, now: Date): Promise<string | undefined> {
    try {
      if (record.isOutdated || this.isUseDue(now)) return await this.write(data, now);
      if (this.isTouchDue(record, now)) await this.options.store.touch(record);
    } catch (error) {
      this.#keepError = error;
    }
    return (await this.findRenewedId(record)) ?? record.id;
  }

  private isTouchDue(record: SessionRecord, now: Date): boolean {
    const { store } = this.options;
    return store.expiryOf(record, now).getTime() - record.expiresAt.getTime() > store.touchAfterMs;
  }

  /**
   * The other request of a double click may have renewed the session meanwhile. Its result is kept, and this request's changes are dropped.
   * They would be wrong there, because the backend may have rejected this second request and restarted the sign-up.
   *
   * @returns its id there
   */
  private async findRenewedId(record: SessionRecord): Promise<string | undefined> {
    const { store, visitorId, successorOf } = this.options;
    const next = successorOf?.(record.id);
    if (next === undefined) return undefined;
    const [found] = await store.findAll([next], visitorId);
    return found && !isEnded(found) ? next : undefined;
  }

  private renewalAfter(id: string | undefined): Renewal | undefined {
    if (this.#endsIdAs === undefined) return undefined;
    const to = (id !== undefined && this.options.successorOf?.(id)) || this.newId;
    const replaces = (stored: SessionState) => this.replaces(stored);
    return {
      to,
      endedAs: this.#endsIdAs,
      usedUp: this.#usedUp,
      replaces,
      writeAlso: this.#writeAlso,
      onReplaced: this.keepReplaced,
    };
  }

  /** A reset keeps a professional's answers. */
  private withKeptState(data: SessionState): SessionState {
    if (!this.#data) return data;
    const { usedAt } = this.#data;
    return { ...professionalOf(this.#data), ...(usedAt && !data.finished && { usedAt }), ...data };
  }
}

function earlier(one: Date, other: Date): Date {
  return one < other ? one : other;
}
