import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import type { Logger } from 'pino';

export interface DrainOptions {
  /** Called once no request is in flight. */
  onStop: () => Promise<void>;
  log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** How long only readiness fails after SIGTERM. SIGINT skips this wait, because an operator sends it. */
  delayMs?: number;
  graceMs: number;
  exit?: (code: number) => void;
  signals?: Pick<NodeJS.EventEmitter, 'on'>;
  /** Milliseconds since any moment. */
  now?: () => number;
}

/** Ctrl-C reaches a process under `npm start` twice: from the terminal, and some milliseconds later from npm. */
const REPEAT_MS = 1_000;

/**
 * Graceful shutdown on SIGTERM or SIGINT. Readiness fails at once, new connections only after `delayMs`, so that a proxy can react.
 * Exits with 0, or with 1 if requests were cut off after `graceMs` or `onStop` failed. A second signal exits at
 * once, unless it repeats the first within a second.
 */
export function drainOnSignal(server: Server, options: DrainOptions): { isDraining: () => boolean } {
  const { onStop, log, graceMs, delayMs = 0, exit = (code) => process.exit(code), signals = process } = options;
  const { now = () => performance.now() } = options;
  const inFlight = new Set<ServerResponse>();
  let first: { signal: string; at: number } | undefined;
  let closing = false;

  server.prependListener('request', (_req, res: ServerResponse) => {
    inFlight.add(res);
    if (first) res.setHeader('Connection', 'close');
    res.once('close', () => {
      inFlight.delete(res);
      // Until `closing` is set, a proxy may be about to reuse the idle connection.
      if (closing) closeIdle();
    });
  });

  for (const signal of ['SIGTERM', 'SIGINT'])
    signals.on(signal, () => {
      if (first) {
        if (signal === first.signal && now() - first.at < REPEAT_MS) return;
        log.warn({ signal, inFlight: inFlight.size }, 'second signal: exiting at once');
        exit(1);
        return;
      }
      first = { signal, at: now() };
      log.info({ signal, inFlight: inFlight.size }, 'stopping');
      if (signal === 'SIGTERM' && delayMs > 0) setTimeout(() => void drain(), delayMs);
      else void drain();
    });

  return { isDraining: () => first !== undefined };

  async function drain(): Promise<void> {
    let code = 0;
    const late = setTimeout(() => {
      log.warn({ inFlight: inFlight.size }, 'closing connections that did not finish in time');
      code = 1;
      server.closeAllConnections();
    }, graceMs);
    await stopServing();
    clearTimeout(late);
    try {
      await onStop();
    } catch (err) {
      log.error({ err }, 'failed to close cleanly');
      code = 1;
    }
    log.info('stopped');
    exit(code);
  }

  function stopServing(): Promise<void> {
    closing = true;
    return new Promise((resolve) => {
      // http's close() also drops connections that are still sending a response (Node 20).
      NetServer.prototype.close.call(server, () => resolve());
      for (const res of inFlight) if (!res.headersSent) res.setHeader('Connection', 'close');
      closeIdle();
    });
  }

  function closeIdle(): void {
    const isStillSending = [...inFlight].some((res) => res.writableEnded && !res.writableFinished);
    if (!isStillSending) server.closeIdleConnections();
  }
}
