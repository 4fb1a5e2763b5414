import { once } from 'node:events';
import { get } from 'node:http';
import { json, redirect, type ActionFunctionArgs, type AppLoadContext, type LoaderFunctionArgs } from '@remix-run/node';
import express, { type ErrorRequestHandler } from 'express';
import { expect, it } from 'vitest';
import type { OpenedContext } from '~/server/request/request-context.server';
import { createMetrics } from '~/server/telemetry/metrics.server';
import { sendRequest } from '~tests/servers/raw-request';
import { serveApp } from '~tests/servers/serve-app';
import { serveSite } from '~tests/servers/site';
import { createRemixHandler } from './remix-handler.server';

interface Module {
  loader?: (args: LoaderFunctionArgs) => unknown;
  action?: (args: ActionFunctionArgs) => unknown;
  default?: () => unknown;
}

/** Serves the real app with one route, `/probe`. Its browser has visited a page, so posts are accepted. */
async function serveProbe(module: Module, env?: Record<string, string>) {
  const served = await serveSite({
    routes: [
      { id: 'probe', path: 'probe', module },
      { id: 'ready', path: 'ready', module: { loader: () => new Response('ready') } },
    ],
    env,
  });
  await served.browser.open('/ready');
  return {
    ...served,
    send: (method: string, body?: string) => served.browser.send(method, served.browser.urlOf('/probe'), body),
  };
}

function completeStep1({ session }: AppLoadContext): void {
  session.update({ lastCompletedStep: 1 });
}

it('passes routes the posted form without internal fields, and no header of the client', async () => {
  const seen = async ({ request }: LoaderFunctionArgs | ActionFunctionArgs) =>
    json({
      method: request.method,
      address: request.url,
      headers: [...request.headers.keys()],
      form: request.body && [...(await request.formData())],
    });
  const { browser, origin } = await serveProbe({ action: seen, loader: seen });
  const headers = { 'x-forwarded-for': '10.0.0.1', authorization: 'Basic eDp5', 'user-agent': 'probe' };
  const form = 'name=Ann+%26+B%C3%A9&name=again&script=ran&empty=&path=%2F';
  const url = browser.urlOf('/probe?a=%2F&b=c');
  expect(JSON.parse((await browser.send('POST', url, form, headers)).html)).toEqual({
    method: 'POST',
    address: `${origin}/app/join/probe?a=%2F&b=c`,
    headers: ['content-type'],
    form: [
      ['name', 'Ann & Bé'],
      ['name', 'again'],
      ['empty', ''],
      ['path', '/'],
    ],
  });
  expect(JSON.parse((await browser.send('GET', url, undefined, headers)).html)).toEqual({
    method: 'GET',
    address: `${origin}/app/join/probe?a=%2F&b=c`,
    headers: [],
    form: null,
  });
  const long = 'x'.repeat(60_000);
  const { form: kept } = JSON.parse((await browser.send('POST', url, `name=${long}`)).html) as { form: unknown };
  expect(kept).toEqual([['name', long]]);
});

it.each(['off', 'loopback'])('ignores a forged X-Forwarded-Host, TRUST_PROXY=%s', async (trusted) => {
  const { origin } = await serveProbe({ loader: ({ request }) => new Response(request.url) }, { TRUST_PROXY: trusted });
  for (const [host, forwarded] of [
    ['join.example.com', 'evil.example'],
    ['join.example.com', 'evil.example:81'],
    ['join.example.com:8443', 'evil.example:81'],
    ['[::1]:8443', 'evil.example:81'],
  ] as const) {
    const answer = await sendRequest(origin, 'GET', '/app/join/probe', { host, 'x-forwarded-host': forwarded });
    expect(answer.text).toBe(`http://${host}/app/join/probe`);
  }
});

it('writes the session and sets its cookie with the first response', async () => {
  const { send, sessions } = await serveProbe({
    action: ({ context }) => {
      completeStep1(context);
      return redirect('/ready', 303);
    },
  });
  const answer = await send('POST', '');
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/app/join/ready']);
  expect(answer.headers.getSetCookie().map((cookie) => cookie.split('=')[0])).toEqual(['join', 'join_visitor']);
  expect(await sessions()).toHaveLength(1);
});

it('shows an error page if the session cannot be written, and discards the route’s response', async () => {
  const { send, store, log } = await serveProbe({
    action: ({ context }) => {
      completeStep1(context);
      context.headers.append('Set-Cookie', 'route=1');
      return redirect('/ready', { status: 303, headers: { 'X-Probe': 'yes' } });
    },
  });
  await store.db.schema.dropTable('sessions').execute();
  const answer = await send('POST', '');
  expect([answer.status, answer.heading]).toEqual([500, 'An error has occurred']);
  expect([answer.headers.get('location'), answer.headers.get('x-probe')]).toEqual([null, null]);
  expect(answer.headers.getSetCookie()).toEqual([]);
  expect(answer.headers.get('cache-control')).toBe('no-store, no-cache');
  await expect.poll(log).toContain('no such table: sessions');
});

it('compresses a whole page', async () => {
  const page = 'long enough to be compressed '.repeat(2_000);
  const { origin } = await serveProbe({
    loader: () => new Response(page, { headers: { 'Content-Type': 'text/html' } }),
  });
  for (const encoding of ['br', 'gzip', 'identity']) {
    const answer = await fetch(`${origin}/app/join/probe`, { headers: { 'accept-encoding': encoding } });
    expect(answer.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding);
    expect(await answer.text()).toBe(page);
  }
});

it('shows the error page for a failing route, and saves the typed values', async () => {
  const { send, sessions } = await serveProbe({
    action: ({ context }) => {
      const save = () => completeStep1(context);
      context.posted.setDraftSaver(save, save);
      throw new Error('broken');
    },
    default: () => null,
  });
  const answer = await send('POST', 'name=Ann');
  expect([answer.status, answer.heading]).toEqual([500, 'An error has occurred']);
  expect(await sessions()).toHaveLength(1);
});

it('passes errors thrown by Remix to the next error handler', async () => {
  const context = { headers: new Headers([['Set-Cookie', 'route=1']]) };
  const app = express();
  app.use(
    createRemixHandler({
      build: () => Promise.reject(new Error('no build')),
      mode: 'development',
      metrics: createMetrics(),
      openContext: () => Promise.resolve({ context } as OpenedContext),
    }),
  );
  const refused: ErrorRequestHandler = (error: Error, _req, res, _next) => void res.status(500).send(error.message);
  app.use(refused);
  const answer = await fetch((await serveApp(app)).origin);
  expect([answer.status, await answer.text()]).toEqual([500, 'no build']);
  expect(answer.headers.getSetCookie()).toEqual([]);
});

it('responds to HEAD as to GET, without saving changes', async () => {
  const ran: string[] = [];
  const { send, sessions } = await serveProbe({
    loader: ({ request, context }) => {
      completeStep1(context);
      context.afterSent(() => Promise.resolve(void ran.push(request.method)));
      return new Response('body', { headers: { 'X-Probe': 'yes' } });
    },
  });
  const head = await send('HEAD');
  expect([head.status, head.headers.get('x-probe'), head.html]).toEqual([200, 'yes', '']);
  expect(await sessions()).toEqual([]);
  await send('GET');
  await expect.poll(() => ran).toEqual(['GET']);
  expect(await sessions()).toHaveLength(1);
});

it('redirects to the main product on this host without the base path', async () => {
  const { send } = await serveProbe({
    loader: ({ context }) => redirect(new URL('/ofw/home?x=1', context.origin).href, 303),
  });
  expect((await send('GET')).headers.get('location')).toBe('/ofw/home?x=1');
});

it('cancels the work of a disconnected client, without sending a response', async () => {
  const seen: string[] = [];
  const steps: string[] = [];
  const { origin, browser, sessions } = await serveProbe({
    loader: async ({ request, context }) => {
      const { search } = new URL(request.url);
      context.afterSent(() => Promise.resolve(void seen.push(search)));
      if (search === '?who=waits') {
        completeStep1(context);
        steps.push('began');
        await once(request.signal, 'abort');
        steps.push('aborted');
      }
      return new Response('body');
    },
  });
  const sent = get(`${origin}/app/join/probe?who=waits`).on('error', () => undefined);
  await expect.poll(() => steps).toEqual(['began']);
  sent.destroy();
  await expect.poll(() => steps).toEqual(['began', 'aborted']);
  await expect.poll(sessions).toHaveLength(1);
  await browser.send('GET', browser.urlOf('/probe?who=stays'));
  await expect.poll(() => seen).toEqual(['?who=stays']);
});
