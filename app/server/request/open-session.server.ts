import { setTimeout as sleep } from 'node:timers/promises';
import type { Request } from 'express';
import type { Clock } from '~/domain/clock';
import type { VisitLink } from '~/domain/visit-link';
import { freshState, type LastReceipt } from '~/journeys/join-state';
import { changesFirstAnswers, type Person, type SessionState } from '~/journeys/current-sign-up';
import { professionalOf } from '~/journeys/professional';
import {
  FOLLOWED_MS,
  isEnded,
  type EndedSession,
  type SessionRecord,
  type SessionStore,
} from '~/server/session/session-store.server';
import { expiringIn, hasNothingLeft, lineageOf, type SessionCookie } from '~/server/session/cookies.server';
import { Session } from '~/server/session/session.server';
import { beforeSession, type SuccessorIds } from '~/server/session/successor-ids.server';
import type { Limits } from '~/server/services/limits.server';
import type { StoreRoom } from '~/server/services/store-room.server';
import { noRoom, RefusedRequest } from './refused-request';
import type { PostedStep } from './posted-step';

interface Sender {
  visitorId: string;
  /** The person to whose sign-up the requested page belongs. Undefined for a page of both. */
  person: Person | undefined;
  /** The session's cookie. */
  cookie: SessionCookie | undefined;
  /** From the invite's cookie. */
  inviteId: string | undefined;
  /** The person of the requested page's journey. */
  personOfPage: Person;
  link: VisitLink;
  /** Replaces `link` after a finished sign-up. */
  linkAfterFinished: VisitLink;
}

export interface OpenedSession {
  session: Session;
  /** The posted page began the session, and this browser did not receive the response. */
  isBegunByPage: boolean;
  /** The receipt was shown, or the row of a finished sign-up has expired. The cookie is no longer needed. */
  isOver: boolean;
  /** The invite's cookie is a copy from before its session received a new id. */
  isInviteUsedUp: boolean;
  /** The receipt of a finished sign-up. */
  lastReceipt: LastReceipt | undefined;
  /** Deletes the receipt of a session that is over. A professional's session drops its own with its next write. */
  forgetReceipt(): Promise<void>;
}

/** The longest wait of the next page for a receipt's session to end. */
const RECEIPT_ENDS_MS = 1_000;
const POLL_MS = 20;

interface SessionOpenerOptions {
  sessions: SessionStore;
  successorIds: SuccessorIds;
  clock: Clock;
}

type Found = SessionRecord | EndedSession;

export function sessionOpener({ sessions, successorIds, clock }: SessionOpenerOptions) {
  /**
   * A page that was requested right after the receipt waits until any process has ended the session, so that it does not lead back to the
   * receipt. The receipt's own address does not wait: the browser may have dropped the first response.
   */
  async function findEnded(path: string, ids: string[], visitorId: string) {
    for (let waited = 0; ; waited += POLL_MS) {
      const found = await sessions.findAll(ids, visitorId);
      const isEnding = found.some((one) => !isEnded(one) && isRecentReceipt(one.data, clock.now()));
      if (!isEnding || waited >= RECEIPT_ENDS_MS || path.endsWith('/receipt')) return found;
      await sleep(POLL_MS);
    }
  }

  /** Needs one statement, and a second one for a post that may begin a session, or to a session id that is no longer in use. */
  return async function openSession(
    { method, path, pageMark }: Pick<Request, 'method' | 'path' | 'pageMark'>,
    { visitorId, person, cookie, inviteId, personOfPage, link, linkAfterFinished }: Sender,
  ): Promise<OpenedSession> {
    const cookieId = cookie?.id;
    const pressedForm = pageMark?.rendering || undefined;
    const sent = [cookieId, inviteId].filter((id) => id !== undefined);
    // The cookie's session may have expired, or be done.
    const mayBegin = method === 'POST' && pressedForm !== undefined;
    const firstIds = mayBegin ? successorIds.allOf(beforeSession(visitorId), pressedForm) : [];
    const hasBegun = cookie !== undefined && lineageOf(personOfPage, cookie) !== undefined;
    const firstPressedAt = mayBegin && !hasBegun ? await sessions.readTime() : undefined;
    const found = await findEnded(path, [...sent, ...firstIds], visitorId);
    const first = found.find(({ id }) => firstIds.includes(id));
    const begun = first && !isEnded(first) && isNew(first, clock.now()) ? first : undefined;
    const usedUp = found.find(({ id }) => id === inviteId);
    const own = found.find(({ id }) => id === cookieId);
    const begunAt = mayBegin && own === undefined ? (firstPressedAt ?? (await sessions.readTime())) : undefined;
    const isDead = own === undefined || isEnded(own);
    const beginsFirst = own === undefined && first === undefined;
    const candidates = [own, usedUp].flatMap((one) => (one && isEnded(one) && one.isRecent ? [one.id] : []));
    const successor = isDead && method === 'POST' ? await findSuccessor(candidates) : undefined;
    const current = successor ?? own ?? begun ?? usedUp;
    const record = current && !isEnded(current) ? current : undefined;
    // The row of a finished sign-up is deleted before its cookie expires. That is not an expired session.
    const isOver = record
      ? record.data.finished === true && !hasProfessional(record)
      : current === undefined && hasNothingLeft(cookie, personOfPage);
    const session = new Session({
      store: sessions,
      fresh: { ...freshState, ...(isOver || record?.data.finished ? linkAfterFinished : link) },
      visitorId,
      person,
      record: record && !isOver ? withoutFinished(record) : undefined,
      expired: cookie && current === undefined ? expiringIn(cookie) : undefined,
      endedAs: current && isEnded(current) ? current.endedAs : undefined,
      left: current && isEnded(current) ? current.left : undefined,
      cookieId,
      inviteId,
      // A page that was posted long ago begins another session.
      firstId: beginsFirst ? firstIds[0] : undefined,
      begunAt: begunAt?.getTime(),
      replacesFirst: changesFirstAnswers,
      successorOf: (id) => (pressedForm === undefined ? undefined : successorIds.of(id, pressedForm)),
    });
    const lastReceipt = record?.data.finished === true ? record.data.lastReceipt : undefined;
    return {
      session,
      isBegunByPage: own === undefined && begun !== undefined && current === begun,
      isOver,
      isInviteUsedUp: usedUp !== undefined,
      lastReceipt,
      async forgetReceipt() {
        if (isOver && record && lastReceipt)
          await sessions.update(record, { replaceWith: { ...freshState, finished: true } });
      },
    };

    /**
     * The session that an earlier post of the same page wrote, if the browser never received that response (docs/rules.md, "New ids").
     */
    async function findSuccessor(ids: string[]): Promise<Found | undefined> {
      if (pressedForm === undefined) return undefined;
      const next = await sessions.findAll(
        ids.flatMap((id) => successorIds.allOf(id, pressedForm)),
        visitorId,
      );
      return next.find((each) => !isEnded(each)) ?? next[0];
    }
  };
}

function isRecentReceipt({ receiptBegan }: SessionState, now: Date): boolean {
  // Another process, whose clock may be ahead, may have noted the time.
  return receiptBegan !== undefined && Math.abs(now.getTime() - receiptBegan) < RECEIPT_ENDS_MS;
}

function isNew({ createdAt }: SessionRecord, now: Date): boolean {
  return Math.abs(now.getTime() - createdAt.getTime()) < FOLLOWED_MS;
}

function hasProfessional({ data }: SessionRecord): boolean {
  return Object.keys(professionalOf(data)).length > 0;
}

function withoutFinished(record: SessionRecord): SessionRecord {
  const { finished: _finished, lastReceipt: _lastReceipt, ...data } = record.data;
  return { ...record, data };
}

interface Writing {
  session: Session;
  posted: PostedStep;
  visitorId: string;
  clientAddress: string;
}

/**
 * Runs before a session is written. Keeps a browser or an address from filling the disk with empty sessions, and reserves the remaining
 * room for existing sessions (docs/decisions/0020).
 *
 * @returns a function to call before each commit; it throws RefusedRequest with the typed input if the session must not be written
 */
export function roomForSessions({ limits, room }: { limits: Limits; room: StoreRoom }) {
  return async function requireRoom({ session, posted, visitorId, clientAddress }: Writing): Promise<void> {
    const form = postedFields(posted);
    if (posted.isLeftUnsaved()) throw new RefusedRequest(413, 'draft-too-large', { form });
    if (!session.beginsNow || isCounted(session.state)) return;
    if (room.isLow()) throw noRoom({ form });
    const retryAfter = await limits.consume('session', { visitorId, clientAddress });
    if (retryAfter > 0) throw new RefusedRequest(429, 'too-many-requests', { form, retryAfter });
  };
}

/** A sign-up was counted when it began. A payment's link opens only one session per mail. */
function isCounted(state: SessionState | undefined): boolean {
  return state?.registration !== undefined || state?.paid !== undefined;
}

function postedFields(posted: PostedStep): [name: string, value: string][] {
  return [...(posted.findForm() ?? [])].map(([name, value]) => [name, String(value)]);
}
