import { matchRoutes } from '@remix-run/react';
import type { ServerBuild } from '@remix-run/node';
import { routePatterns } from '../request-metrics.server';

type RouteNode = { id: string; path?: string; caseSensitive?: boolean } & (
  { index: true } | { index?: false; children: RouteNode[] }
);

/**
 * Gives each branch of the route tree, from the root to one leaf, its own handler, created at its first request. Remix
 * flattens and ranks every registered route several times per request, and a branch has only two or three.
 *
 * @param create makes the handler of a build that contains the routes of one branch
 * @returns a function from a request's target, such as `/app/join/step1?a=b`, to its handler. Without a matching route,
 * the handler of the whole build.
 */
export function branchHandlers<Handler>(build: ServerBuild, create: (build: ServerBuild) => Handler) {
  const tree = treeOf(build.routes);
  const handlers = new Map<string, Handler>();
  // Only addresses without parameters are cached, so that new addresses cannot fill the memory.
  const fixedPaths = new Set(routePatterns(build.routes, []).filter((pattern) => !/[:*]/.test(pattern)));
  const fixedBranches = new Map<string, string[]>();

  return function handlerOf(target: string): Handler {
    const ids = findBranch(target.split('?', 1)[0] ?? '');
    const key = ids.join(' ');
    let handler = handlers.get(key);
    if (!handler) {
      handler = create(ids.length > 0 ? withRoutes(build, ids) : build);
      handlers.set(key, handler);
    }
    return handler;
  };

  function findBranch(path: string): string[] {
    const known = fixedBranches.get(path);
    if (known) return known;
    // Parses the target the same way as Remix.
    const { pathname } = new URL(path, 'http://localhost');
    const ids = (matchRoutes(tree, pathname, build.basename) ?? []).map(({ route }) => route.id);
    if (fixedPaths.has(path)) fixedBranches.set(path, ids);
    return ids;
  }
}

function treeOf(routes: ServerBuild['routes'], parentId?: string): RouteNode[] {
  return Object.values(routes)
    .filter((route) => route.parentId === parentId)
    .map(({ id, path, index, caseSensitive }) => {
      const route = { id, path, caseSensitive };
      return index ? { ...route, index } : { ...route, children: treeOf(routes, id) };
    });
}

function withRoutes(build: ServerBuild, ids: readonly string[]): ServerBuild {
  const only = <Route>(routes: Record<string, Route>) =>
    Object.fromEntries(Object.entries(routes).filter(([id]) => ids.includes(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
