import type { Dispatcher } from 'undici';
import type { CallFailure } from '~/backend/failed-call';

/** One attempt of a call that returned no usable response. */
export class FailedTry extends Error {
  override readonly name = 'FailedTry';

  constructor(
    readonly reason: CallFailure,
    message: string,
    /** `retryAfterMs`: the pause that the backend asked for. */
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }

  readonly retryAfterMs: number | undefined;
}

export function hasReason(error: unknown, reasons: readonly CallFailure[]): error is FailedTry {
  return error instanceof FailedTry && reasons.includes(error.reason);
}

/** A request whose body is in memory, so that it can be sent again. */
export interface Sendable {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface RawResponse {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer<ArrayBuffer>;
}

interface ExchangeOptions {
  /** Aborts the attempt, also while the response is read. */
  signal: AbortSignal;
  maxResponseBytes: number;
  /** Called right before the first byte is sent. Until then the request cannot have reached the backend. */
  onSent: () => void;
}

/**
 * Sends a request once and reads the whole response. Follows no redirect, and decodes nothing.
 *
 * @throws FailedTry `unreachable`, `cutOff`, `late`, or `tooLarge`
 */
export function exchange(
  dispatcher: Dispatcher,
  { url, method, headers, body }: Sendable,
  { signal, maxResponseBytes, onSent }: ExchangeOptions,
): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    let wasSent = false;
    let head: Omit<RawResponse, 'body'> | undefined;
    let size = 0;
    const chunks: Buffer[] = [];
    let cancel: (reason: FailedTry) => void = () => undefined;
    const giveUp = () => fail(new FailedTry('late', 'no complete response in time'));
    signal.addEventListener('abort', giveUp, { once: true });
    const request: Dispatcher.DispatchOptions = {
      origin: url.origin,
      path: url.pathname + url.search,
      method: method as Dispatcher.HttpMethod,
      headers,
      body,
    };
    dispatcher.dispatch(request, {
      onRequestStart(controller) {
        cancel = (reason) => controller.abort(reason);
        // The deadline may have passed while connecting. Nothing is sent after that.
        if (signal.aborted) return giveUp();
        wasSent = true;
        onSent();
      },
      onResponseStart(_controller, status, responseHeaders) {
        head = { status, headers: responseHeaders };
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size > maxResponseBytes)
          return fail(new FailedTry('tooLarge', `the response exceeds ${maxResponseBytes} bytes`));
        chunks.push(chunk);
      },
      onResponseEnd() {
        signal.removeEventListener('abort', giveUp);
        if (head) resolve({ ...head, body: Buffer.concat(chunks) });
        else fail(new FailedTry('cutOff', 'the response ended before its headers'));
      },
      onResponseError(_controller, cause) {
        fail(
          wasSent
            ? new FailedTry('cutOff', 'the connection broke before the response was complete', { cause })
            : new FailedTry('unreachable', 'failed to connect to the backend', { cause }),
        );
      },
    });

    function fail(reason: FailedTry): void {
      signal.removeEventListener('abort', giveUp);
      reject(reason);
      cancel(reason);
    }
  });
}
