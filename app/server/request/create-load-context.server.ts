import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { AnalyticsEvent } from '~/analytics/port';
import { personOf, unpaidRegistrationsOf, type SessionState } from '~/journeys/current-sign-up';
import { type Journey, journeyForPath } from '~/journeys/journey';
import { RefusedRequest } from './refused-request';
import { type Cookies, readSessionCookie } from '~/server/session/cookies.server';
import { openAnalyticsConsent } from './analytics-consent.server';
import { openExperiments, type OpenedExperiments } from './experiments.server';
import { isViewed as isRequestViewed } from './is-viewed';
import { languageDetection, postedLanguage } from './language.server';
import { stripBasePath, buildPage, type PageSettings } from './page.server';
import { linkCookies, type FollowedLinks } from './link-cookies.server';
import { roomForSessions, sessionOpener } from './open-session.server';
import type { SignInCookies } from '~/server/session/sign-in-cookies.server';
import type { SuccessorIds } from '~/server/session/successor-ids.server';
import {
  ownFramesPolicy,
  RECEIPT_FORMS,
  receiptPolicy,
  tagManagerSources,
  widenedPolicy,
  type PolicyOptions,
} from './content-security-policy';
import type { PageSources } from '~/payments/port';
import { NOT_OWNED, openPageOwnership } from './page-owner.server';
import { makeVisitorId, type PageMarks } from './page-marks.server';
import { describeSignUp } from './sign-up-of-request';
import type { createReviewSeals } from './review-seals.server';
import type { Sealing } from '~/lib/sealing.server';
import { createPostedStep, type PostedStep } from './posted-step';
import type { OpenedContext, AnalyticsInput } from './request-context.server';
import type { Discards } from '~/server/services/discards.server';
import type { Services } from '~/server/services/services.server';
import type { Session } from '~/server/session/session.server';
import { signUpReference } from '~/server/session/sign-up-reference';
import type { SessionStore } from '~/server/session/session-store.server';

interface LoadContextOptions {
  services: Services;
  sessions: SessionStore;
  cookies: Cookies;
  signInCookies: SignInCookies;
  pageSettings: PageSettings;
  policy: PolicyOptions;
  marks: PageMarks;
  reviewSeals: ReturnType<typeof createReviewSeals>;
  sealing: Sealing;
  successorIds: SuccessorIds;
  discards: Pick<Discards, 'add' | 'addIn'>;
}

export function createLoadContextFactory(options: LoadContextOptions) {
  const { services, sessions, cookies, pageSettings, policy, marks, reviewSeals, sealing } = options;
  const openLinks = linkCookies({ cookies, sealing, services });
  const openSession = sessionOpener({ sessions, successorIds: options.successorIds, clock: services.clock });
  const detectLanguage = languageDetection(cookies);
  const requireRoom = roomForSessions(services);

  return async function openContext(req: Request): Promise<OpenedContext> {
    const headers = new Headers();
    const setCookies = (written: string[]) => written.forEach((header) => headers.append('Set-Cookie', header));
    const cookieHeader = req.headers.cookie ?? null;
    const isViewed = isRequestViewed(req);
    const visitorId = await openVisitor(req, setCookies);
    const { needsConsent, tagManager } = policy.configuration.analytics;
    const analyticsConsent = await openAnalyticsConsent({
      req,
      setCookies,
      cookies,
      visitorId,
      isNeeded: needsConsent,
    });
    const { anonymousId } = analyticsConsent;
    const language = await openLanguage(req, headers);
    const links = await openLinks(req, setCookies);
    const cookie = req.signUp?.cookie ?? readSessionCookie(await cookies.session.parse(cookieHeader));
    const path = stripBasePath(req.path);
    const journey = journeyForPath(path);
    const { session, isBegunByPage, isOver, isInviteUsedUp, lastReceipt, forgetReceipt } = await openSession(req, {
      visitorId,
      person: NOT_OWNED.test(path) ? undefined : personOf(journey),
      cookie,
      inviteId: links.invite?.id,
      personOfPage: personOf(journey),
      link: links.visitLink,
      linkAfterFinished: links.addressLink,
    });
    const invite = isInviteUsedUp ? undefined : links.invite;
    const isOfOtherPerson = links.followsLinkBeside(session.state);
    const ownership = openPageOwnership({
      discardIn: (transaction, registrations) => options.discards.addIn(transaction, registrations),
      // A professional's answers may outlive a parent's sign-up.
      isOver: isOver || (lastReceipt !== undefined && personOf(journey) === 'parent'),
      returnLink: links.returnLink,
      ...{ req, marks, visitorId, journey, session, cookie, invite, isBegunByPage },
    });
    const [repeatedNotice = null, pageOfNotice] = (await cookies.notice.parse(cookieHeader))?.split(' ') ?? [];
    const isNoticeHere = pageOfNotice === path;
    if (isNoticeHere && isViewed) setCookies(await cookies.notice.expire());
    const registrationBefore = session.state?.registration;
    const labelSignUp = openLabel(req, { journey, session, lineage: ownership.lineage });
    const isReceiptAgain = ownership.isOwnPage && postedLanguage(req) !== undefined && req.path.endsWith('/receipt');
    if (isOver && isViewed && !isReceiptAgain) {
      const left = ownership.findCookieOfOther();
      setCookies(left === undefined ? await cookies.session.expire() : await cookies.session.write(left));
    }
    if ((isOver || lastReceipt) && isViewed && !isReceiptAgain) await links.forgetEarlier();
    if (!isOfOtherPerson) await links.keepVisitLink();
    if (lastReceipt && session.state && !isReceiptAgain) session.update({ lastReceipt: undefined });
    if (!isReceiptAgain && !isOfOtherPerson) await links.applyVisitLink(session, visitorId);
    const tasks: (() => Promise<void>)[] = [];
    const posted = createPostedStep();
    const report = (event: AnalyticsInput) => {
      if (anonymousId === null || !isViewed) return;
      services.analytics.track({ ...event, anonymousId } as AnalyticsEvent);
    };
    const experiments = openExperiments({
      stored: (await cookies.experiments.parse(cookieHeader)) ?? {},
      ...{ flags: services.flags, state: session.state, anonymousId, report },
    });
    const receiptSources: PageSources = {};
    const allowOnReceipt = (added: PageSources) =>
      headers.set('Content-Security-Policy', receiptPolicy(policy, Object.assign(receiptSources, added)));
    const { mark, isOwnPage, returnLink, leave } = ownership;
    const page = buildPage(pageSettings, { req, language, session, mark, now: services.clock.now() });
    return {
      context: {
        services,
        session,
        journey,
        language,
        t: translate(language),
        page: { ...page, asksForAnalytics: analyticsConsent.status === 'unanswered' },
        demo: page.showsDemoPage ? services.demo : undefined,
        headers,
        allowProvider(sources) {
          const nonce = randomBytes(16).toString('base64');
          headers.set('Content-Security-Policy', widenedPolicy(policy, sources, nonce));
          headers.set('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
          return nonce;
        },
        allowReceiptForms: () => allowOnReceipt(RECEIPT_FORMS),
        allowTagManager() {
          if (!tagManager) return undefined;
          const nonce = randomBytes(16).toString('base64');
          allowOnReceipt(tagManagerSources(tagManager, nonce));
          return { address: tagManager.url, nonce };
        },
        allowOwnFrames: () => headers.set('Content-Security-Policy', ownFramesPolicy(policy)),
        returnLink,
        setReturnLink: links.setReturnLink,
        invite,
        isInviteOver: links.isInviteOver,
        repeatedNotice: isNoticeHere ? repeatedNotice : null,
        repeatNotice: async (name, address) =>
          setCookies(await cookies.notice.write(`${name} ${stripBasePath(address.replace(/[?#].*/, ''))}`)),
        lastInviteId: cookie?.inviteId,
        setInvite: links.setInvite,
        keepOnlyInvitesVisitLink: () => links.keepOnlyVisitLinkOf(invite),
        signIn: options.signInCookies.openFor(cookieHeader, setCookies),
        hasCookies: cookieHeader !== null,
        isViewed,
        clientAddress: req.ip ?? '',
        origin: `${req.protocol}://${hostOf(req)}`,
        postedFrom: req.method === 'POST' ? req.get('origin') : undefined,
        afterSent: (task) => void (isViewed && tasks.push(task)),
        posted,
        isOwnPage,
        leaveSignUp: leave,
        lastReceipt: isReceiptAgain ? lastReceipt : undefined,
        reviewSeals: reviewSeals.forPages({
          findShown: () => mark().rendering,
          pressed: req.pageMark?.rendering ?? '',
        }),
        visitorId,
        anonymousId,
        experimentId: experiments.experimentId,
        analyticsConsent,
        experiments,
        report,
        log: req.log,
      },
      async commit() {
        if (!isViewed) return;
        await commit({
          registrationBefore,
          labelSignUp,
          forgetReceipt: isReceiptAgain ? undefined : forgetReceipt,
          ...{ req, setCookies, session, links, invite, ownership, experiments, posted, visitorId },
        });
      },
      async runAfterSent() {
        for (const task of tasks) await task();
      },
    };
  };

  /** Writes the session and its cookies. */
  async function commit({ req, setCookies, session, links, invite, ownership, experiments, ...opened }: Opened) {
    const { posted, visitorId, registrationBefore, labelSignUp, forgetReceipt } = opened;
    const { registration } = session.state ?? {};
    const created = registration?.signupId === registrationBefore?.signupId ? undefined : registration;
    // The visitor may have pressed Exit during this request. The browser would never receive the new session's id.
    if (created && session.beginsNow && !session.isRenewed && req.socket.destroyed) {
      await options.discards.add([created], { atOnce: true });
      return;
    }
    await forgetReceipt?.();
    const write = async () => {
      await requireRoom({ session, posted, visitorId, clientAddress: req.ip ?? '' });
      await links.renewInvite(session, invite);
      return session.commit(services.clock.now());
    };
    const { change, cookie, lineage, left } = await ownership.commit(write).catch(async (error: unknown) => {
      // The next press creates another registration. The store may have written this one although it did not respond.
      if (created && (await session.lacks(created))) await options.discards.add([created], { atOnce: true });
      throw error;
    });
    if (session.keepError !== undefined)
      req.log.error({ err: session.keepError }, 'failed to extend or clean up a session');
    const isNew = change !== undefined && 'setId' in change;
    if (cookie !== undefined) setCookies(await cookies.session.write(cookie));
    if (isNew) {
      // A session belongs to the visitor's cookie, so the cookie must not expire before the session.
      setCookies(await cookies.visitor.write(visitorId));
    }
    // Renewed with each new session, so that it outlives the journey.
    const { variants, isChanged, isForgotten } = experiments.findChange();
    if (isForgotten) setCookies(await cookies.experiments.expire());
    else if (isChanged || (isNew && Object.keys(variants).length > 0))
      setCookies(await cookies.experiments.write(variants));
    labelSignUp(lineage);
    if (change && 'clear' in change && cookie === undefined) setCookies(await cookies.session.expire());
    if (change && 'lost' in change) {
      req.log.info('session ended or changed its id during a request');
      // The visitor may have pressed Exit in another tab. No session holds the registration's key.
      if (created) await options.discards.add([created], { atOnce: true });
    }
    const { dropped } = session;
    const unpaid = dropped ? unpaidRegistrationsOf([{ endedAs: undefined, data: dropped }]) : [];
    await options.discards.add([...left, ...unpaid]);
  }

  /** The previous page set this cookie, so a post without it means that the browser blocks cookies. */
  async function openVisitor(req: Request, setCookies: (written: string[]) => void): Promise<string> {
    const known = req.visitorId ?? (await cookies.visitor.parse(req.headers.cookie ?? null));
    if (known !== null) return known;
    if (req.method === 'POST') {
      // Only a browser that accepts cookies can have received a page of a sign-up.
      if (req.pageMark?.claimsOwner) throw new RefusedRequest(409, 'other-sign-up', { form: req.guardedBody });
      throw new RefusedRequest(403, 'cookies-blocked');
    }
    const visitorId = makeVisitorId(services.clock);
    setCookies(await cookies.visitor.write(visitorId));
    return visitorId;
  }

  async function openLanguage(req: Request, headers: Headers): Promise<Language> {
    const posted = postedLanguage(req);
    if (posted) headers.append('Set-Cookie', await cookies.language.serialize(posted));
    return posted ?? detectLanguage(req);
  }
}

/** The parts of a request that its commit writes. */
interface Opened {
  req: Request;
  setCookies(written: string[]): void;
  session: Session;
  links: FollowedLinks;
  /** Undefined if it is used up. */
  invite: FollowedLinks['invite'];
  ownership: ReturnType<typeof openPageOwnership>;
  experiments: OpenedExperiments;
  posted: PostedStep;
  visitorId: string;
  registrationBefore: SessionState['registration'];
  labelSignUp: ReturnType<typeof openLabel>;
  /** Undefined while the receipt is shown again. */
  forgetReceipt: (() => Promise<void>) | undefined;
}

interface LabelledSignUp {
  journey: Journey;
  session: Session;
  lineage: string | undefined;
}

/** Labels the request's log lines with its sign-up. @returns a function to call with the lineage after the commit */
function openLabel(req: Request, { journey, session, lineage }: LabelledSignUp) {
  const before = session.state;
  const label = (now: string | undefined) => (req.labels.signUp = now && signUpReference(now));
  label(lineage);
  // A post that may begin a sign-up gets its reference only after the commit.
  if (req.signUp && before) req.signUp.reference = req.labels.signUp;
  if (req.signUp) req.signUp.describe = () => describeSignUp(personOf(journey), session.state ?? before);
  return (after: string | undefined) => {
    label(after);
    if (req.signUp) req.signUp.reference = req.labels.signUp;
  };
}

/** The host and port that the client requested, ignoring X-Forwarded-Host. */
export function hostOf(req: Request): string {
  return req.get('host') ?? 'localhost';
}
