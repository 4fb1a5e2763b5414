import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import scriptFiles from 'virtual:script-groups';
import { isBackendError } from './backend/failed-call';
import { nameByHeading } from './components/page/document';
import { PageProvider, type Page } from './components/page/page-context';
import type { ScreenData } from './components/page/route-handle';
import { BASE_PATH } from './domain/base-path';

/**
 * Renders the whole page before responding. Without hydration, streaming would cost CPU and prevent compressing the response as a whole.
 * The context carries the page; the returned response only carries the status and headers.
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
        hasErrors: isSet(remixContext, 'hasErrors'),
        hasDialog: isSet(remixContext, 'hasDialog'),
      }}
    >
      <RemixServer context={remixContext} url={request.url} />
    </PageProvider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  loadContext.document = `<!DOCTYPE html>${nameByHeading(html)}`;
  // A 502 lets proxies, alerts and operators distinguish an unresponsive backend from our own errors.
  const isBackendFault = status === 500 && loadContext.isBackendSilent === true;
  return new Response(null, { status: isBackendFault ? 502 : status, headers });
}

function scriptsOf({ manifest }: EntryContext): Page['scripts'] {
  const address = (file: string) => `${BASE_PATH}/${file}`;
  const groups = Object.fromEntries(Object.entries(scriptFiles).map(([group, file]) => [group, address(file)]));
  return { entry: manifest.entry.module, groups };
}

/** Whether the data of the action, or otherwise of a loader, sets this flag. */
function isSet(
  { staticHandlerContext: { loaderData, actionData } }: EntryContext,
  what: 'hasErrors' | 'hasDialog',
): boolean {
  const flagsIn = (all: EntryContext['staticHandlerContext']['actionData']) =>
    Object.values(all ?? {}).map((answer: ScreenData | null | undefined) => answer?.[what]);
  return flagsIn(actionData).find((flag) => flag !== undefined) ?? flagsIn(loaderData).includes(true);
}

/** Logs with the request's id, never with its body. */
export function handleError(error: unknown, { context, request }: { context: AppLoadContext; request: Request }): void {
  // The visitor disconnected, and Remix cancelled the work.
  if (request.signal.aborted) return;
  // Client errors, such as a post to a page without a form, are not our fault.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  if (isBackendError(error)) context.isBackendSilent = true;
  context.log.error({ err: error }, 'request failed');
}
