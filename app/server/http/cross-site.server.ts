import type { RequestHandler } from 'express';
import type { Configuration } from '~/settings/configuration.server';
import { RefusedRequest } from '~/server/request/refused-request';
import { isSafeMethod } from './safe-methods';

/** Neither header can be forged by a page. Lynx sends none and passes; `same-site` does not, because others run those hosts. */
export function crossSiteGuard({ publicUrl }: Pick<Configuration, 'publicUrl'>): RequestHandler {
  return (req, _res, next) => {
    if (isSafeMethod(req.method)) return next();
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    const isAllowed =
      (site === undefined || site === 'same-origin' || site === 'none') &&
      (origin === undefined || isOwnOrigin(origin, publicUrl, req.headers.host));
    next(isAllowed ? undefined : new RefusedRequest(403, 'cross-site'));
  };
}

/** Under http the `Host` counts too, for a machine opened by its address. Under https a page forged on http://our.host would pass. */
function isOwnOrigin(origin: string, publicUrl: string, host: string | undefined): boolean {
  if (origin === publicUrl) return true;
  return publicUrl.startsWith('http:') && (origin === `http://${host}` || origin === `https://${host}`);
}
