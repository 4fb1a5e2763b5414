import type { ServerBuild } from '@remix-run/node';
import { SCREEN_ROUTES } from './screen-routes';
import type { ScreenName } from './recorded-screen';

const BASENAME = '/app/join/';

export const FUTURE = {
  v3_fetcherPersist: true,
  v3_relativeSplatPath: true,
  v3_throwAbortReason: true,
  v3_singleFetch: true,
  v3_lazyRouteDiscovery: false,
  v3_routeConfig: false,
  unstable_optimizeDeps: false,
};

/** Remix's build of an app with this one page. The last route gets the loader and the action. */
export function onePageBuild(
  screen: ScreenName,
  entry: ServerBuild['entry']['module'],
  work: { loader?: unknown; action?: unknown },
): ServerBuild {
  const routes = SCREEN_ROUTES[screen].map((route, index, all) => ({
    ...route,
    module: index === all.length - 1 ? { ...route.module, ...work } : route.module,
  }));
  const manifest = routes.map(({ module, ...route }) => ({
    ...route,
    hasLoader: 'loader' in module,
    hasAction: 'action' in module,
    hasErrorBoundary: false,
    hasClientLoader: false,
    hasClientAction: false,
    module: `${BASENAME}assets/${route.id}.js`,
  }));
  return {
    mode: 'production',
    entry: { module: entry },
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    assets: {
      version: 'bench',
      url: `${BASENAME}assets/manifest.js`,
      entry: { module: `${BASENAME}assets/entry.client.js`, imports: [] },
      routes: Object.fromEntries(manifest.map((route) => [route.id, route])),
    },
    basename: BASENAME,
    publicPath: BASENAME,
    assetsBuildDirectory: 'build/client',
    future: FUTURE,
    isSpaMode: false,
  } as unknown as ServerBuild;
}
