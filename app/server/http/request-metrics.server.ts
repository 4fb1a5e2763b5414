import type { ServerBuild } from '@remix-run/node';
import type { RequestHandler } from 'express';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { ASSETS_PATH, BASE_PATH } from '~/domain/base-path';

/** One label for all unknown paths, so that a scanner cannot create a series per path. */
const OTHER = 'other';
const METHODS = ['GET', 'HEAD', 'POST'];

export function requestMetrics(metrics: Metrics, routeOf: (path: string) => string): RequestHandler {
  return (req, res, next) => {
    const began = performance.now();
    const { method, path } = req;
    res.once('close', () => {
      const status = res.writableFinished ? String(res.statusCode) : 'aborted';
      const counted = METHODS.includes(method) ? method : OTHER;
      metrics.recordRequest(counted, routeOf(path), status, (performance.now() - began) / 1000);
    });
    next();
  };
}

/** The path patterns of a build's routes and of other handlers. */
export function routePatterns(routes: ServerBuild['routes'] = {}, others: readonly string[]): string[] {
  return [...new Set([...Object.keys(routes).map((id) => patternOf(routes, id)), ...others])];
}

/** @param patterns other paths are labelled `other` */
export function routeFinder(patterns: readonly string[]) {
  const fixed = new Set(patterns.filter((pattern) => !/[:*]/.test(pattern)));
  const withParameters = patterns
    .filter((pattern) => pattern.includes(':'))
    .map((pattern) => ({ pattern, regexp: new RegExp(`^${pattern.replace(/:[^/]+/g, '[^/]+')}$`) }));
  return function routeOf(path: string): string {
    const bare = path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
    if (fixed.has(bare)) return bare;
    if (path.startsWith(ASSETS_PATH)) return `${ASSETS_PATH}*`;
    return withParameters.find(({ regexp }) => regexp.test(bare))?.pattern ?? OTHER;
  };
}

function patternOf(routes: ServerBuild['routes'], id: string): string {
  const parts: string[] = [];
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) if (route.path) parts.unshift(route.path);
  return [BASE_PATH, ...parts].join('/');
}
