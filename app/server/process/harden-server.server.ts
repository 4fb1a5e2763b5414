import type { Server } from 'node:http';

/**
 * Limits how slowly a client may send: its headers within 10 s, its whole request within 30 s, else Node answers 408 and hangs
 * up; who has been answered may keep the connection for 75 s. Call it before `listen`.
 */
export function hardenServer(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  // Longer than a proxy in front keeps a connection that nobody uses (60 s, mostly): whoever hangs up first cuts off a request that the other
  // one is just sending on it.
  server.keepAliveTimeout = 75_000;
  // Node looks for slow clients only this often, 30 s unless told, and offers the setting in createServer() alone.
  Object.assign(server, { connectionsCheckingInterval: 2_000 });
}
