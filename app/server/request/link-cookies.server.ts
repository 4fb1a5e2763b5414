import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import type { Clock } from '~/domain/clock';
import { readInviteLink, readReturnLink, type InviteLink, type ReturnLink } from '~/domain/mailed-links';
import { readVisitLink, type VisitLink } from '~/domain/visit-link';
import { isForAnotherPerson, type SessionState } from '~/journeys/current-sign-up';
import { journeyForPath } from '~/journeys/journey';
import { toHarmlessAddress } from '~/lib/redirect-address';
import type { Sealing } from '~/lib/sealing.server';
import type { Services } from '~/server/services/services.server';
import type { Cookies } from '~/server/session/cookies.server';
import { endingCookie } from '~/server/session/named-cookie.server';
import type { Session } from '~/server/session/session.server';
import { queryOf, stripBasePath } from './page.server';

interface InviteWithVisitLink extends InviteLink {
  /** The other parameters of the link's address. They outlive those of earlier links if the invite replaces another person's sign-up. */
  visitLink?: VisitLink;
}

/** An invite link that was followed in this browser. */
interface FollowedInvite extends InviteWithVisitLink {
  /** Random. No longer accepted once the invite's session has a new id. */
  id: string;
}

interface LinkCookiesOptions {
  cookies: Pick<Cookies, 'link' | 'invite' | 'returnLink'>;
  sealing: Sealing;
  services: Pick<Services, 'clock' | 'limits' | 'redirectOrigins'>;
}

/** The cookie of the invite that was followed in this browser. */
export function inviteCookie(cookies: Pick<Cookies, 'invite'>, sealing: Sealing, clock: Clock) {
  return endingCookie<FollowedInvite>(cookies.invite, sealing, clock);
}

/** The links that a request follows. */
export type FollowedLinks = Awaited<ReturnType<ReturnType<typeof linkCookies>>>;

/** Cookies store the links that were followed in this browser: the visit link, the invite, and the link mailed after a payment. */
export function linkCookies({ cookies, sealing, services }: LinkCookiesOptions) {
  const returnLinks = endingCookie<ReturnLink>(cookies.returnLink, sealing, services.clock);
  const invites = inviteCookie(cookies, sealing, services.clock);

  return async function openLinks(req: Request, setCookies: (written: string[]) => void) {
    const cookieHeader = req.headers.cookie ?? null;
    const isGet = req.method === 'GET';
    const query = queryOf(req);
    const fromAddress: VisitLink = isGet
      ? readVisitLink(query, (to) => toHarmlessAddress(to, services.redirectOrigins))
      : {};
    if (fromAddress.discount && fromAddress.discount.percentage === undefined)
      req.log.warn('discount link lacks a percentage from 1 to 100');
    if (isGet && ['ado', 'jek', 'pv'].every((name) => query.get(name)) && !fromAddress.discount)
      req.log.warn('discount link ignored: ado is not true, or jek is not 1 to 200 printable characters of ASCII');
    if (isGet && query.has('redirectUrl') && fromAddress.redirectUrl === undefined)
      req.log.info('redirectUrl rejected: it is neither a path of this host nor a URL of the main product');
    const earlier = await cookies.link.parse(cookieHeader);
    let visitLink: VisitLink = { ...earlier, ...fromAddress };
    const { value: followed, timeLeft: inviteTimeLeft = 0 } = (await invites.open(cookieHeader)) ?? {};
    const isInviteOver = followed !== undefined && inviteTimeLeft <= 0;
    const invite = isInviteOver ? undefined : followed;
    let isInviteWritten = false;
    const isOfInvite = journeyForPath(stripBasePath(req.path)).name === 'invited';
    const returnLink = await returnLinks.read(cookieHeader);
    return {
      visitLink,
      /** Only the parameters of this request's address. */
      addressLink: fromAddress,
      invite,
      /** The invite was followed in this browser longer ago than its cookie counts. */
      isInviteOver,
      returnLink,

      /**
       * Whether this session's sign-up ignores the parameters of the address: always for a mailed link, and for another person's invite
       * until it is accepted.
       */
      followsLinkBeside(state: SessionState | undefined): boolean {
        if (!isGet) return false;
        const path = stripBasePath(req.path).replace(/\/$/, '');
        if (path === '/credentials') return readReturnLink(query) !== undefined;
        const followed = path === '/invite' ? readInviteLink(query) : undefined;
        return followed !== undefined && isForAnotherPerson(followed, state);
      },

      /** Forgets the parameters that a finished sign-up followed, because the next person in this browser must not inherit them. */
      async forgetEarlier(): Promise<void> {
        visitLink = fromAddress;
        if (earlier) setCookies(await cookies.link.expire());
      },

      /** Viewing a page does not create a session, so a cookie stores the link's parameters. */
      async keepVisitLink(): Promise<void> {
        if (hasParameters(fromAddress)) setCookies(await cookies.link.write(visitLink));
      },

      /** Updates the session's sign-up with the visit link. */
      async applyVisitLink(session: Session, visitorId: string): Promise<void> {
        const { state } = session;
        if (!state || !bringsNewLink(visitLink, state)) return;
        session.update(await allowedLink(visitLink, { state, visitorId, clientAddress: req.ip ?? '' }));
      },

      async keepOnlyVisitLinkOf({ visitLink: own = {} }: Partial<FollowedInvite> = {}): Promise<void> {
        setCookies(await (hasParameters(own) ? cookies.link.write(own) : cookies.link.expire()));
      },

      /** @param link undefined clears the cookie */
      async setInvite(link: InviteLink | undefined): Promise<void> {
        await writeInvite(link && { visitLink: fromAddress, ...link });
      },

      /**
       * Renews the invite's cookie together with the id of its session, so that earlier copies of both no longer work. Before that, each
       * page of the invite renews its time.
       */
      async renewInvite(session: Session, followed: FollowedInvite | undefined): Promise<void> {
        const invited = session.state?.invited;
        if (!followed || isInviteWritten) return;
        if (session.isRenewed && invited?.userId === followed.userId) {
          session.useUpInvite();
          await writeInvite(followed);
        } else if (!invited && isOfInvite && isAgeing(inviteTimeLeft)) {
          setCookies(await invites.write(followed));
        }
      },

      async setReturnLink(link: ReturnLink | undefined): Promise<void> {
        if (link ?? returnLink) setCookies(await returnLinks.write(link && { visitLink: fromAddress, ...link }));
      },
    };

    /** A page that was requested soon after the link must not write it again after an Exit, or after a newer link. */
    function isAgeing(timeLeft: number): boolean {
      const wholeTime = cookies.invite.validFor * 1000;
      return wholeTime - timeLeft > Math.min(5 * 60 * 1000, wholeTime / 10);
    }

    async function writeInvite(link: InviteWithVisitLink | undefined): Promise<void> {
      isInviteWritten = true;
      setCookies(await invites.write(link && { ...link, id: randomBytes(16).toString('base64url') }));
    }
  };

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
}

function hasParameters(link: VisitLink): boolean {
  return Object.keys(link).length > 0;
}

function bringsNewLink(link: VisitLink, state: SessionState): boolean {
  if (state.paid) return false;
  return (Object.keys(link) as (keyof VisitLink)[]).some(
    (key) => JSON.stringify(link[key]) !== JSON.stringify(state[key]),
  );
}
