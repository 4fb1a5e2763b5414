import { Router, type Request } from 'express';
import { BASE_PATH } from '~/domain/base-path';
import { withTimeout } from '~/lib/with-timeout';
import { type Cookies, readSessionCookie } from '~/server/session/cookies.server';
import type { SessionState } from '~/server/session/session-state';
import type { SessionStore } from '~/server/session/session-store.server';
import type { SignInCookies } from '~/server/session/sign-in-cookies.server';
import type { SuccessorIds } from '~/server/session/successor-ids.server';

export const EXIT_PATH = `${BASE_PATH}/exit`;

/** Don't make someone who needs to leave quickly wait for a slow store. */
const STORE_TIMEOUT_MS = 1000;

interface ExitOptions {
  cookies: Cookies;
  signInCookies: Pick<SignInCookies, 'expire'>;
  sessions: Pick<SessionStore<SessionState>, 'remove'>;
  successorIds: SuccessorIds;
  exitUrl: string;
}

/**
 * Handles "Exit this page", for visitors who must leave before another person sees the screen. Ends the session, even if the browser never
 * received its new id (docs/decisions/0005).
 */
export function exitRouter({ cookies, signInCookies, sessions, successorIds, exitUrl }: ExitOptions): Router {
  const router = Router();
  router.post(EXIT_PATH, (req, res, next) => {
    endSession(req)
      .then(() => cookies.expireAll())
      .then((expired) => {
        res.setHeader('Set-Cookie', [...expired, ...signInCookies.expire()]);
        // Omits `"cookies"`, which would also clear the main product's cookies on the same site.
        res.setHeader('Clear-Site-Data', '"cache"');
        res.redirect(303, exitUrl);
      })
      .catch(next);
  });
  return router;

  async function endSession({ headers, pageMark, log }: Request): Promise<void> {
    const cookieHeader = headers.cookie ?? null;
    const id = readSessionCookie(await cookies.session.parse(cookieHeader))?.id;
    const visitorId = await cookies.visitor.parse(cookieHeader);
    if (id === undefined || visitorId === null) return;
    const ids = [id, ...(pageMark?.rendering ? successorIds.allOf(id, pageMark.rendering) : [])];
    try {
      await withTimeout(STORE_TIMEOUT_MS, () => sessions.remove(ids, visitorId));
    } catch (error) {
      log.error({ err: error }, 'failed to end a session on exit');
    }
  }
}
