import { randomBytes } from 'node:crypto';
import type { Clock } from '~/domain/clock';
import type { InviteLink } from '~/domain/mailed-links';
import type { VisitLink } from '~/domain/visit-link';
import type { Sealing } from '~/lib/sealing.server';
import { type NamedCookie, endingCookie } from '~/server/session/named-cookie.server';
import type { Session } from '~/server/session/session.server';

interface InviteWithVisitLink extends InviteLink {
  /** The other parameters of the link's address. They outlive those of earlier links if the invite replaces another person's sign-up. */
  visitLink?: VisitLink;
}

/** An invite link that was followed in this browser. */
interface FollowedInvite extends InviteWithVisitLink {
  /** Random. No longer accepted once the invite's session has a new id. */
  id: string;
}

interface InviteCookieOptions {
  cookie: NamedCookie<string | null>;
  sealing: Sealing;
  clock: Clock;
}

export function createInviteCookie({ cookie, sealing, clock }: InviteCookieOptions) {
  const ending = endingCookie<FollowedInvite>(cookie, sealing, clock);
  return {
    read: ending.read,
    /** @returns the `Set-Cookie` headers; undefined clears the cookie */
    write(link: InviteWithVisitLink | undefined): Promise<string[]> {
      if (!link) return ending.write(undefined);
      const { userId, token, visitLink } = link;
      return ending.write({
        userId,
        token,
        ...(visitLink && { visitLink }),
        id: randomBytes(16).toString('base64url'),
      });
    },
  };
}

/**
 * Renews the invite's cookie together with the id of its session, so that earlier copies of both no longer work.
 *
 * @returns whether the cookie must be written again
 */
export function renewInvite(session: Session, invite: FollowedInvite | undefined): boolean {
  const invited = session.state?.invited;
  if (!session.isRenewed || !invite || invited?.userId !== invite.userId) return false;
  // The visitor followed a newer link after the session began.
  if (invited.token !== invite.token) session.update({ invited: { ...invited, token: invite.token } });
  session.useUpInvite();
  return true;
}
