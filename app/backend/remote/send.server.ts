import {
  bulkhead,
  circuitBreaker,
  CircuitState,
  ConsecutiveBreaker,
  ExponentialBackoff,
  halfJitterGenerator,
  handleWhen,
  isBrokenCircuitError,
  isBulkheadRejectedError,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';
import { Agent } from 'undici';
import { FailedCall, type CallFailure } from '../failed-call';
import { exchange, type Sendable } from './exchange.server';
import { FailedTry, hasReason } from './failed-try';
import { readAnswer } from './read-answer';
import { retriesUntil } from './retries';

export interface SenderOptions {
  /** Milliseconds for a whole call: queueing, retries and reading the answer. */
  timeoutMs: number;
  /** The front end's certificate and key, and the authority that signed the backend's; all PEM. */
  tls?: { cert?: string; key?: string; ca?: string };
  /** Maximum number of concurrent calls. As many again may be queued. */
  maxCalls?: number;
  maxAnswerBytes?: number;
  /** The circuit opens after this many consecutive failures. */
  breakAfter?: number;
  /** Milliseconds until one call is let through as a probe. Doubles after each failed probe, up to 30 s. */
  probeAfterMs?: number;
  /** Called when the circuit opens or closes. */
  onCircuit?: (state: 'open' | 'closed') => void;
}

interface SentCall {
  name: string;
  /** True for a read, or for a call with an idempotency key. */
  isRetriable: boolean;
}

/** Sends calls to the backend over HTTP. */
export interface Sender {
  /**
   * Resolves with the whole answer, for any status but 3xx, 429 and 5xx.
   *
   * @throws FailedCall if there is no such answer
   */
  send(request: Request, call: SentCall): Promise<Response>;
  /** Calls that are under way, and those that wait for a place. */
  load(): { running: number; waiting: number };
  /** Resolves when the calls under way have ended. No further call can be made. */
  close(): Promise<void>;
}

const LONGEST_BREAK_MS = 30_000;

/** The failures that open the circuit. A 4xx is an answer, and an abandoned call is not the backend's fault. */
const COUNTS: readonly CallFailure[] = ['unreachable', 'cutOff', 'late', 'serverError', 'redirected'];

/** Opens a keep-alive connection pool of its own. */
export function openSender({
  timeoutMs,
  tls = {},
  maxCalls = 50,
  maxAnswerBytes = 2_000_000,
  breakAfter = 10,
  probeAfterMs = 1_000,
  onCircuit,
}: SenderOptions): Sender {
  // The deadline below is the only time limit. undici's timeouts only measure silence, so a slow trickle would never hit them.
  const agent = new Agent({
    connections: maxCalls,
    connect: { timeout: timeoutMs, ...tls },
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  const deadline = timeout(timeoutMs, TimeoutStrategy.Aggressive);
  const breaker = circuitBreaker(
    handleWhen((error) => hasReason(error, COUNTS)),
    {
      breaker: new ConsecutiveBreaker(breakAfter),
      halfOpenAfter: new ExponentialBackoff({
        generator: halfJitterGenerator,
        initialDelay: probeAfterMs,
        maxDelay: LONGEST_BREAK_MS,
      }),
    },
  );
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open) onCircuit?.('open');
    if (state === CircuitState.Closed) onCircuit?.('closed');
  });
  const turn = bulkhead(maxCalls, maxCalls);

  return {
    async send(request, { name, isRetriable }) {
      const sendable = await readRequest(request);
      const policy = isRetriable ? wrap(deadline, retriesUntil(performance.now() + timeoutMs)) : deadline;
      let wasSent = false;
      let lastFailure: unknown;
      try {
        return await policy.execute(async ({ signal }) => {
          try {
            // Use this signal and not the breaker's, which is dropped while the breaker waits for a probe.
            return await breaker.execute(() => turn.execute(() => tryOnce(signal), signal), signal);
          } catch (error) {
            lastFailure = error;
            throw error;
          }
        }, request.signal);
      } catch (error) {
        throw failedCall(error);
      }

      async function tryOnce(signal: AbortSignal): Promise<Response> {
        // The deadline may have passed during the pause before a retry.
        if (signal.aborted) throw new FailedTry('abandoned', 'it was given up before it was sent');
        try {
          const onSent = () => (wasSent = true);
          return readAnswer(await exchange(agent, sendable, { signal, maxAnswerBytes, onSent }));
        } catch (error) {
          if (!request.signal.aborted) throw error;
          throw new FailedTry('abandoned', 'nobody waits for the answer any more', { cause: error });
        }
      }

      function failedCall(error: unknown): FailedCall {
        const of = (reason: CallFailure, message: string, cause: unknown) =>
          new FailedCall({ call: name, reason, message, wasSent, cause });
        if (isBrokenCircuitError(error)) return of('circuitOpen', 'not asked, since the backend is down', error);
        if (isBulkheadRejectedError(error)) return of('busy', 'not asked, since too many calls are under way', error);
        if (request.signal.aborted) return of('abandoned', 'nobody waits for the answer any more', error);
        // The library's own `isTaskCancelledError` checks for the mark of a different error.
        if (error instanceof TaskCancelledError)
          return of('late', `there was no whole answer within ${timeoutMs} ms`, lastFailure ?? error);
        if (error instanceof FailedTry) return of(error.reason, error.message, error.cause);
        throw error;
      }
    },
    load: () => ({ running: maxCalls - turn.executionSlots, waiting: maxCalls - turn.queueSlots }),
    close: () => agent.close(),
  };
}

async function readRequest(request: Request): Promise<Sendable> {
  const body = request.body && Buffer.from(await request.arrayBuffer());
  return { url: new URL(request.url), method: request.method, headers: Object.fromEntries(request.headers), body };
}
