import type { RequestHandler } from 'express';
import { RefusedRequest } from '~/server/request/refused-request';

const METHODS = ['GET', 'HEAD', 'POST'];

/**
 * Keeps requests from Remix that are not for a page, by `next(RefusedRequest)`:
 * - 405 for any method but GET, HEAD and POST, with `Allow` (RFC 9110, section 15.5.6);
 * - 400 for a target that is not a path, or whose percent-encoding is broken: Remix answers those with a 500;
 * - 404 for Remix's own endpoints, a path that ends in `.data` and a `_data` in the query. No page of ours uses them, and Remix
 *   runs actions for cross-site posts to the latter.
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

/** The target as Remix will see it, its path decoded. Two slashes in front would make a host of what follows. */
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
