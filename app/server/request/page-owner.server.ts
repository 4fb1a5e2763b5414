import type { Request } from 'express';
import { CONFIRMS_LINK, type ReturnLink, type InviteLink } from '~/domain/mailed-links';
import {
  currentPath,
  hasBegun,
  isDone,
  isForAnotherPerson,
  PEOPLE,
  personOf,
  unpaidRegistrationsOf,
  type Person,
} from '~/journeys/current-sign-up';
import { inviteIdOf, type EndedAs, type Registration } from '~/journeys/join-state';
import type { Journey } from '~/journeys/journey';
import { CLEARED_PROFESSIONAL } from '~/journeys/professional';
import type { Path } from '~/journeys/sequence';
import { writeSessionCookie, type SessionCookie } from '~/server/session/cookies.server';
import type { Committed, Session } from '~/server/session/session.server';
import type { SessionState } from '~/server/session/session-state';
import type { Tx } from '~/store/store';
import { beganWith, type MadeMark, type PageMarks } from './page-marks.server';
import { queryOf, stripBasePath } from './page.server';
import { RefusedRequest } from './refused-request';

/** The button that leaves the current sign-up and begins another one with the posted input. */
export const BEGIN_ANOTHER = 'beginAnother';

/**
 * These paths do not act on a sign-up. The receipts check ownership themselves, and a wallet's return carries its own
 * secret.
 */
export const NOT_OWNED =
  /^\/(language|statistics|lookup\/.*|demo(\/.*)?|(invite\/)?receipt|(invite\/)?payment\/\w+\/(return|cancel))$/;

/** The page that explains how a session ended. */
const ENDED_PATHS: Readonly<Record<EndedAs, Path | undefined>> = {
  invite: '/invite',
  left: undefined,
  paying: '/signed-up',
  paid: '/signed-up',
  complete: '/signed-up',
  professional: '/signed-up',
};

interface Visit {
  req: Pick<Request, 'method' | 'path' | 'originalUrl' | 'guardedBody' | 'pageMark'>;
  marks: PageMarks;
  visitorId: string;
  journey: Journey;
  session: Session;
  /** The session's cookie, even if its session is over. */
  cookie: SessionCookie | undefined;
  /** The receipt was shown. */
  isOver: boolean;
  /** The posted page began the session, and this browser did not receive the response. */
  isBegunByPage: boolean;
  invite: InviteLink | undefined;
  returnLink: ReturnLink | undefined;
  /** Stores registrations to delete. @returns a function to call after the commit */
  discardIn(transaction: Tx, registrations: readonly Registration[]): Promise<() => void>;
}

/** docs/rules.md, "Page ownership" */
export interface PageOwnership {
  /** The mark for the page that this request renders, made once, when the page asks for it. */
  mark(): MadeMark;
  /** The posted page was served for this browser's current or last sign-up. */
  isOwnPage: boolean;
  /** The mailed link that `/credentials` acts on. Undefined without one, or if the page acts on this browser's sign-up. */
  returnLink: ReturnLink | undefined;
  /** The sign-up of this request; for a post that may begin one, the expected sign-up. */
  lineage: string | undefined;
  /**
   * Leaves this person's sign-up. The next one gets a new lineage, so that pages of this one no longer count.
   *
   * @param after a parent's next state; a fresh one with the link's parameters if omitted
   */
  leave(endedAs: EndedAs, after?: SessionState): void;
  /** Commits the request's session, which then also contains the invite's user id. @param write commits it */
  commit(write: () => Promise<Committed>): Promise<CommittedOwner>;
}

interface CommittedOwner {
  change: Committed;
  /** The new value of the session's cookie, if it changes. */
  cookie: string | undefined;
  /** The sign-up of this request now. */
  lineage: string | undefined;
  /** The unpaid registrations of the sign-up that this request left, unless they were stored with the session. They must be deleted. */
  left: readonly Registration[];
}

/**
 * Finds the owner of the rendered page, and checks the owner of the posted one. Both are derived from the request's cookies, so an older
 * tab of the same sign-up works after its session got another id.
 *
 * @throws RefusedRequest 409 if the posted page belongs to another sign-up
 */
export function openPageOwnership(visit: Visit): PageOwnership {
  const { req, marks, visitorId, journey, session, cookie, isOver, invite } = visit;
  const path = stripBasePath(req.path).replace(/(?<=.)\/$/, '');
  const person = personOf(journey);
  const posted = req.method === 'POST' ? req.pageMark : undefined;
  const former: Record<Person, string | undefined> = { parent: cookie?.signUp, professional: cookie?.professional };
  // Another press on the question has left this sign-up, and this browser did not receive the cookie.
  if (former.parent === session.state?.leftSignUp) former.parent = undefined;
  const left: Registration[] = [];
  let sendLeft: (() => void) | undefined;
  // The browser may not have received the response with the cookie.
  const begunThread = visit.isBegunByPage ? posted?.thread : undefined;
  const lineageNow = (one: Person) => former[one] ?? marks.lineage(begunThread, one, session.id, undefined);
  const lineages: Record<Person, string> = { parent: lineageNow('parent'), professional: lineageNow('professional') };
  const inviteIdBefore = session.state && inviteIdOf(session.state);
  const begun = { parent: hasBegun('parent', session.state), professional: hasBegun('professional', session.state) };
  const returnLink = findReturnLink(visit.returnLink);
  const isOwnPage = [...owners(), ...formerOwners()].some((one) => posted?.belongsTo(one, path) === true);
  const pressedAnother = req.guardedBody?.get(BEGIN_ANOTHER) ?? undefined;
  req.guardedBody?.delete(BEGIN_ANOTHER);
  if (posted && !NOT_OWNED.test(path)) requireOwner(posted);
  // The session also contains another sign-up, and this person's earlier one is over. A copy of its cookies must not open the next one.
  if (posted && session.id !== undefined && former[person] !== undefined && !begun[person] && !restarts(person))
    session.renewId('left');
  // A receipt whose language was switched can be switched again.
  const [owner = isOver && isOwnPage ? formerOwners()[0] : undefined] = owners();
  const thread = posted?.thread;
  let made: MadeMark | undefined;
  const isOther = (one: Person) => hasBegun(one, session.state) !== begun[one];
  const lineageAfter = (one: Person, id: string): string | undefined => {
    if (isOther(one) && !restarts(one)) return marks.lineage(thread, one, id, former[one]);
    return begun[one] ? lineages[one] : former[one];
  };
  return {
    isOwnPage,
    leave,
    returnLink,
    lineage: findLineage(),
    mark: () => (made ??= marks.mark(visitorId, owner === undefined ? { thread } : { owner, path })),
    async commit(write) {
      keepInviteId();
      const change = await write();
      sendLeft?.();
      const newId = change && 'setId' in change ? change.setId : undefined;
      const id = newId ?? session.id;
      return {
        change,
        cookie: change && !('setId' in change) ? undefined : findCookie(newId),
        lineage: id !== undefined && hasBegun(person, session.state) ? lineageAfter(person, id) : former[person],
        left: sendLeft || (change && 'lost' in change) ? [] : left,
      };
    },
  };

  /** Stores the invite's user id beside answers without `invited`. */
  function keepInviteId(): void {
    const { state } = session;
    if (!state || journey.name !== 'invited' || !hasBegun('parent', state) || inviteIdOf(state)) return;
    const inviteId = findInviteId();
    if (inviteId !== undefined) session.update({ inviteId });
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
    const inviteId = session.state && inviteIdOf(session.state);
    // A view must not overwrite the cookie of a concurrent post.
    const isSameInvite = posted === undefined || inviteId === cookie?.inviteId;
    const isSame = done.join() === wasDone.join() && isSameInvite && !isOther('parent') && !isOther('professional');
    if (newId === undefined && isSame) return undefined;
    return writeSessionCookie({
      id,
      signUp: lineageAfter('parent', id),
      professional: lineageAfter('professional', id),
      done,
      inviteId,
    });
  }

  /** The posted page of the expired sign-up restarts it, so that its other pages stay valid. */
  function restarts(one: Person): boolean {
    return one === person && session.hasExpired(one) && posted?.belongsTo(`sign-up ${lineages[one]}`, path) === true;
  }

  /** Undefined for answers whose invite is unknown, so that they count as another person's. */
  function findInviteId(): string | undefined {
    if (begun.parent) return inviteIdBefore;
    return restarts('parent') ? cookie?.inviteId : invite?.userId;
  }

  function findLineage(): string | undefined {
    if (begun[person]) return lineages[person];
    if (!posted || restarts(person)) return former[person];
    return marks.lineage(thread, person, session.idIfBegun(journey.name === 'invited'), former[person]);
  }

  /** The current owners of pages at this address. This request acts on the first one. */
  function owners(): string[] {
    const signUp = begun[person] ? [`sign-up ${lineages[person]}`] : [];
    const { state } = session;
    // This page's form acts on the sign-up that has just ended.
    if (path === '/signed-up') return formerOwners();
    if (path === '/credentials' && returnLink) return [`link ${returnLink.userId}`];
    if (journey.name !== 'invited') return signUp;
    const isQuestion = invite && isForAnotherPerson(invite, state);
    if (path === '/invite' && isQuestion) return [`question ${lineages.parent} ${invite.userId}`];
    const userId = (state && inviteIdOf(state)) ?? (isQuestion ? undefined : invite?.userId);
    const isAnswered = path === '/invite' && state?.leftSignUp !== undefined && !begun.parent;
    // Another press has accepted an invite, or begun a separate sign-up.
    const answered = isAnswered ? [`question ${state.leftSignUp} ${userId}`, `sign-up ${state.leftSignUp}`] : [];
    return [...signUp, ...(userId === undefined ? [] : [`invite ${userId}`]), ...answered];
  }

  /**
   * A link of another person than the payer in this browser owns the page until it is used. A posted form acts on the account that it was
   * served for.
   */
  function findReturnLink(link: ReturnLink | undefined): ReturnLink | undefined {
    const { paid, invited } = session.state ?? {};
    if (!link || !paid || invited) return link;
    if (posted && path === '/credentials') return posted.belongsTo(`link ${link.userId}`, path) ? link : undefined;
    if (link.set) return queryOf(req).has(CONFIRMS_LINK) ? link : undefined;
    return link.userId === paid.registration.parent.userId ? undefined : link;
  }

  /** The browser still has the cookie of a session that expired or ended, and has no newer one. */
  function formerOwners(): string[] {
    return cookie && (session.hasExpired(person) || session.endedAs || isOver) ? [`sign-up ${lineages[person]}`] : [];
  }

  function requireOwner({ claimsOwner, isOfAnotherVisitor, thread: postedThread }: NonNullable<typeof posted>): void {
    // Also a page without an owner may be from before Exit. Its step would show an earlier user's typed text.
    if (isOfAnotherVisitor && !isOwnPage) throw refuse('other-sign-up');
    if (isAnsweredBefore()) return;
    const isEnded = isOver || (session.endedAs !== undefined && path === journey.start);
    if (isOwnPage && !isEnded) return;
    const hasOwner = owners().length > 0;
    if (!claimsOwner && !hasOwner) return;
    if (!claimsOwner && begun[person] && beganWith(lineages[person], postedThread)) return;
    if (claimsOwner || !begun[person] || path !== journey.start) throw refuse('other-sign-up');
    if (!wantsAnother()) throw refuse('sign-up-begun');
    leave('left');
  }

  /**
   * Whether an earlier press of the page has answered the question about an invite with this sign-up, or left a registered professional's
   * account. Another one only leads on.
   */
  function isAnsweredBefore(): boolean {
    if (path === '/invite') return !invite && begun.parent && inviteIdBefore === undefined;
    return path === '/pro/done' && !begun.professional;
  }

  function refuse(code: 'other-sign-up' | 'sign-up-begun'): RefusedRequest {
    const { state, endedAs } = session;
    const opened = journey.name === 'invited' && invite ? '/invite' : endedAs && ENDED_PATHS[endedAs];
    const goOn = state && begun[person] ? currentPath(person, state) : opened;
    const beginAnother = code === 'sign-up-begun' ? anotherMark() : undefined;
    return new RefusedRequest(409, code, { form: req.guardedBody, goOn, beginAnother });
  }

  function anotherOwner(): string {
    return `another than ${lineages[person]}`;
  }

  function anotherMark(): string {
    return marks.mark(visitorId, { owner: anotherOwner(), path }).value;
  }

  /** Whether the button was pressed on a page that showed the sign-up it leaves. */
  function wantsAnother(): boolean {
    if (pressedAnother === undefined) return false;
    return marks.read({ name: BEGIN_ANOTHER, value: pressedAnother }, visitorId).belongsTo(anotherOwner(), path);
  }

  /** In the transaction that ends the session, so that a killed process loses no registration. */
  async function discardLeft(transaction: Tx): Promise<void> {
    if (left.length > 0) sendLeft = await visit.discardIn(transaction, left);
  }

  function leave(endedAs: EndedAs, after: SessionState = session.fresh): void {
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
  }
}
