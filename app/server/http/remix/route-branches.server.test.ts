import { flatRoutes } from '@remix-run/dev/dist/config/flat-routes';
import { matchRoutes } from '@remix-run/react';
import type { ServerBuild } from '@remix-run/node';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SHARED_ROUTES } from '~/routes.shared';
import { branchHandlers } from './route-branches.server';

interface Route {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

/** Builds every route of the product, without code. */
function buildOfAllRoutes(): ServerBuild {
  const found = Object.values(flatRoutes('app', ['**/*.test.ts', '**/*.test.tsx']));
  const shared = SHARED_ROUTES.map((route) => ({ parentId: 'root', ...route }));
  const routes = Object.fromEntries([{ id: 'root', path: '' }, ...found, ...shared].map((route) => [route.id, route]));
  return { routes, assets: { version: '1', routes }, basename: '/app/join/' } as unknown as ServerBuild;
}

/** Returns the matches of `matchRoutes` among all routes of a build. */
function match({ routes, basename }: ServerBuild, pathname: string) {
  const all = Object.values(routes) as Route[];
  const below = (parentId?: string): object[] =>
    all
      .filter((route) => route.parentId === parentId)
      .map((route) => (route.index ? route : { ...route, children: below(route.id) }));
  return matchRoutes(below() as { id: string }[], pathname, basename)?.map(({ route, params, pathname: part }) => ({
    id: route.id,
    params,
    part,
  }));
}

const build = buildOfAllRoutes();

function patternOf(id: string): string {
  const parts: string[] = [];
  for (let route: Route | undefined = build.routes[id]; route; route = build.routes[route.parentId ?? ''])
    if (route.path) parts.unshift(route.path);
  return ['/app/join', ...parts].join('/');
}

const PART = fc.oneof(
  fc.constantFrom('step1', 'paypal', 'review', 'invite', 'payment', '.', '..', '%2e', '%2F', 'é', '*', ':id'),
  fc.webSegment(),
);
const PATTERNS = Object.keys(build.routes).map(patternOf);
const ADDRESS = fc
  .tuple(
    fc.constantFrom(...PATTERNS),
    fc.array(PART, { minLength: 3, maxLength: 3 }),
    fc.constantFrom('', '/', '//', '/more'),
    fc.boolean(),
  )
  .map(([pattern, parts, end, isUpperCase]) => {
    let next = 0;
    const path = pattern.replace(/:[^/]+|\*/g, () => parts[next++] ?? '') + end;
    return isUpperCase ? path.replace(/[^/]+$/, (last) => last.toUpperCase()) : path;
  });

it('keeps only the routes that the whole tree would match for a path', () => {
  const handlerOf = branchHandlers(build, (branch) => branch);
  const isAsInTheWholeTree = (address: string) => {
    const { pathname } = new URL(address, 'http://localhost');
    const branch = handlerOf(`${address}?a=/b`);
    const expected = match(build, pathname);
    expect(match(branch, pathname), address).toEqual(expected);
    const ids = expected ? expected.map(({ id }) => id) : Object.keys(build.routes);
    expect(new Set(Object.keys(branch.routes)), address).toEqual(new Set(ids));
    expect(new Set(Object.keys(branch.assets.routes)), address).toEqual(new Set(ids));
  };
  for (const address of [...PATTERNS, '/app/join', '/elsewhere']) isAsInTheWholeTree(address);
  fc.assert(fc.property(ADDRESS, isAsInTheWholeTree), { numRuns: 400 });
});

it('creates the handler of each branch once, at its first request', () => {
  const made: string[] = [];
  const handlerOf = branchHandlers(build, ({ routes }) => made.push(Object.keys(routes).join(' ')));
  expect(made).toEqual([]);
  for (const address of ['step1', 'step1/', 'STEP1?a=b', 'demo/mail/1', 'demo/mail/2', 'nowhere', 'nowhere/else'])
    handlerOf(`/app/join/${address}`);
  expect(made).toEqual(['root routes/step1', 'root routes/demo_.mail.$id', 'root routes/$']);
});
