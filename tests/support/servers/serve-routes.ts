import { rmSync } from 'node:fs';
import type { ServerBuild } from '@remix-run/node';
import { onTestFinished } from 'vitest';
import * as entry from '~/entry.server';
import * as root from '~/root';
import { createApp } from '~/server/http/app.server';
import { readConfiguration } from '~/settings/configuration.server';
import { createLog } from '~/server/telemetry/log.server';
import { createMetrics } from '~/server/telemetry/metrics.server';
import type { StartRequestSpan } from '~/server/telemetry/tracing/span';
import type { OpenPayments } from '~/server/services/payment-provider';
import { openServices, type Services } from '~/server/services/services.server';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { listen } from './serve-app';
import { copyMigratedStore } from './migrated-store';
import { makeDataDir } from './server-under-test';
import { OUTSIDE_THE_DEMO } from './site-settings';

type Backend = Services['backend'];

/** Backend calls by group that replace the embedded backend's. */
export type Trouble = { [Group in keyof Backend]?: Partial<Backend[Group]> };

/** A route of the build: its id, its place, and its module. */
export interface RouteUnderTest {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: object;
}

/** The site's. */
export const TEST_SECRET = 's'.repeat(32);

const BASENAME = '/app/join/';

/** Routes as in the build, with services that a test can replace. */
function buildOf(children: RouteUnderTest[]): ServerBuild {
  const routes = [{ id: 'root', path: '', module: root }, ...children.map((route) => ({ parentId: 'root', ...route }))];
  const manifest = routes.map(({ module, ...route }) => ({
    ...route,
    hasLoader: 'loader' in module,
    hasAction: 'action' in module,
    hasErrorBoundary: 'ErrorBoundary' in module,
    hasClientLoader: false,
    hasClientAction: false,
    module: `/assets/${route.id}.js`,
  }));
  return {
    mode: 'production',
    entry: { module: entry },
    routes: Object.fromEntries(routes.map((route) => [route.id, route])),
    assets: {
      version: 'test',
      url: '/assets/manifest.js',
      entry: { module: '/app/join/assets/entry.client.js', imports: [] },
      routes: Object.fromEntries(manifest.map((route) => [route.id, route])),
    },
    basename: BASENAME,
    publicPath: BASENAME,
    assetsBuildDirectory: 'build/client',
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: false,
      v3_routeConfig: false,
      unstable_optimizeDeps: false,
    },
    isSpaMode: false,
  } as unknown as ServerBuild;
}

interface ServeOptions {
  /** Replaces calls; the rest is the embedded backend. */
  trouble?: (backend: Backend) => Trouble;
  /** How the backend is called; in process by default. */
  connect?: (backend: Backend) => Promise<Backend>;
  /** Added to the demo's settings. */
  env?: Record<string, string>;
  /** Who takes the money; the sandbox, unless said otherwise. */
  payments?: OpenPayments;
  /** With what browsers run; without one no script is served. */
  clientFolder?: string;
  /** When the store was brought up from 0.1.0. */
  upgradedAt?: Date;
  /** As `npm run dev` does, but with no Vite. */
  inDevelopment?: boolean;
  /** Records requests and their calls. */
  startRequest?: StartRequestSpan;
}

/** The real app with some of its routes, with its own store and port, until it is closed. */
export async function openRoutes(
  routes: RouteUnderTest[],
  {
    trouble = () => ({}),
    connect = (backend) => Promise.resolve(backend),
    env = {},
    payments,
    clientFolder = `${process.cwd()}/public`,
    upgradedAt,
    inDevelopment = false,
    startRequest,
  }: ServeOptions = {},
) {
  const dataDir = makeDataDir();
  if (env.DATABASE_URL === undefined) await copyMigratedStore(dataDir);
  const configuration = readConfiguration({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SESSION_SECRET: TEST_SECRET,
    BACKEND_TIMEOUT_MS: '2000',
    RATE_LIMIT: 'off',
    DEMO: 'on',
    ...(env.DEMO === 'off' ? OUTSIDE_THE_DEMO : {}),
    ...env,
  });
  let written = '';
  const log = createLog(configuration, { write: (line: string) => void (written += line) });
  const metrics = createMetrics();
  const opened = await openServices({ configuration, log, metrics, payments });
  const backend = await connect(opened.services.backend);
  const services = { ...opened.services, backend: overlay(backend, trouble(backend)) };
  const { express } = createApp({
    configuration,
    log,
    metrics,
    opened: { ...opened, services, upgradedAt },
    build: buildOf(routes),
    clientFolder: inDevelopment ? undefined : clientFolder,
    startRequest,
  });
  const { origin, close } = await listen(express);
  return {
    origin,
    browser: new PlainBrowser(origin),
    store: opened.store,
    dataDir,
    metrics,
    log: () => written,
    async close() {
      close();
      await opened.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * The same, until the test ends.
 *
 * @param trouble replaces calls; the rest is the embedded backend
 * @param connect how the backend is called; in process by default
 */
export async function serveRoutes(
  routes: RouteUnderTest[],
  trouble?: (backend: Backend) => Trouble,
  connect?: (backend: Backend) => Promise<Backend>,
) {
  const { close, ...served } = await openRoutes(routes, { trouble, connect });
  onTestFinished(close);
  return served;
}

/** The client and its groups are proxies, which cannot be spread. */
function overlay(backend: Backend, trouble: Trouble): Backend {
  return replacing(backend, (group) => {
    const replaced = trouble[group as keyof Backend];
    return replaced && replacing(backend[group as keyof Backend], (call) => replaced[call as keyof typeof replaced]);
  });
}

function replacing<Target extends object>(target: Target, find: (name: string | symbol) => unknown): Target {
  return new Proxy(target, {
    get: (own, name, receiver) => find(name) ?? (Reflect.get(own, name, receiver) as unknown),
  });
}
