import {
  createRequestHandler,
  writeReadableStreamToWritable,
  type AppLoadContext,
  type ServerBuild,
} from '@remix-run/node';
import type { Request as ExpressRequest, RequestHandler, Response as ExpressResponse } from 'express';
import type { Metrics, ScriptUse } from '~/server/telemetry/metrics.server';
import type { StepReference } from '~/server/request/posted-step';
import { originOf } from '~/server/request/origin-of';
import type { OpenedContext } from '~/server/request/request-context.server';
import { runWithRequestId } from '~/server/telemetry/request-id.server';

interface Options {
  build: ServerBuild | (() => Promise<ServerBuild>);
  mode: 'production' | 'development';
  metrics: Metrics;
  openContext(req: ExpressRequest): Promise<OpenedContext>;
}

/**
 * Serves the routes. Unlike `@remix-run/express` it takes the body that was guarded before, writes the session once between the
 * routes and the answer, knows when an answer was sent whole, and passes no forwarded header on.
 */
export function createRemixHandler({ build, mode, metrics, openContext }: Options): RequestHandler {
  const handle = createRequestHandler(build, mode);
  return (req, res, next) => {
    runWithRequestId(String(req.id), () => serve(req, res)).catch(next);
  };

  async function serve(req: ExpressRequest, res: ExpressResponse): Promise<void> {
    const script = takeScriptUse(req);
    const opened = await openContext(req);
    const answer = await handle(createRequest(req, res), opened.context as AppLoadContext);
    // The page that says so holds no form: what was typed waits on the step it was typed on.
    if (answer.status >= 500) opened.context.posted.saveDraft();
    // Mail scanners and previews ask with HEAD: that must change nothing.
    if (req.method !== 'HEAD') await opened.commit();
    countStep(metrics, req, { answer, script, step: opened.context.posted.accepted });
    leaveBasePath(answer, opened.context.origin);
    for (const [name, value] of opened.context.headers) answer.headers.append(name, value);
    if (req.method !== 'HEAD') {
      res.once('finish', () => {
        opened.sent().catch((error: unknown) => opened.context.log.error({ err: error }, 'after the answer was sent'));
      });
    }
    await send(res, answer);
  }
}

/** What the page said of our script, in the hidden field of `components/document.tsx`; no route needs to know it. */
function takeScriptUse(req: ExpressRequest): ScriptUse {
  const said = req.guardedBody?.get('script');
  req.guardedBody?.delete('script');
  return said === 'ran' || said === 'did-not-run' ? said : 'none';
}

/** Counts a form of an open step by where it led. The form's other buttons bring the page back without an error: they are not counted. */
function countStep(
  metrics: Metrics,
  req: ExpressRequest,
  { answer, script, step }: { answer: Response; script: ScriptUse; step: StepReference | undefined },
): void {
  if (!step) return;
  // What comes after the credentials stands on the same address.
  const staysHere = answer.headers.get('Location') === req.originalUrl && step.name !== 'credentials';
  const isLedOn = answer.status === 303 && !staysHere;
  const outcome = isLedOn
    ? 'completed'
    : answer.status >= 500
      ? 'failed'
      : answer.status >= 400
        ? 'returned'
        : undefined;
  if (outcome) metrics.stepPosted(step.journey, step.name, outcome, script);
}

function createRequest(req: ExpressRequest, res: ExpressResponse): Request {
  const controller = new AbortController();
  res.once('close', () => {
    if (!res.writableFinished) controller.abort();
  });
  // The host comes from what Express trusts; Remix would believe X-Forwarded-Host of anybody.
  const url = new URL(req.originalUrl, originOf(req));
  const headers = new Headers();
  for (const name of ['accept', 'accept-language', 'cookie', 'user-agent'] as const) {
    const value = req.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  const body = req.method === 'POST' ? (req.guardedBody ?? new URLSearchParams()) : undefined;
  return new Request(url, { method: req.method, headers, body, signal: controller.signal });
}

/**
 * Remix puts the base path before every redirect that is only a path. One to a page of the main product on this host is therefore thrown
 * with its origin, which is taken off again here.
 */
function leaveBasePath(answer: Response, origin: string): void {
  const location = answer.headers.get('Location');
  if (location?.startsWith(`${origin}/`)) answer.headers.set('Location', location.slice(origin.length));
}

async function send(res: ExpressResponse, answer: Response): Promise<void> {
  res.status(answer.status);
  for (const [name, value] of answer.headers) res.append(name, value);
  if (answer.body) await writeReadableStreamToWritable(answer.body, res);
  else res.end();
}
