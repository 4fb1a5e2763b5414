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
  /** What a call may take in all: waiting its turn, retries, and reading the answer. Milliseconds. */
  timeoutMs: number;
  /** Calls at once; as many again may wait their turn. */
  maxCalls?: number;
  maxAnswerBytes?: number;
  /** After so many failures in a row, without one answer between them, calls are not made any more. */
  breakAfter?: number;
  /** Milliseconds until one call is let through to see whether the backend is back; doubles, up to 30 s, while it is not. */
  probeAfterMs?: number;
  /** Hears when calls are stopped because the backend is dead, and when they go through again. */
  onCircuit?: (state: 'open' | 'closed') => void;
}

interface SentCall {
  /** The operation's name in the contract, for errors. */
  name: string;
  /** Whether asking twice is asking once: a read, or a call with an idempotency key. */
  isRetriable: boolean;
}

/** The way to the backend, over HTTP. */
export interface Sender {
  /**
   * Sends a request and resolves with its answer, read whole: any status but 3xx, 429 and 5xx.
   *
   * @throws FailedCall where there is no such answer
   */
  send(request: Request, call: SentCall): Promise<Response>;
  /** Resolves when the calls under way have ended; no further can be made. */
  close(): Promise<void>;
}

const LONGEST_BREAK_MS = 30_000;

/** What tells of a backend that is not well. A 4xx is an answer, and the person's own line is not the backend's fault. */
const COUNTS: readonly CallFailure[] = ['unreachable', 'cutOff', 'late', 'serverError', 'redirected'];

/** Opens connections of its own, kept alive, to wherever requests lead. */
export function openSender({
  timeoutMs,
  maxCalls = 50,
  maxAnswerBytes = 2_000_000,
  breakAfter = 10,
  probeAfterMs = 1_000,
  onCircuit,
}: SenderOptions): Sender {
  // The deadline below is the only limit of time: undici's own count silence, which a trickle never is.
  const agent = new Agent({
    connections: maxCalls,
    connect: { timeout: timeoutMs },
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
            // Not the signal that the breaker hands on: it forgets it while it waits for a probe.
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
        // A retry whose pause outlasted the deadline would send what nobody waits for.
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
        // The library's own `isTaskCancelledError` asks for another error's mark.
        if (error instanceof TaskCancelledError)
          return of('late', `there was no whole answer within ${timeoutMs} ms`, lastFailure ?? error);
        if (error instanceof FailedTry) return of(error.reason, error.message, error.cause);
        throw error;
      }
    },
    close: () => agent.close(),
  };
}

async function readRequest(request: Request): Promise<Sendable> {
  const body = request.body && Buffer.from(await request.arrayBuffer());
  return { url: new URL(request.url), method: request.method, headers: Object.fromEntries(request.headers), body };
}
