import type { Server } from 'node:http';

/**
 * Limits how slowly a client may send: its headers within 10 s, its whole request within 30 s, else Node answers 408 and hangs
 * up. Call it before `listen`.
 */
export function hardenServer(server: Server): void {
  server.headersTimeout = 10_000;
  server.requestTimeout = 30_000;
  // Node looks for slow clients only this often, 30 s unless told, and offers the setting in createServer() alone.
  Object.assign(server, { connectionsCheckingInterval: 2_000 });
}
