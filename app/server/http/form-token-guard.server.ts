import type { RequestHandler } from 'express';
import { FORM_MARK, FORM_TOKEN } from '~/components/form/form-token';
import type { FormTokens } from '~/server/request/form-tokens.server';
import { RefusedRequest } from '~/server/request/refused-request';
import type { Cookies } from '~/server/session/cookies.server';
import { isSafeMethod } from './safe-methods';

/** Requires a form token on posts without `Origin` and `Sec-Fetch-Site` (text browsers), unless there is no visitor cookie to protect. */
export function formTokenGuard({ visitor }: Pick<Cookies, 'visitor'>, tokens: FormTokens): RequestHandler {
  return (req, _res, next) => {
    const form = req.guardedBody;
    if (isSafeMethod(req.method) || !form) return next();
    const token = form.get(FORM_TOKEN) ?? '';
    form.delete(FORM_TOKEN);
    for (const name of [...form.keys()]) if (name.startsWith(FORM_MARK)) form.delete(name);
    if (req.get('origin') !== undefined || req.get('sec-fetch-site') !== undefined) return next();
    visitor.parse(req.headers.cookie ?? null).then((visitorId: unknown) => {
      const isGood = typeof visitorId !== 'string' || visitorId === '' || tokens.isValid(token, visitorId);
      next(isGood ? undefined : new RefusedRequest(403, 'form-token'));
    }, next);
  };
}
