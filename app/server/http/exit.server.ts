import type { Cookie } from '@remix-run/node';
import { Router } from 'express';
import type { Cookies } from '~/server/session/cookies.server';

export const EXIT_PATH = '/app/join/exit';

/**
 * Exit this page, for somebody who is watched: the browser forgets us, and shows another site. What was entered stays in the store for
 * who comes back by the link in the mail.
 */
export function exitRouter(cookies: Cookies, exitUrl: string): Router {
  const router = Router();
  router.post(EXIT_PATH, (_req, res, next) => {
    Promise.all(
      Object.values(cookies).map((cookie: Cookie) => cookie.serialize('', { maxAge: 0, expires: new Date(0) })),
    )
      .then((expired) => {
        res.setHeader('Set-Cookie', expired);
        // Cookies are named one by one: the main product's, on the same site, are not ours to drop.
        res.setHeader('Clear-Site-Data', '"cache"');
        res.redirect(303, exitUrl);
      })
      .catch(next);
  });
  return router;
}
