import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

/** `Authorization` carries the invite's or the credentials' token already. */
export const FRONT_END_TOKEN_HEADER = 'x-front-end-token';

/** Refuses with 401 what does not bear the token. Hashes are compared, so that the time taken tells nothing of it. */
export function requireFrontEndToken(token: string): RequestHandler {
  const expected = hashOf(token);
  return (req, res, next) => {
    if (timingSafeEqual(hashOf(req.get(FRONT_END_TOKEN_HEADER) ?? ''), expected)) next();
    else res.status(401).json({ status: 401, message: 'This front end is not known' });
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
