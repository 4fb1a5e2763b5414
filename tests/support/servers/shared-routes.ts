import { SHARED_ROUTES, type SharedRoute } from '~/routes.shared';
import type { RouteUnderTest } from './serve-routes';

const MODULES = import.meta.glob<object>('/app/routes/**/*.tsx');

/** The screens that both parents share, mounted for the invited parent. */
export const INVITED_SHARED_ROUTES = await Promise.all(SHARED_ROUTES.map(load));

/** Their checkout part again, mounted for parent A. */
export const PARENT_CHECKOUT_ROUTES: RouteUnderTest[] = INVITED_SHARED_ROUTES.filter(({ id }) =>
  id.startsWith('invite/payment'),
).map(({ id, parentId, path, ...route }) => ({
  ...route,
  id: ofParentA(id),
  ...(parentId !== undefined && { parentId: ofParentA(parentId) }),
  ...(path !== undefined && { path: ofParentA(path) }),
}));

function ofParentA(invited: string): string {
  return invited.replace(/^invite\//, '');
}

async function load({ file, ...route }: SharedRoute): Promise<RouteUnderTest> {
  const module = MODULES[`/app/${file}`];
  if (!module) throw new Error(`app/routes.shared.ts names a file that is not there: ${file}`);
  return { ...route, module: await module() };
}
