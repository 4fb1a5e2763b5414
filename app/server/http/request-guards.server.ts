import type { RequestHandler } from 'express';
import { readVisitLink } from '~/domain/visit-link';
import { isRepeatedIfRejected } from '~/server/request/is-viewed';
import { queryOf } from '~/server/request/page.server';
import { RefusedRequest } from '~/server/request/refused-request';
import type { Configuration } from '~/settings/configuration.server';
import { PAGE_MARK } from '~/components/form/page-mark';
import type { PageMark, PageMarks, PostedMark } from '~/server/request/page-marks.server';
import type { Cookies } from '~/server/session/cookies.server';
import { BASE_PATH, EXIT_PATH } from '~/domain/base-path';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
const SERVED_METHODS = ['GET', 'HEAD', 'POST'];

/** RFC 9110, section 9.2.1. */
export function isSafeMethod(method: string): boolean {
  return SAFE_METHODS.includes(method);
}

/**
 * Rejects unknown or malformed `Host` headers with 421, so other domains cannot serve our pages.
 *
 * @param allowedHosts names without ports; undefined allows all
 */
export function hostGuard({ allowedHosts }: Pick<Configuration, 'allowedHosts'>): RequestHandler {
  return (req, _res, next) => {
    // HTTP/1.0 requests may lack a host, contrary to Express's types.
    const hostname = (req.hostname as string | undefined)?.toLowerCase() ?? '';
    const isKnown = !allowedHosts || allowedHosts.includes(hostname);
    next(isKnown && isHost(req.get('host')) ? undefined : new RefusedRequest(421, 'unknown-host'));
  };
}

/** A host with an optional port (RFC 9110, section 7.2). Must be well formed, because absolute URLs of this site contain it. */
function isHost(host: string | undefined): boolean {
  if (host === undefined) return true;
  return /^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d*)?$/i.test(host) && URL.canParse(`http://${host}`);
}

/**
 * Rejects targets that must not reach Remix: 405 for other methods; 400 for malformed targets, for which Remix returns a 500; 404 for `*.data`
 * and `?_data`, which our pages do not use and where Remix runs actions for cross-site posts.
 *
 * Leads other spellings of a page's path to the page. Remix ignores case and decodes, but our code reads the journey from the path.
 */
export function targetGuard(): RequestHandler {
  return (req, res, next) => {
    if (!SERVED_METHODS.includes(req.method)) {
      res.setHeader('Allow', SERVED_METHODS.join(', '));
      return next(new RefusedRequest(405, 'method-not-allowed'));
    }
    const url = parseTarget(req.originalUrl);
    if (url === undefined) return next(new RefusedRequest(400, 'path-malformed'));
    if (/\.data\/*$/i.test(url.path) || url.query.has('_data')) return next(new RefusedRequest(404, 'not-found'));
    const decoded = decodeQuestionMark(req.originalUrl);
    if (isSafeMethod(req.method) && decoded !== undefined) return res.redirect(308, decoded);
    const [path = '', ...query] = req.originalUrl.split('?');
    const canonical = canonicalPath(url.path);
    if (canonical === undefined || canonical === path) return next();
    const target = [canonical, ...query].join('?');
    if (isSafeMethod(req.method)) return res.redirect(308, target);
    // Not a redirect, which could lose the form.
    req.url = req.originalUrl = target;
    next();
  };
}

/**
 * Rejects the prefetch of a link with parameters, because its cookie would change the sign-up although no visitor followed the link. When the
 * visitor opens an accepted prefetch, the browser sends no second request, so a page without the cookie would lose the parameters.
 */
export function linkPrefetchGuard(): RequestHandler {
  return (req, res, next) => {
    if (!isRepeatedIfRejected(req)) return next();
    const link = readVisitLink(queryOf(req), (to) => to || undefined);
    if (Object.keys(link).length === 0) return next();
    res.sendStatus(403);
  };
}

/** The target of a mailed link whose `?` was encoded, such as by a mail program. Undefined for any other target. */
function decodeQuestionMark(target: string): string | undefined {
  if (!/^[^?]*%3f/i.test(target)) return undefined;
  const decoded = target.replace(/%3f/i, '?');
  return canonicalPath(parseTarget(decoded)?.path ?? '') === undefined ? undefined : decoded;
}

/** Undefined for a path that no page has, such as a file's. @param path decoded */
function canonicalPath(path: string): string | undefined {
  const [base, below] = [path.slice(0, BASE_PATH.length), path.slice(BASE_PATH.length).toLowerCase()];
  const isPage = base.toLowerCase() === BASE_PATH.toLowerCase() && /^\/[a-z\d/-]*$/.test(below);
  return isPage ? BASE_PATH + below : undefined;
}

/** Rejects a leading `//`, because the URL parser would read the next part as a host. */
function parseTarget(target: string): { path: string; query: URLSearchParams } | undefined {
  if (!/^\/(?![/\\])[^\\#]*$/.test(target)) return undefined;
  try {
    const { pathname, searchParams } = new URL(target, 'http://localhost');
    const path = decodeURIComponent(pathname);
    return path.includes('\0') ? undefined : { path, query: searchParams };
  } catch {
    return undefined;
  }
}

/**
 * Rejects posts from other sites with 403, by `Sec-Fetch-Site` and `Origin`, which pages cannot forge. Accepts requests without both
 * headers, because Lynx sends neither. Rejects `same-site`, because other parties operate those hosts.
 */
export function crossSiteGuard(site: Pick<Configuration, 'publicUrl' | 'allowedHosts'>): RequestHandler {
  return (req, _res, next) => {
    if (isSafeMethod(req.method)) return next();
    const relation = req.get('sec-fetch-site');
    const origin = req.get('origin');
    const isAllowed =
      (relation === undefined || relation === 'same-origin' || relation === 'none') &&
      (origin === undefined || isOwnOrigin(origin, site, req.headers.host));
    next(isAllowed ? undefined : new RefusedRequest(403, 'cross-site'));
  };
}

/**
 * Also accepts the `Host`: under http any, so that a machine can be opened by its IP address; under https only an allowed one, and not a page
 * forged on http://our.host.
 */
function isOwnOrigin(
  origin: string,
  { publicUrl, allowedHosts }: Pick<Configuration, 'publicUrl' | 'allowedHosts'>,
  host: string | undefined,
): boolean {
  if (origin === publicUrl) return true;
  if (publicUrl.startsWith('http:')) return origin === `http://${host}` || origin === `https://${host}`;
  return origin === `https://${host}` && allowedHosts?.includes(new URL(origin).hostname) === true;
}

declare module 'express-serve-static-core' {
  interface Request {
    /** The mark of the posted page, removed from the body. */
    pageMark?: PostedMark;
    /** From the cookie of the browser that posted the page. Null without one. */
    visitorId?: string | null;
  }
}

/**
 * Removes the page's mark from the body. Posts without `Origin` and `Sec-Fetch-Site` (text browsers) need an authentic mark, unless they
 * also lack a visitor cookie.
 */
export function pageMarkGuard({ visitor }: Pick<Cookies, 'visitor'>, marks: PageMarks): RequestHandler {
  return (req, _res, next) => {
    const form = req.guardedBody;
    if (isSafeMethod(req.method) || !form) return next();
    const posted = takeMark(form);
    const hasOrigin = req.get('origin') !== undefined || req.get('sec-fetch-site') !== undefined;
    visitor.parse(req.headers.cookie ?? null).then((visitorId) => {
      const mark = marks.read(posted, visitorId);
      req.pageMark = mark;
      req.visitorId = visitorId;
      const isOurs = mark.isAuthentic && (!mark.isOlderThanADay || req.path === EXIT_PATH);
      next(isOurs || visitorId === null || hasOrigin ? undefined : new RefusedRequest(403, 'page-mark'));
    }, next);
  };
}

function takeMark(form: URLSearchParams): PageMark | undefined {
  let mark: PageMark | undefined;
  for (const [name, value] of [...form]) {
    if (!name.startsWith(PAGE_MARK)) continue;
    mark ??= { name, value };
    form.delete(name);
  }
  return mark;
}
