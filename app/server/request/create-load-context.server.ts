import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Language } from '~/i18n/languages';
import { translate } from '~/i18n/translator';
import type { AnalyticsEvent } from '~/analytics/port';
import { readInviteLink, type ReturnLink } from '~/domain/mailed-links';
import { readVisitLink, type VisitLink } from '~/domain/visit-link';
import { toHarmlessAddress } from '~/lib/redirect-address';
import { isForAnotherPerson, personOf } from '~/journeys/current-sign-up';
import { type Journey, journeyForPath } from '~/journeys/journey';
import { RefusedRequest } from './refused-request';
import { type Cookies, hasNothingLeft, readSessionCookie } from '~/server/session/cookies.server';
import { openAnalyticsConsent } from './analytics-consent.server';
import { experimentIdOf, openExperiments } from './experiments.server';
import { isViewed as isRequestViewed } from './is-viewed';
import { languageDetection, postedLanguage } from './language.server';
import { stripBasePath, buildPage, type PageSettings } from './page.server';
import { endingCookie } from '~/server/session/named-cookie.server';
import { createInviteCookie, renewInvite } from './invite-cookie.server';
import { roomForSessions, sessionOpener } from './open-session.server';
import type { SignInCookies } from '~/server/session/sign-in-cookies.server';
import type { SuccessorIds } from '~/server/session/successor-ids.server';
import { ownFramesPolicy, tagManagerPolicy, widenedPolicy, type PolicyOptions } from './content-security-policy';
import { openPageOwnership } from './page-owner.server';
import type { PageMarks } from './page-marks.server';
import { describeSignUp } from './sign-up-of-request';
import type { createReviewSeals } from './review-seals.server';
import type { Sealing } from '~/lib/sealing.server';
import type { OpenedContext, AnalyticsInput, PostedStep, StepReference } from './request-context.server';
import type { Discards } from '~/server/services/discards.server';
import type { Services } from '~/server/services/services.server';
import type { Session } from '~/server/session/session.server';
import { signUpReference } from '~/server/session/sign-up-reference';
import type { SessionState } from '~/server/session/session-state';
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
  discards: Pick<Discards, 'add'>;
}

export function createLoadContextFactory(options: LoadContextOptions) {
  const { services, sessions, cookies, pageSettings, policy, marks, reviewSeals, sealing } = options;
  const returnLinks = endingCookie<ReturnLink>(cookies.returnLink, sealing, services.clock);
  const invites = createInviteCookie({ cookie: cookies.invite, sealing, clock: services.clock });
  const toHarmless = (address: string) => toHarmlessAddress(address, services.redirectOrigins);
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
    const analyticsConsent = await openAnalyticsConsent({ req, setCookies, cookies, isNeeded: needsConsent });
    const anonymousId = analyticsConsent.isGiven ? visitorId : null;
    const language = await openLanguage(req, headers);
    const { link, fromAddress } = await readLink(req);
    const cookie = req.signUp?.cookie ?? readSessionCookie(await cookies.session.parse(cookieHeader));
    const followed = await invites.read(cookieHeader);
    const journey = journeyForPath(stripBasePath(req.path));
    const { session, isOver, isInviteUsedUp, lastReceipt, forgetReceipt } = await openSession(req, {
      visitorId,
      cookieId: cookie?.id,
      inviteId: followed?.id,
      isDone: hasNothingLeft(cookie, personOf(journey)),
      link,
    });
    const invite = isInviteUsedUp ? undefined : followed;
    // Before the visitor accepts the invite, its address must not change the other person's sign-up.
    const isOfOtherPerson = followsInviteOver(req, session.state);
    if (!isOfOtherPerson && hasParameters(fromAddress)) setCookies(await cookies.link.write(link));
    const followedReturnLink = await returnLinks.read(cookieHeader);
    const ownership = openPageOwnership({
      ...{ req, marks, visitorId, journey, session, cookie, invite },
      // A professional's answers may outlive a parent's sign-up.
      isOver: isOver || (lastReceipt !== undefined && personOf(journey) === 'parent'),
      returnLink: followedReturnLink,
    });
    const registrationBefore = session.state?.registration;
    const labelSignUp = openLabel(req, { journey, session, lineage: ownership.lineage });
    const isReceiptAgain = ownership.isOwnPage && postedLanguage(req) !== undefined && req.path.endsWith('/receipt');
    if (isOver && !isReceiptAgain) setCookies(await cookies.session.expire());
    if (lastReceipt && session.state && !isReceiptAgain) session.update({ lastReceipt: undefined });
    if (session.state && !isReceiptAgain && !isOfOtherPerson && bringsNewLink(link, session.state))
      session.update(await allowedLink(link, { state: session.state, visitorId, clientAddress: req.ip ?? '' }));
    const experimentId = experimentIdOf(session.state, { visitorId, consent: analyticsConsent });
    const tasks: (() => Promise<void>)[] = [];
    const posted = createPostedStep();
    const report = (event: AnalyticsInput) => {
      if (anonymousId === null || !isViewed) return;
      services.analytics.track({ ...event, anonymousId } as AnalyticsEvent);
    };
    const experiments = openExperiments({
      flags: services.flags,
      stored: (await cookies.experiments.parse(cookieHeader)) ?? {},
      visitorId: experimentId ?? undefined,
      isSettled: experimentId !== null || session.state?.experimentId !== undefined,
      onExposure: (experiment, variant) => {
        // All visitors without an id get the same variant, so they do not count as participants.
        if (experimentId === null) return;
        const name = 'experiment viewed';
        report({ name, id: `${name}:${experiment}:${anonymousId}`, experiment, variant });
      },
    });
    const { mark, isOwnPage, returnLink } = ownership;
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
        allowTagManager() {
          if (!tagManager) return undefined;
          const nonce = randomBytes(16).toString('base64');
          headers.set('Content-Security-Policy', tagManagerPolicy(policy, tagManager, nonce));
          return { address: tagManager.url, nonce };
        },
        allowOwnFrames: () => headers.set('Content-Security-Policy', ownFramesPolicy(policy)),
        returnLink,
        async setReturnLink(returnLink) {
          if (returnLink ?? followedReturnLink) setCookies(await returnLinks.write(returnLink));
        },
        invite,
        setInvite: async (link) => setCookies(await invites.write(link && { visitLink: fromAddress, ...link })),
        async keepOnlyInvitesVisitLink() {
          const { visitLink = {} } = invite ?? {};
          setCookies(await (hasParameters(visitLink) ? cookies.link.write(visitLink) : cookies.link.expire()));
        },
        signIn: options.signInCookies.openFor(cookieHeader, setCookies),
        hasCookies: cookieHeader !== null,
        isViewed,
        clientAddress: req.ip ?? '',
        origin: `${req.protocol}://${hostOf(req)}`,
        afterSent: (task) => void (isViewed && tasks.push(task)),
        posted,
        isOwnPage,
        lastReceipt: isReceiptAgain ? lastReceipt : undefined,
        reviewSeals: reviewSeals.forPages({
          get shown() {
            return mark().rendering;
          },
          pressed: req.pageMark?.rendering ?? '',
        }),
        visitorId,
        anonymousId,
        experimentId,
        analyticsConsent,
        experiments,
        report,
        log: req.log,
      },
      async commit() {
        if (!isViewed) return;
        const { registration } = session.state ?? {};
        const created = registration?.signupId === registrationBefore?.signupId ? undefined : registration;
        // The visitor may have pressed Exit during this request. The browser would never receive the new session's id.
        if (created && session.beginsNow && !session.isRenewed && req.socket.destroyed) {
          options.discards.add(created);
          return;
        }
        if (!isReceiptAgain) await forgetReceipt();
        await requireRoom({ session, posted, visitorId, clientAddress: req.ip ?? '' });
        if (renewInvite(session, invite)) setCookies(await invites.write(invite));
        const change = await session.commit(services.clock.now());
        const isNew = change !== undefined && 'setId' in change;
        const sessionCookie = change && !('setId' in change) ? undefined : ownership.cookieAfter(change?.setId);
        if (sessionCookie !== undefined) setCookies(await cookies.session.write(sessionCookie));
        if (isNew) {
          // A session belongs to the visitor's cookie, so the cookie must not expire before the session.
          setCookies(await cookies.visitor.write(visitorId));
        }
        // Renewed with each new session, so that it outlives the journey.
        if (experiments.isChanged || (isNew && Object.keys(experiments.variants).length > 0))
          setCookies(await cookies.experiments.write(experiments.variants));
        labelSignUp(ownership.lineageAfter(change && 'setId' in change ? change.setId : undefined));
        if (change && 'clear' in change) setCookies(await cookies.session.expire());
        if (change && 'lost' in change) {
          req.log.info('session ended or changed its id during a request');
          // The visitor may have pressed Exit in another tab. No session holds the registration's key.
          if (created) options.discards.add(created);
        } else ownership.left.forEach(options.discards.add);
      },
      async runAfterSent() {
        for (const task of tasks) await task();
      },
    };
  };

  /** Viewing a page does not create a session, so a cookie stores the link's parameters. */
  async function readLink(req: Request): Promise<{ link: VisitLink; fromAddress: VisitLink }> {
    const fromQuery = req.method === 'GET' ? readVisitLink(queryOf(req), toHarmless) : {};
    const fromCookie = await cookies.link.parse(req.headers.cookie ?? null);
    if (fromQuery.discount && fromQuery.discount.percentage === undefined)
      req.log.warn('discount link lacks a percentage from 1 to 100');
    if (req.method === 'GET' && queryOf(req).has('redirectUrl') && fromQuery.redirectUrl === undefined)
      req.log.info('redirectUrl rejected: it is neither a path of this host nor a URL of the main product');
    return { link: { ...fromCookie, ...fromQuery }, fromAddress: fromQuery };
  }

  /** Drops a discount over the limit, so that referrers cannot be guessed. An earlier discount is kept. */
  async function allowedLink(
    link: VisitLink,
    { state, ...visitor }: { state: SessionState; visitorId: string; clientAddress: string },
  ): Promise<VisitLink> {
    const { discount, ...others } = link;
    if (!discount || discount.referrer === state.discount?.referrer) return link;
    const wait = await services.limits.consume('discountLink', visitor, { uniqueKey: discount.referrer });
    return wait === 0 ? link : others;
  }

  /** The previous page set this cookie, so a post without it means that the browser blocks cookies. */
  async function openVisitor(req: Request, setCookies: (written: string[]) => void): Promise<string> {
    const known = await cookies.visitor.parse(req.headers.cookie ?? null);
    if (known !== null) return known;
    if (req.method === 'POST' && !req.path.endsWith('/exit')) {
      // Only a browser that accepts cookies can have received a page of a sign-up.
      if (req.pageMark?.claimsOwner) throw new RefusedRequest(409, 'other-sign-up', { form: req.guardedBody });
      throw new RefusedRequest(403, 'cookies-blocked');
    }
    const visitorId = randomBytes(16).toString('base64url');
    setCookies(await cookies.visitor.write(visitorId));
    return visitorId;
  }

  async function openLanguage(req: Request, headers: Headers): Promise<Language> {
    const posted = postedLanguage(req);
    if (posted) headers.append('Set-Cookie', await cookies.language.serialize(posted));
    return posted ?? detectLanguage(req);
  }
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

function hasParameters(link: VisitLink): boolean {
  return Object.keys(link).length > 0;
}

/** Whether this request follows an invite for a person other than the one who signs up in this session. */
function followsInviteOver(req: Request, state: SessionState | undefined): boolean {
  const isWelcome = /^\/invite\/?$/.test(stripBasePath(req.path));
  const followed = req.method === 'GET' && isWelcome ? readInviteLink(queryOf(req)) : undefined;
  return followed !== undefined && isForAnotherPerson(followed, state);
}

function bringsNewLink(link: VisitLink, state: SessionState): boolean {
  if (state.paid) return false;
  return (Object.keys(link) as (keyof VisitLink)[]).some(
    (key) => JSON.stringify(link[key]) !== JSON.stringify(state[key]),
  );
}

/** Does not use Express's query parser, which turns some names into objects. */
function queryOf(req: Request): URLSearchParams {
  return new URLSearchParams(req.originalUrl.split('?', 2)[1] ?? '');
}

/** The host and port that the client requested, ignoring X-Forwarded-Host. */
export function hostOf(req: Request): string {
  return req.get('host') ?? 'localhost';
}

function createPostedStep(): PostedStep {
  let saveDraft: () => void = () => undefined;
  let replaceDraft = saveDraft;
  let accepted: StepReference | undefined;
  let form: FormData | undefined;
  let isLeftUnsaved = false;
  return {
    setDraftSaver: (saver, replacer) => void ([saveDraft, replaceDraft] = [saver, replacer]),
    accept: (step) => void (accepted = step),
    findAccepted: () => accepted,
    saveDraft: () => saveDraft(),
    replaceDraft: () => replaceDraft(),
    leaveUnsaved: () => void (isLeftUnsaved = true),
    get isLeftUnsaved() {
      return isLeftUnsaved;
    },
    setForm: (typed) => void (form = typed),
    findForm: () => form,
  };
}
