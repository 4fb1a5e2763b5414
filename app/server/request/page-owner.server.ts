import type { Request } from 'express';
import { CONFIRMS_LINK, type ReturnLink } from '~/domain/mailed-links';
import { currentPath, isForAnotherPerson, personOf } from '~/journeys/current-sign-up';
import { inviteIdOf, type EndedAs } from '~/journeys/join-state';
import type { Path } from '~/journeys/sequence';
import { beganWith, type MadeMark } from './page-marks.server';
import { queryOf, stripBasePath } from './page.server';
import { RefusedRequest } from './refused-request';
import { openSignUps, ownerOf, type SignUps, type SignUpsOptions } from './sign-ups.server';

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

interface Visit extends SignUpsOptions {
  req: Pick<Request, 'method' | 'path' | 'originalUrl' | 'guardedBody' | 'pageMark'>;
  visitorId: string;
  /** The receipt was shown. */
  isOver: boolean;
  returnLink: ReturnLink | undefined;
}

/** docs/rules.md, "Page ownership" */
export interface PageOwnership extends Pick<SignUps, 'leave' | 'commit' | 'findCookieOfOther'> {
  /** The mark for the page that this request renders, made once, when the page asks for it. */
  mark(): MadeMark;
  /** The posted page was served for this browser's current or last sign-up. */
  isOwnPage: boolean;
  /** The mailed link that `/credentials` acts on. Undefined without one, or if the page acts on this browser's sign-up. */
  returnLink: ReturnLink | undefined;
  /** The sign-up of this request; for a post that may begin one, the expected sign-up. */
  lineage: string | undefined;
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
  const signUps = openSignUps(visit, { path, posted });
  const { lineages } = signUps;
  const returnLink = findReturnLink(visit.returnLink);
  const isOwnPage = [...owners(), ...formerOwners()].some((one) => posted?.belongsTo(one, path) === true);
  const pressedAnother = req.guardedBody?.get(BEGIN_ANOTHER) ?? undefined;
  req.guardedBody?.delete(BEGIN_ANOTHER);
  if (posted && !NOT_OWNED.test(path)) requireOwner(posted);
  if (posted) signUps.separateFromFormer();
  // A receipt whose language was switched can be switched again.
  const [owner = isOver && isOwnPage ? formerOwners()[0] : undefined] = owners();
  let made: MadeMark | undefined;
  return {
    isOwnPage,
    leave: signUps.leave,
    findCookieOfOther: signUps.findCookieOfOther,
    commit: signUps.commit,
    returnLink,
    lineage: signUps.findLineage(),
    mark: () => (made ??= marks.mark(visitorId, owner === undefined ? { thread: posted?.thread } : { owner, path })),
  };

  /** The current owners of pages at this address. This request acts on the first one. */
  function owners(): string[] {
    const signUp = signUps.hasBegun(person) ? [ownerOf(lineages[person])] : [];
    const { state } = session;
    // This page's form acts on the sign-up that has just ended.
    if (path === '/signed-up') return formerOwners();
    if (path === '/credentials' && returnLink) return [`link ${returnLink.userId}`];
    if (journey.name !== 'invited') return signUp;
    const isQuestion = invite && isForAnotherPerson(invite, state);
    if (path === '/invite' && isQuestion) return [`question ${lineages.parent} ${invite.userId}`];
    const userId = (state && inviteIdOf(state)) ?? (isQuestion ? undefined : invite?.userId);
    // Another press has accepted an invite, or begun a separate sign-up.
    const before = path === '/invite' && !signUps.hasBegun('parent') ? state?.leftSignUp : undefined;
    const answered = before === undefined ? [] : [`question ${before} ${userId}`, ownerOf(before)];
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
    return cookie && (session.hasExpired(person) || session.endedAs || isOver) ? [ownerOf(lineages[person])] : [];
  }

  function requireOwner({ claimsOwner, isOfAnotherVisitor, thread: postedThread }: NonNullable<typeof posted>): void {
    // Also a page without an owner may be from before Exit. Its step would show an earlier user's typed text.
    if (isOfAnotherVisitor && !isOwnPage) throw refuse('other-sign-up');
    if (isAnsweredBefore()) return;
    const isEnded = isOver || (session.endedAs !== undefined && path === journey.start);
    if (isOwnPage && !isEnded) return;
    const hasOwner = owners().length > 0;
    if (!claimsOwner && !hasOwner) return;
    if (!claimsOwner && signUps.hasBegun(person) && beganWith(lineages[person], postedThread)) return;
    if (claimsOwner || !signUps.hasBegun(person) || path !== journey.start) throw refuse('other-sign-up');
    if (!wantsAnother()) throw refuse('sign-up-begun');
    signUps.leave('left');
  }

  /**
   * Whether an earlier press of the page has answered the question about an invite with this sign-up, or left a registered professional's
   * account. Another one only leads on.
   */
  function isAnsweredBefore(): boolean {
    const { state } = session;
    if (path === '/invite') return !invite && signUps.hasBegun('parent') && (state && inviteIdOf(state)) === undefined;
    return path === '/pro/done' && !signUps.hasBegun('professional');
  }

  function refuse(code: 'other-sign-up' | 'sign-up-begun'): RefusedRequest {
    const { state, endedAs } = session;
    const opened = journey.name === 'invited' && invite ? '/invite' : endedAs && ENDED_PATHS[endedAs];
    const goOn = state && signUps.hasBegun(person) ? currentPath(person, state) : opened;
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
}
