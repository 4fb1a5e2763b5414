import compression from 'compression';
import express, { type ErrorRequestHandler, type Express } from 'express';
import type { ServerBuild } from '@remix-run/node';
import type { Logger } from 'pino';
import { buildStylesheets } from '~/styles/stylesheet';
import { bodyGuard } from './body-guard.server';
import { brandImages, brandImagesRouter } from './brand-images.server';
import type { Configuration } from '~/settings/configuration.server';
import { cookiePhases } from '~/server/session/cookie-upgrade.server';
import { createCookies } from '~/server/session/cookies.server';
import { createSignInCookies } from '~/server/session/sign-in-cookies.server';
import { crossSiteGuard } from './cross-site.server';
import { cspReportsRouter } from './csp-reports.server';
import { EXIT_PATH, exitRouter } from './exit.server';
import { createFormTokens, formTokenGuard } from './form-token.server';
import { healthRouter } from './health.server';
import { hostGuard } from './host-guard.server';
import { legacyRouter } from './legacy.server';
import { requestLog } from '~/server/telemetry/log.server';
import { traceRequests } from '~/server/telemetry/request-trace.server';
import { startUnrecorded, type StartRequestSpan } from '~/server/telemetry/tracing/span';
import { mainProductDemo } from './main-product-demo.server';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { CSP_REPORTS_PATH } from '~/server/request/content-security-policy';
import { createLoadContextFactory } from '~/server/request/create-load-context.server';
import { pageSettings } from '~/server/request/page.server';
import { createReviewSeals } from '~/server/request/review-seals.server';
import { createBusyPage } from './overload/busy-page.server';
import { createStanding } from './overload/new-visitors.server';
import { NO_PRESSURE, watchPressure } from './overload/pressure.server';
import { turnAwayForms, turnAwayPages } from './overload/turn-away.server';
import { PAGE_COMPRESSION } from './page-compression.server';
import { refusalPage } from './refusal-page.server';
import { RefusedRequest } from '~/server/request/refused-request';
import { remixEndpointsGuard } from './remix/remix-endpoints.server';
import { createRemixHandler } from './remix/remix-handler.server';
import { requestMetrics, routeFinder, routePatterns } from './request-metrics.server';
import { roomLeft } from './room-left';
import { securityHeaders } from './security-headers.server';
import type { OpenServices } from '~/server/services/services.server';
import { sessionExpiry } from '~/server/session/session-expiry';
import { createSealing } from '~/lib/sealing.server';
import type { SessionState } from '~/server/session/session-state';
import { createSessionStore, type SessionStore } from '~/server/session/session-store.server';
import { staticAssets } from './static-assets.server';
import { webhookRouter, WEBHOOKS_PATH } from './webhooks.server';
import { createSuccessorIds } from '~/server/session/successor-ids.server';
import { BASE_PATH } from '~/domain/base-path';
import { freshState } from '~/journeys/join-state';
import { POSTED_STEPS } from '~/journeys/posted-steps';

export interface AppOptions {
  configuration: Configuration;
  log: Logger;
  metrics: Metrics;
  opened: OpenServices;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Absolute; undefined in development, where Vite serves the client. */
  clientFolder: string | undefined;
  /** In development: gives a stack the lines of the sources. */
  fixStacktrace?: (error: Error) => void;
  isDraining?: () => boolean;
  /** Without it no span is recorded. */
  startRequest?: StartRequestSpan;
}

export interface App {
  express: Express;
  sessions: SessionStore<SessionState>;
}

/** The order of the middleware matters. */
export function createApp(options: AppOptions): App {
  const { configuration, log, metrics, opened, build, clientFolder, fixStacktrace, isDraining } = options;
  const { startRequest = startUnrecorded } = options;
  const { services, store, dependencies, secrets, upgradedAt, webhooks } = opened;
  const { provider } = configuration.payments;
  const { approvalOrigins } = services.tokenising;
  const development = clientFolder === undefined;
  const stylesheets = buildStylesheets(configuration.brandColor, configuration.joinIdleMinutes);
  const settings = pageSettings(
    configuration,
    brandImages(configuration),
    stylesheets,
    development ? `${BASE_PATH}/@vite/client` : null,
  );
  const { joinMaxHours } = configuration;
  const cookies = createCookies(
    configuration,
    secrets,
    cookiePhases(upgradedAt, { clock: services.clock, joinMaxHours }),
  );
  const signInCookies = createSignInCookies(configuration);
  const successorIds = createSuccessorIds(secrets);
  const formTokens = createFormTokens(secrets, services.clock);
  const sessions = createSessionStore<SessionState>({
    db: store.db,
    sealing: createSealing(secrets, 'session'),
    clock: services.clock,
    expiry: sessionExpiry(configuration),
    endedLifetime: joinMaxHours * 60 * 60 * 1000,
    finished: { ...freshState, finished: true },
    isFinished: ({ finished }) => finished === true,
  });

  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', configuration.trustProxy);
  const routes = typeof build === 'function' ? undefined : build.routes;
  const patterns = routePatterns(routes, [
    '/',
    '/healthz',
    '/readyz',
    EXIT_PATH,
    CSP_REPORTS_PATH,
    `${WEBHOOKS_PATH}/${provider}`,
  ]);
  const routeOf = routeFinder(patterns);
  metrics.startAtZero.requests(new Set(patterns.map(routeOf)));
  metrics.startAtZero.steps(POSTED_STEPS);
  app.use(requestMetrics(metrics, routeOf));
  app.use(healthRouter({ findFailing: dependencies.findFailing, isDraining, room: () => roomLeft(services.room) }));
  app.use(traceRequests({ startRequest, routeOf, except: WEBHOOKS_PATH }));
  app.use(requestLog(log));
  const policy = {
    configuration,
    approvalOrigins,
    styleHashes: Object.values(stylesheets).map(({ hash }) => hash),
    development,
  };
  app.use(securityHeaders(policy));
  app.use(hostGuard(configuration));
  app.use(webhookRouter({ provider, webhooks, metrics, log }));
  app.use(cspReportsRouter({ metrics, log }));
  app.use(brandImagesRouter(configuration));
  if (clientFolder) app.use(staticAssets({ clientFolder }));
  const overload = {
    pressure: configuration.turnAway ? watchPressure() : NO_PRESSURE,
    ...createStanding(cookies),
    metrics,
  };
  app.use(turnAwayPages({ ...overload, page: createBusyPage(settings, cookies) }));
  app.use(compression({ brotli: { params: PAGE_COMPRESSION } }));
  app.use(remixEndpointsGuard());
  app.use(crossSiteGuard(configuration));
  app.use(bodyGuard());
  app.use(formTokenGuard(cookies, formTokens));

  app.get('/', (_req, res) => res.redirect(302, `${BASE_PATH}/`));
  app.get(new RegExp(`^${BASE_PATH}/?$`), (_req, res) => res.redirect(302, `${BASE_PATH}/signup`));
  app.use(exitRouter({ cookies, signInCookies, sessions, successorIds, exitUrl: configuration.exitUrl }));
  app.use(turnAwayForms({ ...overload, room: services.room }));
  app.use(legacyRouter(configuration.links.billing));
  if (configuration.demo) app.use(mainProductDemo(settings, cookies));
  app.use(
    BASE_PATH,
    createRemixHandler({
      build,
      mode: development ? 'development' : 'production',
      metrics,
      openContext: createLoadContextFactory({
        services,
        sessions,
        cookies,
        signInCookies,
        pageSettings: settings,
        policy,
        formTokens,
        reviewSeals: createReviewSeals(secrets),
        sealing: createSealing(secrets, 'cookie'),
        successorIds,
      }),
    }),
  );
  app.use((_req, _res, next) => next(new RefusedRequest(404, 'not-found')));
  if (fixStacktrace) app.use(withStacktraces(fixStacktrace));
  app.use(refusalPage({ settings, cookies, formTokens, onRefused: metrics.recordRefusal }));
  return { express: app, sessions };
}

function withStacktraces(fixStacktrace: (error: Error) => void): ErrorRequestHandler {
  return (error: unknown, _req, _res, next) => {
    if (error instanceof Error) fixStacktrace(error);
    next(error);
  };
}
