import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import { FORM_MARK, FORM_TOKEN } from '~/components/form/form-token';
import type { Clock } from '~/domain/clock';
import type { SiteSecrets } from '~/lib/sealing.server';
import type { FormTokens } from '~/server/request/form-tokens';
import { RefusedRequest } from '~/server/request/refused-request';
import type { Cookies } from '~/server/session/cookies.server';
import { isSafeMethod } from './safe-methods';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAC_BYTES = 16;
/** Enough that nobody who opens pages in the same millisecond is given the token of another page. */
const RANDOM_BYTES = 12;

declare module 'express-serve-static-core' {
  interface Request {
    /** The token of the page whose form was pressed, where that page was this browser's and is not older than a day. */
    pressedForm?: string;
  }
}

/**
 * A token is its issue time, random bits and an HMAC. The bits make every page's token differ, so that compression cannot leak it, and that
 * it stands for one rendering of a page (docs/decisions/0046). A process of 0.1.0 reads a time that ends at the first sign that is no digit.
 */
export function createFormTokens(secrets: SiteSecrets, clock: Clock): FormTokens {
  const keyOf = (secret: string) => Buffer.from(hkdfSync('sha256', secret, '', 'joinery form token', 32));
  const current = keyOf(secrets[0]);
  const keys = secrets.map(keyOf);
  const macOf = (key: Buffer, issuedAt: string, visitorId: string) =>
    createHmac('sha256', key).update(`${issuedAt} ${visitorId}`).digest().subarray(0, MAC_BYTES);
  const issue = (visitorId: string) => {
    const time = clock.now().getTime().toString(36);
    const issuedAt = `${time}-${randomBytes(RANDOM_BYTES).toString('base64url')}`;
    return `${issuedAt}.${macOf(current, issuedAt, visitorId).toString('base64url')}`;
  };
  return {
    issue,
    forVisitor: (visitorId) => ({
      formToken: issue(visitorId),
      formMark: macOf(current, 'mark', visitorId).toString('hex').slice(0, 8),
    }),
    isValid(token, visitorId) {
      const [issuedAt = '', mac = ''] = token.split('.');
      const age = clock.now().getTime() - Number.parseInt(issuedAt, 36);
      const received = Buffer.from(mac, 'base64url');
      if (!(age < DAY_MS) || received.length !== MAC_BYTES) return false;
      return keys.some((key) => timingSafeEqual(macOf(key, issuedAt, visitorId), received));
    },
  };
}

/**
 * Requires a form token on posts without `Origin` and `Sec-Fetch-Site` (text browsers), unless there is no visitor cookie to protect. On all
 * posts it keeps a good one as `req.pressedForm`.
 */
export function formTokenGuard({ visitor }: Pick<Cookies, 'visitor'>, tokens: FormTokens): RequestHandler {
  return (req, _res, next) => {
    const form = req.guardedBody;
    if (isSafeMethod(req.method) || !form) return next();
    const token = form.get(FORM_TOKEN) ?? '';
    form.delete(FORM_TOKEN);
    for (const name of [...form.keys()]) if (name.startsWith(FORM_MARK)) form.delete(name);
    const tellsOrigin = req.get('origin') !== undefined || req.get('sec-fetch-site') !== undefined;
    visitor.parse(req.headers.cookie ?? null).then((visitorId) => {
      const isGood = visitorId !== null && tokens.isValid(token, visitorId);
      if (isGood) req.pressedForm = token;
      next(isGood || visitorId === null || tellsOrigin ? undefined : new RefusedRequest(403, 'form-token'));
    }, next);
  };
}
