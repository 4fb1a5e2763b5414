import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import scriptFiles from 'virtual:script-groups';
import { PageProvider, type Page } from './components/page/page-context';
import type { ScreenData } from './components/page/route-handle';
import { BASE_PATH } from './domain/base-path';

/**
 * Renders at once: without hydration, streaming only costs CPU and prevents compressing the response whole. The page is handed over by the
 * context, and the response says what stands before it.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Response {
  const html = renderToString(
    <PageProvider
      value={{
        ...loadContext.page,
        scripts: scriptsOf(remixContext),
        hasErrors: isSaid(remixContext, 'hasErrors'),
        hasDialog: isSaid(remixContext, 'hasDialog'),
      }}
    >
      <RemixServer context={remixContext} url={request.url} />
    </PageProvider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  loadContext.document = `<!DOCTYPE html>${html}`;
  // Proxies, alerts and operators distinguish a dependency's silence from our own fault.
  const isTheirs = status === 500 && loadContext.isBackendSilent === true;
  return new Response(null, { status: isTheirs ? 502 : status, headers });
}

function scriptsOf({ manifest }: EntryContext): Page['scripts'] {
  const address = (file: string) => `${BASE_PATH}/${file}`;
  const groups = Object.fromEntries(Object.entries(scriptFiles).map(([group, file]) => [group, address(file)]));
  return { entry: manifest.entry.module, groups };
}

/** By the data of a loader or of the action. */
function isSaid(
  { staticHandlerContext: { loaderData, actionData } }: EntryContext,
  what: 'hasErrors' | 'hasDialog',
): boolean {
  const answers = [...Object.values(loaderData), ...Object.values(actionData ?? {})] as (
    ScreenData | null | undefined
  )[];
  return answers.some((answer) => answer?.[what] === true);
}

/** Errors of the remote backend's client: no answer, or one that the contract does not allow. */
const SILENCES = ['FailedCall', 'UnexpectedAnswer'];

function isSilence(error: unknown): boolean {
  return error instanceof Error && (SILENCES.includes(error.name) || isSilence(error.cause));
}

/** Logs with the request's id, never with its body. */
export function handleError(error: unknown, { context, request }: { context: AppLoadContext; request: Request }): void {
  // The visitor went away, and Remix ended the work for them.
  if (request.signal.aborted) return;
  // Client errors, such as a post to a page without a form, are not ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isSilence(error)) context.isBackendSilent = true;
  context.log.error({ err: error }, 'a request failed');
}
