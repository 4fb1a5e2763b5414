import type { AppLoadContext, EntryContext } from '@remix-run/node';
import { isRouteErrorResponse, RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { PageProvider } from './components/page/page-context';
import type { ScreenData } from './components/page/route-handle';

/** Renders a page at once: nothing streams and nothing is hydrated, which costs less CPU and lets the answer be compressed whole. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remixContext: EntryContext,
  loadContext: AppLoadContext,
): Response {
  const html = renderToString(
    <PageProvider
      value={{ ...loadContext.page, script: remixContext.manifest.entry.module, hasErrors: showsErrors(remixContext) }}
    >
      <RemixServer context={remixContext} url={request.url} />
    </PageProvider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}

/** Whether a route says in its data that its page shows errors. */
function showsErrors({ staticHandlerContext: { loaderData, actionData } }: EntryContext): boolean {
  const answers = [...Object.values(loaderData), ...Object.values(actionData ?? {})] as (
    ScreenData | null | undefined
  )[];
  return answers.some((answer) => answer?.hasErrors === true);
}

/** Remix calls this for what a loader, an action or a component threw: it is logged with the request's id, never with its body. */
export function handleError(error: unknown, { context }: { context: AppLoadContext }): void {
  // A post to a page without a form is nobody's fault of ours.
  if (isRouteErrorResponse(error) && error.status < 500) return;
  context.log.error({ err: error }, 'a request failed');
}
