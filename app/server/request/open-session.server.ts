import type { Request } from 'express';
import type { VisitLink } from '~/domain/visit-link';
import { freshState } from '~/journeys/join-state';
import { professionalOf } from '~/journeys/professional/state';
import {
  isEnded,
  type EndedSession,
  type SessionRecord,
  type SessionStore,
} from '~/server/session/session-store.server';
import { Session } from '~/server/session/session.server';
import type { SessionState } from '~/server/session/session-state';
import type { SuccessorIds } from '~/server/session/successor-ids.server';

interface Sender {
  visitorId: string;
  /** From the session's cookie. */
  cookieId: string | undefined;
  /** From the invite's cookie. */
  inviteId: string | undefined;
  link: VisitLink;
}

export interface OpenedSession {
  session: Session<SessionState>;
  /** The receipt was seen: the cookie is of no use any more. */
  isOver: boolean;
  /** The invite's cookie is a copy from before its session got a new id. */
  isInviteUsedUp: boolean;
}

type Found = SessionRecord<SessionState> | EndedSession;

export function sessionOpener(sessions: SessionStore<SessionState>, successorIds: SuccessorIds) {
  /** One statement, and a second one for a post whose session is not in use any more. */
  return async function openSession(
    { method, pressedForm }: Pick<Request, 'method' | 'pressedForm'>,
    { visitorId, cookieId, inviteId, link }: Sender,
  ): Promise<OpenedSession> {
    const sent = [cookieId, inviteId].filter((id) => id !== undefined);
    const found = await sessions.findAll(sent, visitorId);
    const usedUp = found.find(({ id }) => id === inviteId);
    const own = found.find(({ id }) => id === cookieId);
    const isDead = own === undefined || isEnded(own);
    const candidates = [...(isDead && cookieId !== undefined ? [cookieId] : []), ...(usedUp ? [usedUp.id] : [])];
    const successor = isDead && method === 'POST' ? await findSuccessor(candidates) : undefined;
    const current = successor ?? own ?? usedUp;
    const record = current && !isEnded(current) ? current : undefined;
    const isOver = record?.data.finished === true && !hasProfessional(record);
    const session = new Session<SessionState>({
      store: sessions,
      fresh: { ...freshState, ...link },
      visitorId,
      record: record && !isOver ? withoutFinished(record) : undefined,
      expired: cookieId !== undefined && current === undefined,
      endedAs: current && isEnded(current) ? current.endedAs : undefined,
      cookieId,
      inviteId,
      successorOf: (id) => (pressedForm === undefined ? undefined : successorIds.of(id, pressedForm)),
      outlives: professionalOf,
    });
    return { session, isOver, isInviteUsedUp: usedUp !== undefined };

    /** The same page was pressed before, and its answer never arrived (docs/rules.md, "New ids"). */
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

function hasProfessional({ data }: SessionRecord<SessionState>): boolean {
  return Object.keys(professionalOf(data)).length > 0;
}

function withoutFinished(record: SessionRecord<SessionState>): SessionRecord<SessionState> {
  const { finished: _finished, ...data } = record.data;
  return { ...record, data };
}
