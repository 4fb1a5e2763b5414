import { setTimeout } from 'node:timers/promises';
import { Router, type Request } from 'express';
import { EXIT_PATH } from '~/domain/base-path';
import { unpaidRegistrationsOf } from '~/journeys/current-sign-up';
import { type Cookies, readSessionCookie } from '~/server/session/cookies.server';
import type { Discards } from '~/server/services/discards.server';
import type { inviteCookie } from '~/server/request/link-cookies.server';
import type { SessionStore } from '~/server/session/session-store.server';
import type { SignInCookies } from '~/server/session/sign-in-cookies.server';
import { beforeSession, type SuccessorIds } from '~/server/session/successor-ids.server';

/** Don't make someone who needs to leave quickly wait for a slow store. The session ends after the redirect then. */
const MAX_WAIT_MS = 250;

/** Chromium clears a large cache for seconds before it leaves the page (issues.chromium.org/41343050). Our pages are `no-store` in any case. */
const isChromium = (req: Request) => req.get('user-agent')?.includes('Chrome/') === true;

interface ExitOptions {
  cookies: Cookies;
  signInCookies: Pick<SignInCookies, 'expire'>;
  sessions: Pick<SessionStore, 'remove'>;
  successorIds: SuccessorIds;
  invites: Pick<ReturnType<typeof inviteCookie>, 'read'>;
  discards: Pick<Discards, 'addIn'>;
  exitUrl: string;
}

/**
 * Handles "Exit this page", for visitors who must leave before another person sees the screen. Ends the session, even if the browser never
 * received its new id (docs/decisions/0005), and deletes the unpaid registration at the backend, without waiting for it.
 */
export function exitRouter(options: ExitOptions): Router {
  const { cookies, signInCookies, sessions, successorIds, invites, discards, exitUrl } = options;
  const router = Router();
  router.post(EXIT_PATH, (req, res, next) => {
    Promise.race([endSession(req), setTimeout(MAX_WAIT_MS, undefined, { ref: false })])
      .then(() => cookies.expireAll())
      .then((expired) => {
        res.setHeader('Set-Cookie', [...expired, ...signInCookies.expire()]);
        // Omits `"cookies"`, which would also clear the main product's cookies on the same site.
        if (!isChromium(req)) res.setHeader('Clear-Site-Data', '"cache"');
        res.redirect(303, exitUrl);
      })
      .catch(next);
  });
  return router;

  /** Never throws. */
  async function endSession({ headers, pageMark, log }: Request): Promise<void> {
    try {
      const cookieHeader = headers.cookie ?? null;
      const id = readSessionCookie(await cookies.session.parse(cookieHeader))?.id;
      const visitorId = await cookies.visitor.parse(cookieHeader);
      if (visitorId === null) return;
      const successorsOf = (from: string) => (pageMark?.rendering ? successorIds.allOf(from, pageMark.rendering) : []);
      const inviteId = (await invites.read(cookieHeader))?.id;
      const before = [id, inviteId, beforeSession(visitorId)].filter((each) => each !== undefined);
      const ids = [...(id === undefined ? [] : [id]), ...before.flatMap(successorsOf)];
      let discard = () => {};
      await sessions.remove(ids, visitorId, async (removed, transaction) => {
        // Pay now is on Review, which opens after the payment method.
        const atOnce = !removed.some(({ data }) => data.lastCompletedPaymentStep === 2);
        discard = await discards.addIn(transaction, unpaidRegistrationsOf(removed), { atOnce });
      });
      discard();
    } catch (error) {
      log.error({ err: error }, 'failed to end a session on exit');
    }
  }
}
