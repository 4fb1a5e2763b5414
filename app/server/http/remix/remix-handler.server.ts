import { createRequestHandler } from '@remix-run/express';
import type { AppLoadContext, ServerBuild } from '@remix-run/node';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { Metrics, ScriptUse } from '~/server/telemetry/metrics.server';
import type { OpenedContext, StepReference } from '~/server/request/request-context.server';
import { holdResponse } from './held-response.server';
import { isSafeMethod } from '../safe-methods';
import { branchHandlers } from './route-branches.server';
import { createRemixRequest, type RemixRequest } from './remix-request.server';

interface Options {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  metrics: Metrics;
  openContext(req: ExpressRequest): Promise<OpenedContext>;
}

/** Routes see the guarded body and no forwarded header. The session is committed before anything is sent, and tasks run after it was. */
export function createRemixHandler({ build, mode, metrics, openContext }: Options): RequestHandler {
  const getLoadContext = (req: ExpressRequest) => (req as RemixRequest).loadContext;
  const create = (routes: Options['build']) => createRequestHandler({ build: routes, mode, getLoadContext });
  // In development the build is another after each change.
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
    // Remix gives up what nobody waits for. With a form its backend call is made, and what came of it would not get into the session.
    await holdResponse(res, work, { toTheEnd: !isSafeMethod(req.method) });
  }

  async function complete(
    req: ExpressRequest,
    res: ExpressResponse,
    opened: OpenedContext,
    script: ScriptUse,
  ): Promise<void> {
    const { context, commit, runAfterSent } = opened;
    // The error page holds no form, so the draft is what the visitor gets back.
    if (res.statusCode >= 500) context.posted.saveDraft();
    await commit();
    countStep(metrics, req, res, { script, step: context.posted.findAccepted() });
    stripOwnOrigin(res, context.origin);
    for (const [name, value] of context.headers) res.append(name, value);
    res.once('finish', () => {
      runAfterSent().catch((error: unknown) => context.log.error({ err: error }, 'a task after the response failed'));
    });
  }
}

function always<Value>(value: Value): () => Value {
  return () => value;
}

/** Given as `next`, it makes the handler's promise fail. */
function rethrow(error: unknown): never {
  throw error;
}

/** Removes the hidden field of `components/page/document.tsx`, which routes do not expect. */
function extractScriptUse(req: ExpressRequest): ScriptUse {
  const scriptUse = req.guardedBody?.get('script');
  req.guardedBody?.delete('script');
  return scriptUse === 'ran' || scriptUse === 'did-not-run' ? scriptUse : 'none';
}

function countStep(
  metrics: Metrics,
  req: ExpressRequest,
  res: ExpressResponse,
  { script, step }: { script: ScriptUse; step: StepReference | undefined },
): void {
  if (!step) return;
  // Credentials redirect to their own address when they succeed.
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

/** Remix prefixes redirects to a path with the base path. Those to the main product on this host carry an origin to prevent that. */
function stripOwnOrigin(res: ExpressResponse, origin: string): void {
  const location = res.get('Location');
  if (location?.startsWith(`${origin}/`)) res.setHeader('Location', location.slice(origin.length));
}
