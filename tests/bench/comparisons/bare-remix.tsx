import { createRequestHandler } from '@remix-run/express';
import { data, redirect, type ActionFunctionArgs, type EntryContext } from '@remix-run/node';
import { RemixServer } from '@remix-run/react';
import compression from 'compression';
import express from 'express';
import { renderToString } from 'react-dom/server';
import { PageProvider, type Page } from '~/components/page/page-context';
import { PAGE_COMPRESSION } from '~/server/http/page-compression.server';
import { onePageBuild } from './one-page-build';
import { ANSWER_HEADER, type RecordedScreen } from './recorded-screen';
import { readRecordedScreens, serveComparison } from './serve-comparison';

/**
 * A Remix app on Express with only one page: our page's components, with a loader and an action that return constant data. It renders at
 * once, as ours does, which costs less than Remix's streaming entry.
 */

const entry = { default: render };

const app = express();
app.disable('x-powered-by');
app.use(compression({ brotli: { params: PAGE_COMPRESSION } }));
for (const screen of readRecordedScreens()) {
  const handle = handlerOf(screen);
  app.all(`/app/join/${screen.name}`, (req, res, next) => void handle(req, res, next));
}
serveComparison(app);

function handlerOf(screen: RecordedScreen) {
  const { page, mistake, accepted } = screen;
  const { routing } = page;
  const leaf = routing.matches.at(-1)?.routeId ?? '';
  const answers = Object.values(mistake.rendered.routing.actionData ?? {})[0];
  const build = onePageBuild(screen.name, entry, {
    loader: () => data(routing.loaderData[leaf]),
    async action({ request }: ActionFunctionArgs) {
      await request.formData();
      if (request.headers.get(ANSWER_HEADER) === 'accepted') return redirect(accepted?.location ?? '/', 303);
      return data(answers, { status: mistake.status });
    },
  });
  return createRequestHandler({
    build,
    mode: 'production',
    getLoadContext: (req) => ({ page: req.method === 'POST' ? mistake.rendered.page : page.page }) as never,
  });
}

function render(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  { page }: { page: Page },
): Response {
  const html = renderToString(
    <PageProvider value={page}>
      <RemixServer context={context} url={request.url} />
    </PageProvider>,
  );
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(`<!DOCTYPE html>${html}`, { status, headers });
}
