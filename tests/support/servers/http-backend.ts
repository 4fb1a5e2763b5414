import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type RequestHandler } from 'express';
import type { BackendClient } from '~/backend/contract/client';
import { createRemoteBackend } from '~/backend/remote/remote-backend.server';
import { openSender } from '~/backend/remote/send.server';

export interface HttpBackend {
  url: string;
  client: BackendClient;
  close(): Promise<void>;
}

interface Options {
  requestId?: () => string | undefined;
  timeoutMs?: number;
  /** Runs before the contract's routes. */
  path?: string;
}

/** A backend over HTTP on its own port, and a client for it. */
export async function openHttpBackend(handler: RequestHandler, options: Options = {}): Promise<HttpBackend> {
  const { requestId = () => undefined, timeoutMs = 5_000, path = '' } = options;
  const server = createServer(express().use(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  const sender = openSender({ timeoutMs });
  return {
    url,
    client: createRemoteBackend({ url, sender, requestId }),
    async close() {
      await sender.close();
      await closeServer(server);
    },
  };
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
