import { gunzipSync } from 'node:zlib';
import {
  bulkhead,
  circuitBreaker,
  type CircuitBreakerPolicy,
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
  DelegateBackoff,
  retry,
  type IRetryBackoffContext,
  type RetryPolicy,
} from 'cockatiel';
import { Agent } from 'undici';
import { FailedCall, type CallFailure } from '~/backend/failed-call';
import { systemClock, type Clock } from '~/domain/clock';
import { exchange, type Sendable, FailedTry, hasReason, type RawResponse } from './exchange.server';

export interface SenderOptions {
  /** Milliseconds for a whole call: queueing, retries and reading the response. */
  timeoutMs: number;
  /** The front end's certificate and key, and the CA that signed the backend's certificate; all PEM. */
  tls?: { cert?: string; key?: string; ca?: string };
  /** Maximum number of concurrent calls. As many again may be queued. */
  maxCalls?: number;
  maxResponseBytes?: number;
  /** The circuit opens after this many consecutive failures. */
  breakAfter?: number;
  /** Milliseconds until one call is let through as a probe. Doubles after each failed probe, up to 30 s. */
  probeAfterMs?: number;
  /** For a dated Retry-After. */
  clock?: Clock;
  /** Called when the circuit opens or closes. */
  onCircuit?: (state: 'open' | 'closed') => void;
}

interface SentCall {
  name: string;
  /** True for a read, a deletion, or a call with an idempotency key. */
  isRetriable: boolean;
  /** The backend may lack this call. */
  isOptional?: boolean;
}

/** Sends calls to the backend over HTTP. */
export interface Sender {
  /**
   * Resolves with the whole response, for any status but 3xx, 429 and 5xx. A missing optional call is a 404.
   *
   * @throws FailedCall without a usable response
   */
  send(request: Request, call: SentCall): Promise<Response>;
  /** Running calls, and queued ones. */
  load(): { running: number; waiting: number };
  /** Resolves when the running calls have ended. No further call can be made. */
  close(): Promise<void>;
}

const MAX_BREAK_MS = 30_000;
/** A try that had less time does not show whether the backend responds. */
const FAIR_MS = 500;

/** The failures that open the circuit. A 4xx is a valid response, and a cancelled call is not the backend's fault. */
const CIRCUIT_FAILURES: readonly CallFailure[] = ['unreachable', 'cutOff', 'late', 'serverError', 'redirected'];

/** Opens a pool of keep-alive connections. */
export function openSender({
  timeoutMs,
  tls = {},
  maxCalls = 50,
  maxResponseBytes = 2_000_000,
  breakAfter = 10,
  probeAfterMs = 1_000,
  clock = systemClock,
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
  const breaker: CircuitBreakerPolicy = circuitBreaker(
    // A probe closes the circuit unless it fails here, so it also fails if the backend did not respond to it.
    handleWhen((error) => hasReason(error, CIRCUIT_FAILURES) || error instanceof UnansweredProbe),
    {
      breaker: new ConsecutiveBreaker(breakAfter),
      halfOpenAfter: new ExponentialBackoff({
        generator: halfJitterGenerator,
        initialDelay: probeAfterMs,
        maxDelay: MAX_BREAK_MS,
      }),
    },
  );
  breaker.onStateChange((state) => {
    if (state === CircuitState.Open) onCircuit?.('open');
    if (state === CircuitState.Closed) onCircuit?.('closed');
  });
  const slots = bulkhead(maxCalls, maxCalls);

  return {
    async send(request, { name, isRetriable, isOptional = false }) {
      const sendable = await readRequest(request);
      const policy = isRetriable ? wrap(deadline, retriesUntil(performance.now() + timeoutMs)) : deadline;
      let wasSent = false;
      let lastFailure: unknown;
      try {
        return await policy.execute(async ({ signal }) => {
          try {
            // Other calls may still run that began before the circuit opened.
            const isProbe = breaker.state === CircuitState.Open;
            // Use this signal and not the breaker's, which is dropped while the breaker waits for a probe.
            const call = () => slots.execute(() => tryOnce(signal), signal);
            return await breaker.execute(() => (isProbe ? probe(call) : call()), signal);
          } catch (error) {
            lastFailure = error instanceof UnansweredProbe ? error.cause : error;
            throw lastFailure;
          }
        }, request.signal);
      } catch (error) {
        throw failedCall(error);
      }

      async function tryOnce(signal: AbortSignal): Promise<Response> {
        // The deadline may have passed during the pause before a retry.
        if (signal.aborted) throw new FailedTry('abandoned', 'cancelled before it was sent');
        const sentAt = performance.now();
        try {
          const onSent = () => (wasSent = true);
          const response = await exchange(agent, sendable, { signal, maxResponseBytes, onSent });
          if (isOptional && MISSING_CALL.has(response.status)) return new Response(null, { status: 404 });
          return toResponse(response, { maxResponseBytes, now: clock.now() });
        } catch (error) {
          const wasShort = signal.aborted && performance.now() - sentAt < Math.min(FAIR_MS, timeoutMs / 2);
          if (!wasShort && !hasHungUp(request.signal)) throw error;
          throw new FailedTry('abandoned', 'cancelled by the caller', { cause: error });
        }
      }

      function failedCall(error: unknown): FailedCall {
        const makeFailure = (reason: CallFailure, message: string, cause: unknown) =>
          new FailedCall({ call: name, reason, message, wasSent, cause });
        if (isBrokenCircuitError(error))
          return makeFailure('circuitOpen', 'not sent, because the circuit is open', error);
        if (isBulkheadRejectedError(error))
          return makeFailure('busy', 'not sent, because too many calls are running', error);
        if (hasHungUp(request.signal)) return makeFailure('abandoned', 'cancelled by the caller', error);
        if (request.signal.aborted) return makeFailure('late', 'no complete response within the caller’s time', error);
        // The library's `isTaskCancelledError` checks for a property of a different error.
        if (error instanceof TaskCancelledError)
          return makeFailure('late', `no complete response within ${timeoutMs} ms`, lastFailure ?? error);
        if (error instanceof FailedTry) return makeFailure(error.reason, error.message, error.cause);
        throw error;
      }
    },
    load: () => ({ running: maxCalls - slots.executionSlots, waiting: maxCalls - slots.queueSlots }),
    close: () => agent.close(),
  };
}

/** The backend did not respond to a probe: its caller has gone, or it got no slot. The cause says which. */
class UnansweredProbe extends Error {}

async function probe<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof FailedTry && error.reason !== 'abandoned') throw error;
    throw new UnansweredProbe('the backend did not respond to a probe', { cause: error });
  }
}

/** Whether a call was aborted for another reason than a limit of its time (limit-time.ts). A limit can be the fault of the backend. */
function hasHungUp({ aborted, reason }: AbortSignal): boolean {
  return aborted && !(reason instanceof FailedCall && reason.reason === 'late');
}

async function readRequest(request: Request): Promise<Sendable> {
  const body = request.body && Buffer.from(await request.arrayBuffer());
  return { url: new URL(request.url), method: request.method, headers: Object.fromEntries(request.headers), body };
}

const MAX_TRIES = 3;
const FIRST_BACKOFF_MS = 100;

/** Failures that may be temporary. */
const TEMPORARY_FAILURES: readonly CallFailure[] = ['unreachable', 'cutOff', 'serverError', 'throttled'];

/**
 * Allows three attempts. Fails at once if the backend asks for a longer pause than the time left.
 *
 * @param endsAt the deadline, in `performance.now()` time
 */
function retriesUntil(endsAt: number): RetryPolicy {
  const hasTime = ({ retryAfterMs = 0 }: FailedTry) => performance.now() + retryAfterMs < endsAt;
  return retry(
    handleWhen((error) => hasReason(error, TEMPORARY_FAILURES) && hasTime(error)),
    { maxAttempts: MAX_TRIES - 1, backoff: new DelegateBackoff(backoffOf) },
  );
}

/** The pause that the backend requested, or a pause that doubles each time, with half of it random. */
function backoffOf({ attempt, result }: IRetryBackoffContext<unknown>): number {
  const requestedMs = 'error' in result && result.error instanceof FailedTry ? (result.error.retryAfterMs ?? 0) : 0;
  return Math.max(requestedMs, FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
}

/** The statuses of a server that does not have a call. Its body is often a page. */
const MISSING_CALL: ReadonlySet<number> = new Set([404, 405, 415, 501]);

/** The headers that describe a body as it was sent, not as it is returned. */
const BODY_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'content-disposition',
  'content-encoding',
  'content-length',
]);

/**
 * Returns JSON as `application/json`, however the backend labels it, because the caller's codec reads no other type.
 *
 * @throws FailedTry if the status is a failure or the body is not JSON
 */
function toResponse(
  { status, headers, body }: RawResponse,
  { maxResponseBytes, now }: { maxResponseBytes: number; now: Date },
): Response {
  if (status >= 500 || status === 429) {
    const retryAfterMs = readRetryAfter(headers['retry-after'], now);
    throw new FailedTry(status === 429 ? 'throttled' : 'serverError', `the backend returned status ${status}`, {
      retryAfterMs,
    });
  }
  if (status >= 300 && status < 400)
    throw new FailedTry('redirected', `the backend returned status ${status}, a redirect`);
  const json = readJson(body, headers['content-encoding'], maxResponseBytes);
  if (json === undefined) throw new FailedTry('unreadable', `the backend returned status ${status} without JSON`);
  const responseHeaders = Object.entries(headers)
    .filter(([name]) => !BODY_HEADERS.has(name))
    .flatMap(([name, value]) => [value ?? []].flat().map((each): [string, string] => [name, each]));
  return new Response(json === '' ? null : json, {
    status,
    headers: [...responseHeaders, ['content-type', 'application/json']],
  });
}

/**
 * Checks the body here, because the caller's parser would quote it in its error. Proxies may compress it, although no encoding is requested.
 *
 * @returns the text without a byte order mark; undefined if it is not JSON
 */
function readJson(body: Buffer, encoding: RawResponse['headers'][string], maxOutputLength: number): string | undefined {
  if (body.length === 0) return '';
  try {
    const json = new TextDecoder().decode(encoding === 'gzip' ? gunzipSync(body, { maxOutputLength }) : body);
    JSON.parse(json);
    return json;
  } catch {
    return undefined;
  }
}

/** Reads seconds or a date (RFC 9110, section 10.2.3) as milliseconds from now. */
function readRetryAfter(header: string | string[] | undefined, now: Date): number | undefined {
  const [first = ''] = [header ?? ''].flat();
  const text = first.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now.getTime());
}
