import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from 'pino';

export interface DrainOptions {
  /** Closes what the process holds, such as the store; called once nobody is being served any more. */
  onStop: () => Promise<void>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long SIGTERM only fails readiness while everybody is still served, in milliseconds; SIGINT, a person's, does not wait. */
  delayMs?: number;
  /** How long requests in flight may still take, in milliseconds. */
  graceMs: number;
  /** For tests. */
  exit?: (code: number) => void;
  /** For tests: where the signals come from. */
  signals?: Pick<NodeJS.EventEmitter, 'on'>;
}

/**
 * Ends the process on SIGTERM or SIGINT without cutting anybody off: readiness fails, after `delayMs` nothing new is accepted, requests in
 * flight end and their connections with them, then `onStop`, then exit code 0. A proxy that asks for readiness needs that time to hear of
 * it: a listener that is gone at once is a failed request for whoever it sends meanwhile. Code 1 where requests had to be cut off after `graceMs`,
 * or `onStop` failed. A second signal ends it at once.
 */
export function drainOnSignal(server: Server, options: DrainOptions): { isDraining: () => boolean } {
  const { onStop, log, graceMs, delayMs = 0, exit = (code) => process.exit(code), signals = process } = options;
  const inFlight = new Set<ServerResponse>();
  let draining = false;
  let closing = false;

  server.prependListener('request', (_req, res: ServerResponse) => {
    inFlight.add(res);
    if (draining) res.setHeader('Connection', 'close');
    res.once('close', () => {
      inFlight.delete(res);
      // Not while a proxy may still send: it would send into a connection that is just being closed.
      if (closing) closeIdle();
    });
  });

  for (const signal of ['SIGTERM', 'SIGINT'])
    signals.on(signal, () => {
      if (draining) {
        log.warn({ signal, inFlight: inFlight.size }, 'told to stop again: stopping at once');
        exit(1);
        return;
      }
      draining = true;
      log.info({ signal, inFlight: inFlight.size }, 'stopping');
      if (signal === 'SIGTERM' && delayMs > 0) setTimeout(() => void drain(), delayMs);
      else void drain();
    });

  return { isDraining: () => draining };

  async function drain(): Promise<void> {
    let code = 0;
    const late = setTimeout(() => {
      log.warn({ inFlight: inFlight.size }, 'cutting off what has not ended in time');
      code = 1;
      server.closeAllConnections();
    }, graceMs);
    await stopServing();
    clearTimeout(late);
    try {
      await onStop();
    } catch (err) {
      log.error({ err }, 'could not close cleanly');
      code = 1;
    }
    log.info('stopped');
    exit(code);
  }

  function stopServing(): Promise<void> {
    closing = true;
    return new Promise((resolve) => {
      // Not http's own close(): that one also drops connections whose answer is still on its way out (seen with Node 20).
      NetServer.prototype.close.call(server, () => resolve());
      for (const res of inFlight) if (!res.headersSent) res.setHeader('Connection', 'close');
      closeIdle();
    });
  }

  function closeIdle(): void {
    const onTheirWayOut = [...inFlight].some((res) => res.writableEnded && !res.writableFinished);
    if (!onTheirWayOut) server.closeIdleConnections();
  }
}
