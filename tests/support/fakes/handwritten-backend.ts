import type { IncomingHttpHeaders } from 'node:http';
import { onTestFinished } from 'vitest';
import { createRemoteBackend } from '~/backend/remote/remote-backend.server';
import { openSender } from '~/backend/remote/send.server';
import { serveApp } from '~tests/servers/serve-app';

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
  const { origin } = await serveApp((req, res) => {
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
  const sender = openSender({ timeoutMs: 2_000 });
  onTestFinished(() => sender.close());
  const url = origin + path;
  const missing = new Set<string>();
  const client = createRemoteBackend({
    url,
    sender,
    requestId: () => 'request-1',
    onMissing: (call, fields) => fields.forEach((field) => missing.add(`${call} ${field}`)),
  });
  return { client, requests, url, missing: () => [...missing] };
}
