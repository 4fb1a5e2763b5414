import type { RequestHandler } from 'express';
import { RefusedRequest } from '~/server/request/refused-request';

const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Refuses before Remix: 405 for other methods; 400 for malformed targets, which Remix answers with a 500; 404 for `*.data` and
 * `?_data`, which our pages do not use and where Remix runs actions for cross-site posts.
 */
export function remixEndpointsGuard(): RequestHandler {
  return (req, res, next) => {
    if (!METHODS.includes(req.method)) {
      res.setHeader('Allow', METHODS.join(', '));
      return next(new RefusedRequest(405, 'method-not-allowed'));
    }
    const url = parseTarget(req.originalUrl);
    if (url === undefined) return next(new RefusedRequest(400, 'path-malformed'));
    if (/\.data\/*$/i.test(url.path) || url.query.has('_data')) return next(new RefusedRequest(404, 'not-found'));
    next();
  };
}

/** Refuses a leading `//`: the URL parser would take the next part as a host. */
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
