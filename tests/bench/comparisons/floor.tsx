import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { RemixServer } from '@remix-run/react';
import { renderToString } from 'react-dom/server';
import { text } from 'node:stream/consumers';
import { PageProvider } from '~/components/page/page-context';
import { PAGE_COMPRESSION } from '~/server/http/page-compression.server';
import { FUTURE, onePageBuild } from './one-page-build';
import { ANSWER_HEADER, type RecordedScreen, type Rendered } from './recorded-screen';
import { readRecordedScreens, serveComparison } from './serve-comparison';

/**
 * The minimum cost of a page: plain `node:http` that renders our page's components with constant data, without session, store, log, security
 * headers or middleware.
 */

const compress = promisify(brotliCompress);

const screens = new Map(readRecordedScreens().map((screen) => [`/app/join/${screen.name}`, floorOf(screen)]));

serveComparison((request, response) => void answer(request, response));

function floorOf(screen: RecordedScreen) {
  const build = onePageBuild(screen.name, {} as never, { loader: null, action: null });
  const routeModules = Object.fromEntries(Object.values(build.routes).map((route) => [route!.id, route!.module]));
  const render = ({ page, routing }: Rendered): string => {
    const { matches, ...known } = routing;
    const context = {
      manifest: build.assets,
      routeModules,
      future: FUTURE,
      isSpaMode: false,
      serializeError: () => undefined,
      renderMeta: {},
      staticHandlerContext: {
        ...known,
        basename: build.basename,
        matches: matches.map(({ routeId, ...match }) => ({ ...match, route: { id: routeId } })),
        errors: null,
        statusCode: 200,
        loaderHeaders: {},
        actionHeaders: {},
        activeDeferreds: null,
      },
    } as never;
    return `<!DOCTYPE html>${renderToString(
      <PageProvider value={page}>
        <RemixServer context={context} url={`http://127.0.0.1${page.address}`} />
      </PageProvider>,
    )}`;
  };
  return { screen, render };
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const found = screens.get(request.url ?? '');
  if (!found) return void response.writeHead(404).end();
  const { screen, render } = found;
  if (request.method !== 'POST') return send(request, response, 200, render(screen.page));
  new URLSearchParams(await text(request));
  if (request.headers[ANSWER_HEADER] === 'accepted')
    return void response.writeHead(303, { Location: screen.accepted?.location ?? '/' }).end();
  return send(request, response, screen.mistake.status, render(screen.mistake.rendered));
}

async function send(request: IncomingMessage, response: ServerResponse, status: number, html: string): Promise<void> {
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  if (request.headers['accept-encoding'] !== 'br') return void response.writeHead(status).end(html);
  response.writeHead(status, { 'Content-Encoding': 'br' }).end(await compress(html, { params: PAGE_COMPRESSION }));
}
