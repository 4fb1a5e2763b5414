import type { IncomingMessage } from 'node:http';
import express, { type Express, type NextFunction, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import { requireFrontEndToken } from '~/backend/front-end-token';
import { readRequestId } from '~/lib/read-request-id';
import type { Configuration } from '~/settings/configuration.server';
import type { OwnBackendServices } from '~/server/services/backend-services.server';
import { healthRouter } from './health.server';
import { requestLog } from '~/server/telemetry/log.server';
import type { Metrics } from '~/server/telemetry/metrics.server';
import { createRefusalReport } from '~/server/telemetry/refusals.server';
import { traceRequests } from '~/server/telemetry/request-trace.server';
import { startUnrecorded, type StartRequestSpan } from '~/server/telemetry/tracing/span';
import { WEBHOOK_REFUSALS, webhookRouter, WEBHOOKS_PATH } from './webhooks.server';

export interface BackendAppOptions {
  log: Logger;
  metrics: Metrics;
  /** The payment provider's name. */
  provider: string;
  opened: Pick<OwnBackendServices, 'backend' | 'dependencies' | 'room'>;
  isDraining?: () => boolean;
  /** Express's `trust proxy`. */
  trustProxy: Configuration['trustProxy'];
  /** Calls without one of these tokens are rejected; none if empty. */
  tokens: readonly string[];
  /** Without it, spans are not recorded. */
  startRequest?: StartRequestSpan;
}

/** Serves only the embedded backend over HTTP, for a front end that sets `BACKEND_URL`. Every response is JSON. */
export function createBackendApp({
  log,
  metrics,
  provider,
  opened: { backend, dependencies, room },
  isDraining,
  trustProxy,
  tokens,
  startRequest = startUnrecorded,
}: BackendAppOptions): Express {
  const app = express();
  app.disable('x-powered-by');
  app.set('trust proxy', trustProxy);
  app.use(healthRouter({ findFailing: dependencies.findFailing, isDraining, room }));
  // The name of a call is in its own span.
  app.use(traceRequests({ startRequest, routeOf: () => 'call', except: WEBHOOKS_PATH }));
  app.use(requestLog(log, callerOf));
  // Precedes the token check, because the payment provider signs its messages instead.
  const reportRefusal = createRefusalReport(metrics);
  metrics.startAtZero.refusals([...WEBHOOK_REFUSALS]);
  app.use(webhookRouter({ provider, webhooks: backend.webhooks, metrics, log, reportRefusal }));
  if (tokens.length > 0) app.use(requireFrontEndToken(tokens));
  if (backend.clientApi) app.use(backend.clientApi.path, backend.clientApi.router);
  app.use(backend.serveHttp((err, failed) => log.error({ err, ...failed }, 'failed to complete a call')));
  app.use((_req, res) => void res.status(404).json({ status: 404, message: 'Unknown call' }));
  app.use((error: Error & { status?: number }, _req: Request, res: Response, _next: NextFunction) => {
    const status = error.status !== undefined && error.status < 500 ? error.status : 500;
    if (status === 500) res.err = error;
    res.status(status).json({ status, message: status === 500 ? 'Internal error' : 'The call is malformed' });
  });
  return app;
}

function callerOf({ headers }: IncomingMessage): { calledBy?: string } {
  return { calledBy: readRequestId(headers['x-request-id']) };
}
