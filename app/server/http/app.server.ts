import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type Request, Router } from 'express';
import type { ServerBuild } from '@remix-run/node';
import type { Logger } from 'pino';
import { buildStylesheets } from '~/styles/stylesheet';
import type { Configuration } from '~/settings/configuration.server';
import { createCookies } from '~/server/session/cookies.server';
import { createSignInCookies } from '~/server/session/sign-in-cookies.server';
import { requestLog } from '~/server/telemetry/log.server';
import { traceRequests } from '~/server/telemetry/request-trace.server';
import { startUnrecorded, type StartRequestSpan } from '~/server/telemetry/tracing/span';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { createRefusalReport } from '~/server/telemetry/refusals.server';
import { CSP_REPORTS_PATH } from '~/server/request/content-security-policy';
import { createLoadContextFactory } from '~/server/request/create-load-context.server';
import { inviteCookie } from '~/server/request/link-cookies.server';
import { createPageMarks } from '~/server/request/page-marks.server';
import { pageSettings } from '~/server/request/page.server';
import { createReviewSeals } from '~/server/request/review-seals.server';
import { isReported, REFUSAL_REASONS, RefusedRequest, type RefusalCode } from '~/server/request/refused-request';
import { createDiscards, type Discards } from '~/server/services/discards.server';
import type { OpenServices } from '~/server/services/services.server';
import { createSealing } from '~/lib/sealing.server';
import { createSessionStore, type SessionStore } from '~/server/session/session-store.server';
import { createSuccessorIds } from '~/server/session/successor-ids.server';
import { BASE_PATH, EXIT_PATH } from '~/domain/base-path';
import { POSTED_STEPS } from '~/journeys/journey';
import { bodyGuard } from './body-guard.server';
import { brandImages, brandImagesRouter } from './brand-images.server';
import { CSP_REPORT_REFUSALS, cspReportsRouter } from './csp-reports.server';
import { exitRouter } from './exit.server';
import { pageMarkGuard, crossSiteGuard, hostGuard, linkPrefetchGuard, targetGuard } from './request-guards.server';
import { watchForwarding } from './forwarding-watch.server';
import { healthRouter } from './health.server';
import { mainProductDemo } from './main-product-demo.server';
import { createBusyPage } from './overload/busy-page.server';
import { turnAway } from './overload/turn-away.server';
import { NO_LINE, openLine } from './overload/waiting-line.server';
import { PAGE_COMPRESSION } from './page-compression.server';
import { refusalPage } from './refusal-page.server';
import { createRemixHandler } from './remix/remix-handler.server';
import { requestMetrics, routeFinder, routePatterns } from './request-metrics.server';
import { securityHeaders } from './security-headers.server';
import { followSignUps } from './sign-up-story.server';
import { staticAssets } from './static-assets.server';
import { WEBHOOK_REFUSALS, webhookRouter, WEBHOOKS_PATH } from './webhooks.server';

export interface AppOptions {
  configuration: Configuration;
  log: Logger;
  metrics: Metrics;
  opened: OpenServices;
  build: ServerBuild | (() => Promise<ServerBuild>);
  /** Absolute; undefined in development, where Vite serves the client. */
  clientFolder: string | undefined;
  /** In development, maps a stack to source lines. */
  fixStacktrace?: (error: Error) => void;
  isDraining?: () => boolean;
  /** Without it, spans are not recorded. */
  startRequest?: StartRequestSpan;
}

export interface App {
  express: Express;
  sessions: SessionStore;
  /** To run periodically, and to settle before the services are closed. */
  discards: Discards;
}

/** The order of the middleware matters. */
export function createApp(options: AppOptions): App {
  const { configuration, log, metrics, opened, build, clientFolder, fixStacktrace, isDraining } = options;
  const { startRequest = startUnrecorded } = options;
  const { services, store, dependencies, secrets, story, webhooks } = opened;
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
  const cookies = createCookies(configuration, secrets);
  const signInCookies = createSignInCookies(configuration);
  const successorIds = createSuccessorIds(secrets);
  const marks = createPageMarks(secrets, services.clock);
  const sessions = createSessionStore({
    db: store.db,
    sealing: createSealing(secrets, 'session'),
    clock: services.clock,
    storeClock: store.clock,
    lifetimes: configuration,
  });

  const discards = createDiscards({
    store,
    sealing: createSealing(secrets, 'discard'),
    backend: services.backend,
    log,
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
  metrics.startAtZero.refusals([...Object.values(REFUSAL_REASONS), ...WEBHOOK_REFUSALS, ...CSP_REPORT_REFUSALS]);
  const reportRefusal = createRefusalReport(metrics);
  const onRefused = (req: Request, code: RefusalCode, status: number) => {
    metrics.recordTurnedAway(code);
    if (!isReported(code)) return;
    const reason = REFUSAL_REASONS[code];
    if (req.signUp) req.signUp.refusal = reason;
    // `overload.strangers` must precede the request log.
    reportRefusal((req.log as Logger | undefined) ?? log, reason, { status });
  };
  app.use(requestMetrics(metrics, routeOf));
  app.use(healthRouter({ findFailing: dependencies.findFailing, isDraining, room: services.room }));
  const policy = {
    configuration,
    approvalOrigins,
    styleHashes: Object.values(stylesheets).map(({ hash }) => hash),
    development,
  };
  const setSecurityHeaders = securityHeaders(policy);
  const overload = turnAway({
    line: configuration.turnAway ? openLine({ onWaited: metrics.recordWait }) : NO_LINE,
    cookies,
    metrics,
    onTurnedAway: (req) => onRefused(req, 'busy', 503),
    page: createBusyPage(settings, cookies, setSecurityHeaders),
    room: services.room,
  });
  app.use(overload.strangers);
  app.use(traceRequests({ startRequest, routeOf, except: WEBHOOKS_PATH }));
  app.use(requestLog(log));
  app.use(watchForwarding({ metrics, log }));
  app.use(setSecurityHeaders);
  app.use(hostGuard(configuration));
  app.use(webhookRouter({ provider, webhooks, metrics, log, reportRefusal }));
  app.use(followSignUps({ cookies, story, routeOf }));
  app.use(cspReportsRouter({ metrics, log, reportRefusal }));
  app.use(brandImagesRouter(configuration));
  if (clientFolder) app.use(staticAssets({ clientFolder }));
  app.use(overload.pages);
  app.use(compression({ brotli: { params: PAGE_COMPRESSION } }));
  app.use(targetGuard());
  app.use(linkPrefetchGuard());
  app.use(crossSiteGuard(configuration));
  app.use(bodyGuard());
  app.use(pageMarkGuard(cookies, marks));

  app.use(redirects(configuration.links.billing));
  const cookieSealing = createSealing(secrets, 'cookie');
  const invites = inviteCookie(cookies, cookieSealing, services.clock);
  const { exitUrl } = configuration;
  app.use(exitRouter({ cookies, signInCookies, sessions, successorIds, invites, discards, exitUrl }));
  app.use(overload.forms);
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
        marks,
        reviewSeals: createReviewSeals(secrets),
        sealing: cookieSealing,
        successorIds,
        discards,
      }),
    }),
  );
  app.use((_req, _res, next) => next(new RefusedRequest(404, 'not-found')));
  if (fixStacktrace) app.use(withStacktraces(fixStacktrace));
  app.use(
    refusalPage({ settings, cookies, marks, onRefused: (req, { code, status }) => onRefused(req, code, status) }),
  );
  return { express: app, sessions, discards };
}

function withStacktraces(fixStacktrace: (error: Error) => void): ErrorRequestHandler {
  return (error: unknown, _req, _res, next) => {
    if (error instanceof Error) fixStacktrace(error);
    next(error);
  };
}

/** Old addresses that redirect to the main product's billing page (docs/rules.md, "Old addresses"). */
const LEGACY_PATHS = [
  '/step1/parentb',
  '/step1/address',
  '/step2/parentb',
  '/alacarte/parentb',
  '/payment/parentb',
  '/receipt/parentb',
  '/securityquestions',
  '/termsandconditions',
] as const;

/** Redirects `/` and the bare base path to the first page with their query, and old addresses to `billingUrl`. */
function redirects(billingUrl: string): Router {
  const router = Router();
  const queryIn = ({ originalUrl }: Request) => originalUrl.replace(/^[^?]*/, '');
  router.get('/', (req, res) => res.redirect(302, `${BASE_PATH}/${queryIn(req)}`));
  router.get(new RegExp(`^${BASE_PATH}/?$`), (req, res) => res.redirect(302, `${BASE_PATH}/signup${queryIn(req)}`));
  for (const path of LEGACY_PATHS) router.get(`${BASE_PATH}${path}`, (_req, res) => res.redirect(302, billingUrl));
  return router;
}
