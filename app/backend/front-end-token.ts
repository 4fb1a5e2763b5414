import { createHash, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';

/** `Authorization` already carries the invite or credentials token. */
export const FRONT_END_TOKEN_HEADER = 'x-front-end-token';

/** Rejects requests without one of the tokens with 401. Compares hashes, so that timing does not reveal the token. */
export function requireFrontEndToken(tokens: readonly string[]): RequestHandler {
  const expected = tokens.map(hashOf);
  return (req, res, next) => {
    const sent = hashOf(req.get(FRONT_END_TOKEN_HEADER) ?? '');
    if (expected.some((hash) => timingSafeEqual(sent, hash))) next();
    else res.status(401).json({ status: 401, message: 'Unknown front end: check the front-end token' });
  };
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
