import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createRemoteBackend } from '~/backend/remote/remote-backend.server';
import { openSender } from '~/backend/remote/send.server';

/** A request as the backend received it. */
export interface WireRequest {
  method: string;
  /** With its query. */
  address: string;
  headers: IncomingHttpHeaders;
  body: unknown;
}

export interface WireAnswer {
  status?: number;
  /** A text or bytes, or a value that is sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/**
 * Serves a backend with only `node:http` until the test ends. @returns a client for it, and its requests
 * @param answer the response to every call
 */
export async function serveByHand(answer: (request: WireRequest) => WireAnswer, { path = '' } = {}) {
  const requests: WireRequest[] = [];
  const server = createServer((req, res) => {
    let text = '';
    req.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    req.on('end', () => {
      const { method = '', url = '', headers } = req;
      const request = { method, address: url, headers, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
      requests.push(request);
      const { status = 200, body, headers: given = { 'content-type': 'application/json' } } = answer(request);
      res.writeHead(status, given).end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const sender = openSender({ timeoutMs: 2_000 });
  onTestFinished(async () => {
    await sender.close();
    server.close();
    server.closeAllConnections();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const missing = new Set<string>();
  const client = createRemoteBackend({
    url,
    sender,
    requestId: () => 'request-1',
    onMissing: (call, fields) => fields.forEach((field) => missing.add(`${call} ${field}`)),
  });
  return { client, requests, url, missing: () => [...missing] };
}
