import type { InviteLink } from '~/domain/mailed-links';
import {
  hasBegun,
  isDone,
  PEOPLE,
  personOf,
  unpaidRegistrationsOf,
  type Person,
  type SessionState,
} from '~/journeys/current-sign-up';
import { inviteIdOf, type EndedAs, type Registration } from '~/journeys/join-state';
import type { Journey } from '~/journeys/journey';
import { CLEARED_PROFESSIONAL } from '~/journeys/professional';
import { cookieWithout, writeSessionCookie, type SessionCookie } from '~/server/session/cookies.server';
import type { Committed, Session } from '~/server/session/session.server';
import type { Tx } from '~/store/store';
import type { PageMarks, PostedMark } from './page-marks.server';

export interface SignUpsOptions {
  marks: PageMarks;
  journey: Journey;
  session: Session;
  /** The session's cookie, even if its session is over. */
  cookie: SessionCookie | undefined;
  /** The posted page began the session, and this browser did not receive the response. */
  isBegunByPage: boolean;
  invite: InviteLink | undefined;
  /** Stores registrations to delete. @returns a function to call after the commit */
  discardIn(transaction: Tx, registrations: readonly Registration[]): Promise<() => void>;
}

/** The sign-ups of this browser, one for each person, as its cookies and its session show them. */
export interface SignUps {
  /** Identifies each person's sign-up: the current one, a former one, or the one that the next post begins. */
  readonly lineages: Readonly<Record<Person, string>>;
  /** Whether this person's sign-up had begun before this request, which has not left it. */
  hasBegun(one: Person): boolean;
  /** The sign-up of this request; for a post that may begin one, the expected sign-up. */
  findLineage(): string | undefined;
  /**
   * Leaves the journey's sign-up. The next one gets a new lineage, so that pages of this one no longer count.
   *
   * @param after a parent's next state; a fresh one with the link's parameters if omitted
   */
  leave(endedAs: EndedAs, after?: SessionState): void;
  /** If this person's sign-up is over beside another person's, gives the session a new id, so that a copy of its cookies opens no next one. */
  separateFromFormer(): void;
  /** The cookie's value once this page's person no longer needs it. Undefined if no other person does. */
  findCookieOfOther(): string | undefined;
  /** Commits the request's session, which then also contains the invite's user id. @param write commits it */
  commit(write: () => Promise<Committed>): Promise<CommittedSignUp>;
}

interface CommittedSignUp {
  change: Committed;
  /** The new value of the session's cookie, if it changes. */
  cookie: string | undefined;
  /** The sign-up of this request now. */
  lineage: string | undefined;
  /** The unpaid registrations of the sign-up that this request left, unless they were stored with the session. They must be deleted. */
  left: readonly Registration[];
}

/** The owner of a sign-up's pages. */
export function ownerOf(lineage: string): string {
  return `sign-up ${lineage}`;
}

/** @param page the address below the base path, and the mark of the page that was posted to it */
export function openSignUps(
  { marks, journey, session, cookie, isBegunByPage, invite, discardIn }: SignUpsOptions,
  { path, posted }: { path: string; posted: PostedMark | undefined },
): SignUps {
  const person = personOf(journey);
  const other: Person = person === 'parent' ? 'professional' : 'parent';
  const thread = posted?.thread;
  const former: Record<Person, string | undefined> = { parent: cookie?.signUp, professional: cookie?.professional };
  // Another press on the question has left this sign-up, and this browser did not receive the cookie.
  if (former.parent === session.state?.leftSignUp) former.parent = undefined;
  // The browser may not have received the response with the cookie. What it sends may name an expired sign-up.
  const begunThread = isBegunByPage ? thread : undefined;
  const lineageNow = (one: Person) =>
    (begunThread !== undefined && one === person ? undefined : former[one]) ??
    marks.lineage(begunThread, one, session.id, former[one]);
  const lineages: Record<Person, string> = { parent: lineageNow('parent'), professional: lineageNow('professional') };
  const inviteIdBefore = session.state && inviteIdOf(session.state);
  const begun = { parent: hasBegun('parent', session.state), professional: hasBegun('professional', session.state) };
  const left: Registration[] = [];
  let sendLeft: (() => void) | undefined;
  return {
    lineages,
    hasBegun: (one) => begun[one],

    findLineage() {
      if (begun[person]) return lineages[person];
      if (!posted || restarts(person)) return former[person];
      return marks.lineage(thread, person, session.idIfBegun(journey.name === 'invited'), former[person]);
    },

    leave(endedAs, after = session.fresh) {
      // Both answers to the questions of this page can be pressed twice.
      const isAnswer = path === '/invite';
      // An earlier user of this browser may know its current session id.
      session.renewId(endedAs, { yields: isAnswer, writeAlso: discardLeft });
      if (person === 'professional') session.update(CLEARED_PROFESSIONAL);
      else {
        left.push(...unpaidRegistrationsOf([{ endedAs: undefined, data: session.state ?? {} }]));
        session.reset(isAnswer ? { ...after, leftSignUp: lineages.parent } : after);
      }
      begun[person] = false;
      former[person] = undefined;
    },

    separateFromFormer() {
      if (session.id !== undefined && former[person] !== undefined && !begun[person] && !restarts(person))
        session.renewId('left');
    },

    findCookieOfOther,

    async commit(write) {
      keepInviteId();
      keepExpiry();
      const change = await write();
      sendLeft?.();
      const newId = change && 'setId' in change ? change.setId : undefined;
      const id = newId ?? session.id;
      return {
        change,
        cookie: findCookieAfter(change),
        lineage: id !== undefined && hasBegun(person, session.state) ? lineageAfter(person, id) : former[person],
        left: sendLeft || (change && 'lost' in change) ? [] : left,
      };
    },
  };

  /** In the transaction that ends the session, so that a killed process loses no registration. */
  async function discardLeft(transaction: Tx): Promise<void> {
    if (left.length > 0) sendLeft = await discardIn(transaction, left);
  }

  /** Stores the invite's user id beside answers without `invited`. */
  function keepInviteId(): void {
    const { state } = session;
    if (!state || journey.name !== 'invited' || !hasBegun('parent', state) || inviteIdOf(state)) return;
    const inviteId = findInviteId();
    if (inviteId !== undefined) session.update({ inviteId });
  }

  /** Explains the expiry of the other person's answers beside a sign-up that begins after it. */
  function keepExpiry(): void {
    if (!session.beginsNow || !session.hasExpired(other)) return;
    session.update(other === 'professional' ? { proNotice: 'expired' } : { notice: 'expired' });
  }

  function findCookieAfter(change: Committed): string | undefined {
    if (change && 'lost' in change) return undefined;
    return change && 'clear' in change ? findCookieOfOther() : findCookie(change?.setId);
  }

  function findCookieOfOther(): string | undefined {
    return cookie && session.hasExpired(other) ? cookieWithout(person, cookie) : undefined;
  }

  /** Undefined for answers whose invite is unknown, so that they count as another person's. */
  function findInviteId(): string | undefined {
    if (begun.parent) return inviteIdBefore;
    return restarts('parent') ? cookie?.inviteId : invite?.userId;
  }

  /** The new value of the session's cookie, if it changes. @param newId undefined if the session's id stays */
  function findCookie(newId: string | undefined): string | undefined {
    const id = newId ?? session.id;
    if (id === undefined) return undefined;
    const wasDone = cookie?.done ?? [];
    // A lineage whose sign-up is not in the session belongs to a finished sign-up.
    const done = PEOPLE.filter((one) =>
      hasBegun(one, session.state) ? isDone(one, session.state) : wasDone.includes(one),
    );
    const signUp = lineageAfter('parent', id);
    // Beside a professional's sign-up, the parent's answers may have expired. A page of theirs restarts it for the same invite.
    const isOver = signUp !== undefined && signUp === cookie?.signUp && !hasBegun('parent', session.state);
    const inviteId = isOver ? cookie?.inviteId : session.state && inviteIdOf(session.state);
    // A view must not overwrite the cookie of a concurrent post.
    const isSameInvite = posted === undefined || inviteId === cookie?.inviteId;
    const isSame = done.join() === wasDone.join() && isSameInvite && !isOther('parent') && !isOther('professional');
    if (newId === undefined && isSame) return undefined;
    return writeSessionCookie({
      id,
      signUp,
      professional: lineageAfter('professional', id),
      done,
      inviteId,
    });
  }

  function lineageAfter(one: Person, id: string): string | undefined {
    if (isOther(one) && !restarts(one)) return marks.lineage(thread, one, id, former[one]);
    return begun[one] ? lineages[one] : former[one];
  }

  /** Whether this request has begun or ended this person's sign-up. */
  function isOther(one: Person): boolean {
    return hasBegun(one, session.state) !== begun[one];
  }

  /** The posted page of the expired sign-up restarts it, so that its other pages stay valid. */
  function restarts(one: Person): boolean {
    return one === person && session.hasExpired(one) && posted?.belongsTo(ownerOf(lineages[one]), path) === true;
  }
}
