import type { RequestHandler } from 'express';
import type { Configuration } from '~/settings/configuration.server';
import { RefusedRequest } from '~/server/request/refused-request';
import { isSafeMethod } from './safe-methods';

/**
 * Refuses posts that another site made a visitor's browser send, by `next(RefusedRequest 403)`. Browsers say where a post comes
 * from (Fetch Standard, `Origin`; W3C Fetch Metadata, `Sec-Fetch-Site`), and no page can make them say otherwise.
 * Whatever a request brings of the two has to be right; one with neither comes from no browser that could be misled, such as
 * Lynx, and passes. Another host of our domain (`same-site`) is another site: we do not know who runs it.
 * `none` is the visitor's own doing, such as reloading the answer to a form.
 */
export function crossSiteGuard({ publicUrl }: Pick<Configuration, 'publicUrl'>): RequestHandler {
  return (req, _res, next) => {
    if (isSafeMethod(req.method)) return next();
    const site = req.get('sec-fetch-site');
    const origin = req.get('origin');
    const fits =
      (site === undefined || site === 'same-origin' || site === 'none') &&
      (origin === undefined || isOwnOrigin(origin, publicUrl, req.headers.host));
    next(fits ? undefined : new RefusedRequest(403, 'cross-site'));
  };
}

/**
 * Ours is the public address. Where that is plain http, the host the browser itself named counts too: whoever opens a machine
 * by its address rather than its name meant us, and a page cannot choose the `Host` its posts bear. Under https the public
 * address alone counts, because `Host` has no scheme, so that a page forged on http://our.host would pass for ours.
 */
function isOwnOrigin(origin: string, publicUrl: string, host: string | undefined): boolean {
  if (origin === publicUrl) return true;
  return publicUrl.startsWith('http:') && (origin === `http://${host}` || origin === `https://${host}`);
}
