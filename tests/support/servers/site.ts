import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { flatRoutesUniversal } from '@remix-run/dev/dist/config/flat-routes.js';
import type { ServerBuild } from '@remix-run/node';
import Database from 'libsql';
import { afterAll, beforeAll, expect, inject, onTestFinished, vi } from 'vitest';
import { BASE_PATH } from '~/domain/base-path';
import { systemClock } from '~/domain/clock';
import * as entry from '~/entry.server';
import type { JoinState } from '~/journeys/join-state';
import { createSealing, sealedJson } from '~/lib/sealing.server';
import * as root from '~/root';
import { SHARED_ROUTES } from '~/routes.shared';
import type { TokenisingProvider } from '~/payments/port';
import { createApp } from '~/server/http/app.server';
import type { OpenPayments } from '~/server/services/payment-provider';
import { openServices, type Services } from '~/server/services/services.server';
import { createLog } from '~/server/telemetry/log.server';
import { createMetrics } from '~/server/telemetry/metrics.server';
import type { StartRequestSpan } from '~/server/telemetry/tracing/span';
import { readConfiguration } from '~/settings/configuration.server';
import { PlainBrowser } from '~tests/browser/plain-browser';
import { copyDatabase } from './postgres-database';
import { linkIn } from '~tests/upgrade/mailed-link';
import { listen } from './serve-app';
import { makeDataDir, parseLog, type LogLine } from './server-under-test';
import { OUTSIDE_THE_DEMO } from './site-settings';
import { copyMigratedStore } from './test-store';

export type Backend = Services['backend'];

/** Backend calls by group that replace the embedded backend's. */
export type Trouble = { [Group in keyof Backend]?: Partial<Backend[Group]> };

/** A route of the build. */
export interface RouteUnderTest {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
  module: object;
}

export interface SiteSettings {
  /** Replaces calls of the embedded backend. */
  trouble?: (backend: Backend) => Trouble;
  /** Opens a client of the backend. By default, the site calls it in this process. */
  connect?: (backend: Backend) => Promise<Backend>;
  /** Settings added to those of the demo. */
  env?: Record<string, string>;
  /** The payment provider. The default is the sandbox. */
  payments?: OpenPayments;
  /** Replaces how the provider turns cards and approvals into nonces. */
  tokenising?: (provider: TokenisingProvider) => TokenisingProvider;
  /** Additional routes. */
  routes?: readonly RouteUnderTest[];
  /** The folder of browser scripts. Without it, the site serves no script. */
  clientFolder?: string;
  /** Serves the site as `npm run dev` does, but without Vite. */
  inDevelopment?: boolean;
  /** Starts the span of a request. */
  startRequest?: StartRequestSpan;
}

/** The store of a site. */
interface SiteStore {
  dataDir: string;
  databaseUrl?: string;
}

export type Site = Awaited<ReturnType<typeof openSite>>;

export const TEST_SECRET = 's'.repeat(32);
const BASENAME = `${BASE_PATH}/`;

// Without a type argument: Vitest would cache the list of files with this module, and miss routes that are added or moved.
const MODULES = import.meta.glob(['/app/routes/*.tsx', '/app/routes/*/route.tsx'], { eager: true }) as Record<
  string,
  object
>;
const FILES = Object.keys(MODULES).map((file) => file.slice(1));

/** Every route of the build, as Remix derives it from the file names. */
const ROUTES: readonly RouteUnderTest[] = [...Object.values(flatRoutesUniversal('app', FILES)), ...SHARED_ROUTES].map(
  ({ file, ...route }) => ({ ...route, module: MODULES[`/app/${file}`]! }),
);

/** The paths of all routes without the base path. Parameters and splats are `x`. */
export const ROUTE_PATHS: readonly string[] = [...new Set(ROUTES.map(pathOf))];

/** The paths that accept posts. */
export const ACTION_PATHS: readonly string[] = [
  ...new Set(ROUTES.filter(({ module }) => 'action' in module).map(pathOf)),
];

function pathOf(route: RouteUnderTest): string {
  const parent = ROUTES.find(({ id }) => id === route.parentId);
  const parts = [parent ? pathOf(parent) : '', route.path?.replace(/:\w+\??|\*/g, 'x')];
  return parts
    .filter(Boolean)
    .join('/')
    .replace(/^(?!\/)/, '/');
}

/**
 * Opens the whole site in this process and from the sources: Express, every route, the embedded backend, the sandbox, and a store of the
 * test project's kind. The caller closes it.
 * @param original whose store is copied, instead of an empty one
 */
export async function openSite(settings?: SiteSettings, original?: SiteStore) {
  const dataDir = makeDataDir();
  const isPostgres = inject('store') === 'Postgres';
  if (original) cpSync(original.dataDir, dataDir, { recursive: true });
  else if (!isPostgres) await copyMigratedStore(dataDir);
  const databaseUrl = isPostgres ? await copyDatabase(original?.databaseUrl) : undefined;
  return openSiteOn({ dataDir, databaseUrl }, settings);
}

async function openSiteOn({ dataDir, databaseUrl }: SiteStore, settings: SiteSettings = {}) {
  const { trouble = () => ({}), connect = (backend) => Promise.resolve(backend), env = {}, payments } = settings;
  const { tokenising = (provider) => provider } = settings;
  const { clientFolder = `${process.cwd()}/public`, inDevelopment = false, startRequest } = settings;
  const configuration = readConfiguration({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    SESSION_SECRET: TEST_SECRET,
    RATE_LIMIT: 'off',
    DEMO: 'on',
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl, PEPPER: TEST_SECRET }),
    ...(env.DEMO === 'off' ? OUTSIDE_THE_DEMO : {}),
    ...env,
  });
  let passed = 0;
  const clock = { now: () => new Date(systemClock.now().getTime() + passed) };
  let written = '';
  const log = createLog(configuration, { write: (line: string) => void (written += line) });
  const metrics = createMetrics();
  const opened = await openServices({ configuration, log, metrics, payments, clock });
  const backend = await connect(opened.services.backend);
  const services = {
    ...opened.services,
    tokenising: tokenising(opened.services.tokenising),
    backend: overlay(backend, trouble(backend)),
  };
  const { express, discards } = createApp({
    configuration,
    log,
    metrics,
    opened: { ...opened, services },
    build: buildOf([...ROUTES, ...(settings.routes ?? [])]),
    clientFolder: inDevelopment ? undefined : clientFolder,
    startRequest,
  });
  const { origin, close } = await listen(express);
  const { store } = opened;
  const leave = async (): Promise<SiteStore> => {
    close();
    await discards.settle();
    await opened.close();
    return { dataDir, databaseUrl };
  };
  return {
    origin,
    browser: new PlainBrowser(origin),
    /** Opens another browser without cookies. */
    openBrowser: (acceptLanguage?: string) => new PlainBrowser(origin, acceptLanguage),
    store,
    dataDir,
    databaseUrl,
    metrics,
    /** Resolves when the deletion of each registration of this site's visitors who exited has been tried. */
    settleDiscards: discards.settle,
    /** Sends the deletions that are due, as a process does once a minute. */
    runDiscards: discards.run,
    /** Resolves when all events of sign-ups so far are stored. */
    settleStory: opened.story.settle,
    log: () => written,
    /** Advances the clock of the site, but not the store's. */
    pass: (ms: number) => void (passed += ms),
    sessions: () => store.db.selectFrom('sessions').selectAll().execute(),
    /** Changes the state of the only live session. */
    async changeSession(change: (state: JoinState) => JoinState): Promise<void> {
      const live = store.db.selectFrom('sessions').selectAll().where('ended_as', 'is', null);
      const { id, data } = await live.executeTakeFirstOrThrow();
      const sealed = sealedJson<JoinState>(createSealing([TEST_SECRET], 'session'));
      const changed = sealed.seal(change(sealed.open(data)));
      await store.db.updateTable('sessions').set({ data: changed }).where('id', '=', id).execute();
    },
    /** Returns the credentials link of the last receipt mail, without the base path. */
    async mailedLink(): Promise<string> {
      const outbox = await new PlainBrowser(origin).open('/demo');
      const link = linkIn(outbox.texts('.mail').join(' '), '/credentials');
      if (!link) throw new Error('No receipt in the outbox');
      return link;
    },
    /** Returns the states of the payment attempts. */
    payments: async () =>
      (await store.db.selectFrom('backend_payment_attempts').select('state').execute()).map(({ state }) => state),
    /** Returns the states of the sandbox's charges. */
    charges() {
      const books = new Database(join(dataDir, 'sandbox.db'));
      const rows = books.prepare('select status from transactions').all() as { status: string }[];
      books.close();
      return rows.map(({ status }) => status);
    },
    orders: async () => (await store.db.selectFrom('backend_orders').selectAll().execute()).length,
    professionals: () => store.db.selectFrom('backend_professionals').selectAll().execute(),
    /** Closes the site, but keeps its store. */
    leave,
    async close() {
      await leave();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens a second site on the store of another one, as another process would, until the test ends. */
export async function serveBeside(site: SiteStore, settings?: SiteSettings): Promise<Site> {
  const beside = await openSiteOn(site, settings);
  onTestFinished(async () => void (await beside.leave()));
  return beside;
}

/** Opens a site until the test ends. */
export async function serveSite(settings?: SiteSettings): Promise<Site> {
  const site = await openSite(settings);
  onTestFinished(site.close);
  return site;
}

/**
 * Opens a site for all tests of a file. Its interface is that of `useServer`.
 * @param expected the messages of the errors that it logs, each at least once
 */
export function useSite(settings: SiteSettings = {}, expected: readonly string[] = []) {
  let site: Site | undefined;
  beforeAll(async () => {
    // On a busy machine, the site would turn tests away.
    site = await openSite({ ...settings, env: { TURN_AWAY: 'off', ...settings.env } });
  });
  const running = () => {
    if (!site) throw new Error('The site is not open yet');
    return site;
  };
  const log = () => parseLog(running().log());
  afterAll(async () => {
    const errors = log().filter(({ level, msg }) => Number(level) >= 50 && !expected.includes(String(msg)));
    expect(errors).toEqual([]);
    expect(log().map(({ msg }) => msg)).toEqual(expect.arrayContaining([...expected]));
    await site?.close();
  });
  return {
    get running() {
      const { origin: url, dataDir, metrics } = running();
      return {
        url,
        dataDir,
        log,
        output: running().log,
        readMetrics: () => metrics.registry.metrics(),
        findLogLine: (fits: (line: LogLine) => boolean) =>
          vi.waitUntil<LogLine | undefined>(() => log().find(fits), { timeout: 10_000 }),
      };
    },
    /** Opens a browser without cookies. */
    openBrowser: (acceptLanguage?: string) => running().openBrowser(acceptLanguage),
  };
}

/**
 * Returns a function that serves a site where `reach` has led a browser, until the test ends. `reach` is called once, and each site has a
 * copy of that store, because walking takes longer. Call it outside of a test.
 */
export function serveSiteAfter<Reached>(
  reach: (browser: PlainBrowser, site: Site) => Promise<Reached>,
  settings?: SiteSettings,
) {
  let walked: ReturnType<typeof walk> | undefined;
  async function walk() {
    const site = await openSite(settings);
    const browser = site.openBrowser();
    try {
      return { reached: await reach(browser, site), browser, original: await site.leave() };
    } catch (error) {
      await site.close();
      throw error;
    }
  }
  afterAll(async () => {
    const found = await walked?.catch(() => undefined);
    if (found) rmSync(found.original.dataDir, { recursive: true, force: true });
  });
  return async (own: SiteSettings | undefined = settings) => {
    const { reached, browser, original } = await (walked ??= walk());
    const site = await openSite(own, original);
    onTestFinished(site.close);
    return { site, browser: browser.movedTo(site.origin), reached };
  };
}

function buildOf(children: readonly RouteUnderTest[]): ServerBuild {
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
      entry: { module: `${BASENAME}assets/entry.client.js`, imports: [] },
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

/** Replaces calls with a proxy, because the client and its groups are proxies, which cannot be spread. */
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
