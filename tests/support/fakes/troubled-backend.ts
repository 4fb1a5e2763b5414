import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { implement } from '@orpc/server';
import express from 'express';
import { onTestFinished } from 'vitest';
import { contract, type BackendClient } from '~/backend/contract/contract';
import { createHttpHandler } from '~/backend/http-handler.server';
import { createRemoteBackend } from '~/backend/remote/remote-backend.server';
import { openSender, type Sender } from '~/backend/remote/send.server';
import { listen, serveApp } from '~tests/servers/serve-app';
import { serveSite, type serveSiteAfter, type SiteSettings } from '~tests/servers/site';

/** An operation of the contract, such as `registrations.pay`. */
export type Operation = `${string}.${string}`;

interface Answer {
  status: number;
  contentType: string;
  body: string;
}

/** Faults of the response of a successful call. */
const LOST = {
  /** No response until the caller gives up. */
  late: () => undefined,
  /** The response is slower than the timeout. */
  trickled(res: ServerResponse, { status, contentType, body }: Answer) {
    res.writeHead(status, { 'content-type': contentType });
    const bytes = [...`${' '.repeat(1000)}${body}`];
    const timer = setInterval(() => res.write(bytes.shift() ?? ' '), 20);
    res.on('close', () => clearInterval(timer));
  },
  /** The connection breaks inside the body. */
  'cut off'(res: ServerResponse, { status, contentType, body }: Answer) {
    res.writeHead(status, { 'content-type': contentType, 'content-length': Buffer.byteLength(body) });
    res.write(body.slice(0, body.length / 2), () => res.destroy());
  },
  /** Complete HTTP, but truncated JSON. */
  'truncated JSON'(res: ServerResponse, { status, contentType, body }: Answer) {
    res.writeHead(status, { 'content-type': contentType }).end(body.slice(0, body.length - 2));
  },
};

/** Faults that replace the call, so that it has no effect. */
const REFUSED = {
  'status 500': (res: ServerResponse) => sendJson(res, 500, { status: 500, message: 'NullPointerException' }),
  'status 503': (res: ServerResponse) => void res.writeHead(503, { 'retry-after': '120' }).end(),
  HTML: (res: ServerResponse) =>
    void res.writeHead(200, { 'content-type': 'text/html' }).end('<h1>NullPointerException</h1>'),
  'a redirect': (res: ServerResponse) => void res.writeHead(302, { location: '/v2/elsewhere' }).end(),
  'the wrong shape': (res: ServerResponse) => sendJson(res, 200, 'NullPointerException'),
  'a closed connection': (res: ServerResponse) => void res.destroy(),
};

export type Fault = keyof typeof LOST | keyof typeof REFUSED;
export const LOST_ANSWERS = Object.keys(LOST) as (keyof typeof LOST)[];
export const REFUSALS = Object.keys(REFUSED) as (keyof typeof REFUSED)[];
export const FAULTS: readonly Fault[] = [...LOST_ANSWERS, ...REFUSALS];

/** A complete response that is wrong. */
export interface WrongReply {
  status: number;
  body: unknown;
  /** Whether the call has its effect nevertheless. */
  takesEffect: boolean;
}

export type TroubledBackend = Awaited<ReturnType<typeof openTroubledBackend>>;

/** Serves a backend over HTTP until the test ends. It forwards calls to another backend, and can make them fail. */
export async function openTroubledBackend(backend: BackendClient) {
  const app = express().use(createHttpHandler(forwardingRouter(backend), SILENT));
  const { origin } = await serveApp(app);
  const troubles = new Map<Operation, Fault>();
  const replies = new Map<Operation, WrongReply>();
  const asked: Operation[] = [];
  /** Operations that are sent to a port without a server. */
  const unplugged = new Set<string>();
  let isSilent = false;

  const proxy = createServer((req, res) => {
    answer(req, res).catch(() => res.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const nowhere = await makeDeadOrigin();
  // Keeps the circuit closed, although calls fail many times in a row.
  const breakAfter = Number.MAX_SAFE_INTEGER;
  const patient = openSender({ timeoutMs: 10_000, breakAfter });
  // Only calls without a response have a short timeout, so that other calls do not fail on a busy machine.
  const hasty = openSender({ timeoutMs: 150, breakAfter });
  // A silent backend does nothing with a call, so the call need not even reach it.
  const hastiest = openSender({ timeoutMs: 30, breakAfter });
  const senderFor = (operation: string) => {
    if (isSilent) return hastiest;
    return ['late', 'trickled'].includes(troubles.get(operation as Operation) ?? '') ? hasty : patient;
  };
  const sender: Sender = {
    send: (request, call) =>
      senderFor(call.name).send(
        unplugged.has(call.name) ? new Request(request.url.replace(url, nowhere), request) : request,
        call,
      ),
    load: () => patient.load(),
    close: () => Promise.all([patient, hasty, hastiest].map((one) => one.close())).then(() => undefined),
  };
  onTestFinished(async () => {
    proxy.closeAllConnections();
    proxy.close();
    await sender.close();
  });

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const operation = operationOf(req);
    asked.push(operation);
    if (isSilent) return;
    const [fault, wrong] = [troubles.get(operation), replies.get(operation)];
    if (!fault && !wrong) return app(req, res);
    const body = await readBody(req);
    if (fault && isRefusal(fault)) return REFUSED[fault](res);
    if (wrong && !wrong.takesEffect) return sendJson(res, wrong.status, wrong.body);
    const real = await fetch(origin + req.url, { method: req.method, headers: ownHeaders(req), body });
    const whole = {
      status: real.status,
      contentType: real.headers.get('content-type') ?? 'application/json',
      body: await real.text(),
    };
    if (wrong) return sendJson(res, wrong.status, wrong.body);
    if (fault) LOST[fault](res, whole);
  }

  return {
    client: createRemoteBackend({ url, sender, requestId: () => undefined }),
    /** Makes these operations fail in this way, and no others. */
    trouble(operations: Operation[], fault: Fault) {
      troubles.clear();
      for (const operation of operations) troubles.set(operation, fault);
    },
    /** Replaces the responses to these operations, and to no others. */
    reply(operations: Operation[], wrong: WrongReply) {
      replies.clear();
      for (const operation of operations) replies.set(operation, wrong);
    },
    /** Makes these operations fail before a byte is sent, and no others. */
    unplug(operations: Operation[]) {
      troubles.clear();
      for (const operation of operations) unplugged.add(operation);
    },
    /** Accepts each call, does nothing, and never responds. */
    silence: () => void (isSilent = true),
    recover() {
      troubles.clear();
      replies.clear();
      unplugged.clear();
      isSilent = false;
    },
    /** Returns the calls received since the last time. */
    takeAsked: () => asked.splice(0),
  };
}

export type TroubledSite = Awaited<ReturnType<typeof serveTroubled>>;

/** Serves the site with such a backend. @param serve by default, serves a site whose browser has opened no page */
export async function serveTroubled(serve: ReturnType<typeof serveSiteAfter> = serveUnopened) {
  let troubled!: TroubledBackend;
  const { site, browser } = await serve({
    async connect(backend) {
      troubled = await openTroubledBackend(backend);
      return troubled.client;
    },
  });
  return { ...site, browser, troubled };
}

async function serveUnopened(settings?: SiteSettings) {
  const site = await serveSite(settings);
  return { site, browser: site.browser, reached: undefined };
}

/** Returns the origin of a port without a server. */
async function makeDeadOrigin(): Promise<string> {
  const { origin, close } = await listen(() => undefined);
  close();
  return origin;
}

function isRefusal(fault: Fault): fault is keyof typeof REFUSED {
  return fault in REFUSED;
}

const SILENT = { context: {}, onFailure: () => undefined };

/** Implements the contract by calling another backend. */
function forwardingRouter(backend: BackendClient) {
  const os = implement(contract) as unknown as Record<string, Record<string, { handler(work: unknown): unknown }>>;
  const client = backend as unknown as Record<string, Record<string, (input: unknown) => Promise<unknown>>>;
  const groups = Object.entries(contract).map(([group, calls]) => [
    group,
    Object.fromEntries(
      Object.keys(calls).map((call) => [
        call,
        os[group]![call]!.handler(({ input }: { input: unknown }) => client[group]![call]!(input)),
      ]),
    ),
  ]);
  return Object.fromEntries(groups) as Parameters<typeof createHttpHandler>[0];
}

const ADDRESSES = Object.entries(contract).flatMap(([group, calls]) =>
  Object.entries(calls).map(([call, operation]) => {
    const { method, path } = operation['~orpc'].route;
    return {
      operation: `${group}.${call}` as Operation,
      method,
      address: new RegExp(`^${path!.replace(/\{[^}]+\}/g, '[^/]+')}$`),
    };
  }),
);

function operationOf({ method, url }: IncomingMessage): Operation {
  const path = url!.split('?', 1)[0]!;
  const found = ADDRESSES.find((one) => one.method === method && one.address.test(path));
  if (!found) throw new Error(`No operation has the path ${method} ${path}`);
  return found.operation;
}

function ownHeaders({ headers }: IncomingMessage): Record<string, string> {
  const { host: _host, connection: _connection, 'content-length': _length, ...own } = headers;
  return own as Record<string, string>;
}

async function readBody(req: IncomingMessage): Promise<Buffer<ArrayBuffer> | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? Buffer.concat(chunks) : undefined;
}

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
