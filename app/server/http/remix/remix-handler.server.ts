import { Readable } from 'node:stream';
import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import { hostOf } from '~/server/request/create-load-context.server';
import type { StepReference } from '~/server/request/posted-step';
import type { OpenedContext } from '~/server/request/request-context.server';
import type { Metrics, ScriptUse } from '~/server/telemetry/metrics.server';
import { SCRIPT_USE } from '~/steps/control-fields';
import { isSafeMethod } from '../request-guards.server';
import { holdResponse } from './held-response.server';
import { branchHandlers } from './route-branches.server';

export interface RemixHandlerOptions {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  metrics: Metrics;
  openContext(req: ExpressRequest): Promise<OpenedContext>;
}

/** The address of a wallet's return, which uses up an approval. */
const WALLET_RETURN = /\/payment\/\w+\/return$/;

/** Passes routes the guarded body and no forwarding headers. Commits the session before sending the response, and runs tasks afterwards. */
export function createRemixHandler({ build, mode, metrics, openContext }: RemixHandlerOptions): RequestHandler {
  const getLoadContext = (req: ExpressRequest) => (req as RemixRequest).loadContext;
  const create = (routes: RemixHandlerOptions['build']) =>
    createRequestHandler({ build: routes, mode, getLoadContext });
  // In development, every code change produces a new build.
  const handlerOf = typeof build === 'function' ? always(create(build)) : branchHandlers(build, create);
  return (req, res, next) => {
    serve(req, res).catch(next);
  };

  async function serve(req: ExpressRequest, res: ExpressResponse): Promise<void> {
    const script = extractScriptUse(req);
    const opened = await openContext(req);
    const work = async () => {
      await handlerOf(req.originalUrl)(createRemixRequest(req, opened.context as AppLoadContext), res, rethrow);
      await complete(req, res, opened, script);
      return opened.context.document;
    };
    // Remix cancels work when the client disconnects. Forms and a wallet's return still run to completion, because the backend or the
    // wallet may have been called, and the session must store the result.
    await holdResponse(res, work, { toTheEnd: !isSafeMethod(req.method) || WALLET_RETURN.test(req.path) });
  }

  async function complete(
    req: ExpressRequest,
    res: ExpressResponse,
    opened: OpenedContext,
    script: ScriptUse,
  ): Promise<void> {
    const { context, commit, runAfterSent } = opened;
    // The error page has no form, so a draft saves the typed input.
    if (res.statusCode >= 500) context.posted.saveDraft();
    await commit();
    countStep(metrics, req, res, { script, step: context.posted.findAccepted() });
    stripOwnOrigin(res, context.origin);
    for (const [name, value] of context.headers) res.append(name, value);
    res.once('finish', () => {
      runAfterSent().catch((error: unknown) =>
        context.log.error({ err: error }, 'failed to run a task after the response'),
      );
    });
  }
}

/** The parts of a request that `@remix-run/express` reads; its type requires more. */
type RemixRequest = ExpressRequest & { loadContext: AppLoadContext };

/**
 * The request as routes see it: the guarded body without the client's headers, which only the context reads. Removes `req.guardedBody`, which
 * may contain card data, so that only the route holds it.
 */
function createRemixRequest(req: ExpressRequest, loadContext: AppLoadContext): RemixRequest {
  const body = req.guardedBody?.toString();
  req.guardedBody = undefined;
  return Object.assign(Readable.from(body ?? ''), {
    method: req.method,
    originalUrl: req.originalUrl,
    headers: body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' },
    protocol: req.protocol,
    hostname: hostOf(req),
    // The package would read the port from headers here, although `hostname` includes it. It would also trust any X-Forwarded-Host.
    get: () => undefined,
    loadContext,
  }) as unknown as RemixRequest;
}

function always<Value>(value: Value): () => Value {
  return () => value;
}

/** Passed as `next`, so that errors reject the handler's promise. */
function rethrow(error: unknown): never {
  throw error;
}

/** Removes the hidden field of `components/page/document.tsx`, which routes do not expect. */
function extractScriptUse(req: ExpressRequest): ScriptUse {
  const scriptUse = req.guardedBody?.get(SCRIPT_USE);
  req.guardedBody?.delete(SCRIPT_USE);
  return scriptUse === 'ran' || scriptUse === 'did-not-run' ? scriptUse : 'none';
}

function countStep(
  metrics: Metrics,
  req: ExpressRequest,
  res: ExpressResponse,
  { script, step }: { script: ScriptUse; step: StepReference | undefined },
): void {
  if (!step) return;
  // The credentials step redirects to its own address on success.
  const redirectsToItself = res.get('Location') === req.originalUrl && step.name !== 'credentials';
  const isCompleted = res.statusCode === 303 && !redirectsToItself;
  const outcome = isCompleted
    ? 'completed'
    : res.statusCode >= 500
      ? 'failed'
      : res.statusCode >= 400
        ? 'returned'
        : undefined;
  if (outcome) metrics.recordStep(step.journey, step.name, outcome, script);
}

/**
 * Remix adds the base path to redirects without an origin. Redirects to the main product on this host include the origin to prevent that.
 */
function stripOwnOrigin(res: ExpressResponse, origin: string): void {
  const location = res.get('Location');
  if (location?.startsWith(`${origin}/`)) res.setHeader('Location', location.slice(origin.length));
}
