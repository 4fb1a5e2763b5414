import type { Server } from 'node:http';

/** Limits how slowly a client may send: headers within 10 s, the whole request within 30 s, else 408. Call it before `listen`. */
export function hardenServer(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  // Longer than a proxy's own keep-alive (usually 60 s). Otherwise we could close a connection that the proxy is about to reuse.
  server.keepAliveTimeout = 75_000;
  // The default is 30 s. Set directly, because only createServer() has an option for it.
  Object.assign(server, { connectionsCheckingInterval: 2_000 });
}
