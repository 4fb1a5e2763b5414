import { rmSync } from 'node:fs';
import type { ServerBuild } from '@remix-run/node';
import { onTestFinished } from 'vitest';
import * as entry from '../../app/entry.server';
import * as root from '../../app/root';
import * as pro from '../../app/routes/pro';
import * as proIndex from '../../app/routes/pro._index';
import * as proContact from '../../app/routes/pro.contact';
import * as proDone from '../../app/routes/pro.done';
import * as proPractice from '../../app/routes/pro.practice';
import * as proSecurity from '../../app/routes/pro.security';
import { createApp } from '../../app/server/app.server';
import { readConfiguration } from '../../app/server/configuration.server';
import { createLog } from '../../app/server/log.server';
import { openServices, type Services } from '../../app/server/services.server';
import { PlainBrowser } from './plain-browser';
import { serveApp } from './serve-app';
import { makeDataDir } from './server-under-test';

type Backend = Services['backend'];

const BASENAME = '/app/join/';

const ROUTES = [
  { id: 'root', path: '', module: root },
  { id: 'routes/pro', parentId: 'root', path: 'pro', module: pro },
  { id: 'routes/pro._index', parentId: 'routes/pro', index: true, module: proIndex },
  { id: 'routes/pro.contact', parentId: 'routes/pro', path: 'contact', module: proContact },
  { id: 'routes/pro.practice', parentId: 'routes/pro', path: 'practice', module: proPractice },
  { id: 'routes/pro.security', parentId: 'routes/pro', path: 'security', module: proSecurity },
  { id: 'routes/pro.done', parentId: 'routes/pro', path: 'done', module: proDone },
];

/** The professional's routes as the build would hold them, so that the services behind them can be given. */
function buildOfRoutes(): ServerBuild {
  const manifest = ROUTES.map(({ module, ...route }) => ({
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
    routes: Object.fromEntries(ROUTES.map((route) => [route.id, route])),
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

/**
 * The real application with the professional's routes, on a store and a port of its own, until the test ends.
 *
 * @param timeoutMs how long a call of the backend is waited for
 * @param trouble what stands in a professional call's or a look-up's place; the rest is the embedded backend
 */
export async function serveProfessional(
  trouble: (backend: Backend) => Partial<Backend> = () => ({}),
  timeoutMs = 2000,
) {
  const dataDir = makeDataDir();
  const configuration = readConfiguration({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SESSION_SECRET: 's'.repeat(32),
    BACKEND_TIMEOUT_MS: String(timeoutMs),
    RATE_LIMIT: 'off',
    DEMO: 'on',
  });
  let written = '';
  const log = createLog(configuration, { write: (line: string) => void (written += line) });
  const opened = await openServices({ configuration, log });
  onTestFinished(async () => {
    await opened.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const { backend } = opened.services;
  const services = { ...opened.services, backend: overlay(backend, trouble(backend)) };
  const { express } = createApp({
    configuration,
    log,
    opened: { ...opened, services },
    build: buildOfRoutes(),
    clientFolder: `${process.cwd()}/public`,
  });
  const { origin } = await serveApp(express);
  return {
    browser: new PlainBrowser(origin),
    /** The accounts that were made. */
    professionals: () => opened.store.db.selectFrom('backend_professionals').selectAll().execute(),
    /** What was sealed away for the session, as it stands in the store. */
    sessions: () => opened.store.db.selectFrom('sessions').selectAll().execute(),
    log: () => written,
  };
}

/** The client is a proxy, which cannot be spread. */
function overlay(backend: Backend, replaced: Partial<Backend>): Backend {
  return new Proxy(backend, {
    get: (target, name, receiver) =>
      name in replaced ? replaced[name as keyof Backend] : (Reflect.get(target, name, receiver) as unknown),
  });
}
