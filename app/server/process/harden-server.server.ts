import type { Server } from 'node:http';

/** Limits how slowly a client may send: headers within 10 s, the whole request within 30 s, else 408. Call it before `listen`. */
export function hardenServer(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  // Longer than a proxy's own keep-alive (usually 60 s): otherwise we could close a connection that it is just reusing.
  server.keepAliveTimeout = 75_000;
  // The default is every 30 s, and only createServer() offers this setting.
  Object.assign(server, { connectionsCheckingInterval: 2_000 });
}
