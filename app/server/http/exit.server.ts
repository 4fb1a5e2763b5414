import { Router } from 'express';
import type { Cookies } from '~/server/session/cookies.server';
import { BASE_PATH } from '~/domain/base-path';

export const EXIT_PATH = `${BASE_PATH}/exit`;

/** "Exit this page", for somebody who is being watched. The answers stay in the store, so the link in the mail still works. */
export function exitRouter(cookies: Cookies, exitUrl: string): Router {
  const router = Router();
  router.post(EXIT_PATH, (_req, res, next) => {
    cookies
      .expireAll()
      .then((expired) => {
        res.setHeader('Set-Cookie', expired);
        // Not `"cookies"`: that would also clear the main product's cookies on the same site.
        res.setHeader('Clear-Site-Data', '"cache"');
        res.redirect(303, exitUrl);
      })
      .catch(next);
  });
  return router;
}
