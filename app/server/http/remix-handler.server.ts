import {
  createRequestHandler,
  writeReadableStreamToWritable,
  type AppLoadContext,
  type ServerBuild,
} from '@remix-run/node';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { Metrics, ScriptUse } from '~/server/telemetry/metrics.server';
import type { OpenedContext, StepReference } from '~/server/request/request-context.server';
import { originOf } from '~/server/request/create-load-context.server';
import { runWithRequestId } from '~/server/telemetry/request-id.server';

interface Options {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  metrics: Metrics;
  openContext(req: ExpressRequest): Promise<OpenedContext>;
}

/** Unlike `@remix-run/express`: commits the session before the response, runs tasks after it, and ignores untrusted forwarded headers. */
export function createRemixHandler({ build, mode, metrics, openContext }: Options): RequestHandler {
  const handle = createRequestHandler(build, mode);
  return (req, res, next) => {
    runWithRequestId(String(req.id), () => serve(req, res)).catch(next);
  };

  async function serve(req: ExpressRequest, res: ExpressResponse): Promise<void> {
    const script = extractScriptUse(req);
    const opened = await openContext(req);
    const response = await handle(createRequest(req, res), opened.context as AppLoadContext);
    // The error page holds no form, so the draft is what the visitor gets back.
    if (response.status >= 500) opened.context.posted.saveDraft();
    // HEAD comes from mail scanners and previews and must change nothing.
    if (req.method !== 'HEAD') await opened.commit();
    countStep(metrics, req, { response, script, step: opened.context.posted.findAccepted() });
    stripOwnOrigin(response, opened.context.origin);
    for (const [name, value] of opened.context.headers) response.headers.append(name, value);
    if (req.method !== 'HEAD') {
      res.once('finish', () => {
        opened
          .runAfterSent()
          .catch((error: unknown) => opened.context.log.error({ err: error }, 'a task after the response failed'));
      });
    }
    await send(res, response);
  }
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
  { response, script, step }: { response: Response; script: ScriptUse; step: StepReference | undefined },
): void {
  if (!step) return;
  // Credentials redirect to their own address when they succeed.
  const redirectsToItself = response.headers.get('Location') === req.originalUrl && step.name !== 'credentials';
  const isCompleted = response.status === 303 && !redirectsToItself;
  const outcome = isCompleted
    ? 'completed'
    : response.status >= 500
      ? 'failed'
      : response.status >= 400
        ? 'returned'
        : undefined;
  if (outcome) metrics.recordStep(step.journey, step.name, outcome, script);
}

function createRequest(req: ExpressRequest, res: ExpressResponse): Request {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  // Remix would trust any X-Forwarded-Host; this host is the one Express trusts.
  const url = new URL(req.originalUrl, originOf(req));
  const headers = new Headers();
  for (const name of ['accept', 'accept-language', 'cookie', 'user-agent'] as const) {
    const value = req.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const body = req.method === 'POST' ? (req.guardedBody ?? new URLSearchParams()) : undefined;
  return new Request(url, { method: req.method, headers, body, signal: controller.signal });
}

/** Remix prefixes redirects to a path with the base path. Those to the main product on this host carry an origin to prevent that. */
function stripOwnOrigin(response: Response, origin: string): void {
  const location = response.headers.get('Location');
  if (location?.startsWith(`${origin}/`)) response.headers.set('Location', location.slice(origin.length));
}

async function send(res: ExpressResponse, response: Response): Promise<void> {
  res.status(response.status);
  for (const [name, value] of response.headers) res.append(name, value);
  if (response.body) await writeReadableStreamToWritable(response.body, res);
  else res.end();
}
