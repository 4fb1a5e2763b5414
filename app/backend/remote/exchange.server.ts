import type { Dispatcher } from 'undici';
import { FailedTry } from './failed-try';

/** A request whose body is in memory, so that it can be sent again. */
export interface Sendable {
  url: URL;
  method: string;
  headers: Record<string, string>;
  body: Buffer | null;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer<ArrayBuffer>;
}

interface Options {
  /** Gives the try up, also while the answer is read. */
  signal: AbortSignal;
  maxAnswerBytes: number;
  /** Called right before the first byte leaves: until then the backend cannot know of it. */
  onSent: () => void;
}

/**
 * Sends a request once and reads its answer whole. Follows no redirect, and decodes nothing: no encoding is asked for.
 *
 * @throws FailedTry `unreachable`, `cutOff`, `late`, or `tooLarge`
 */
export function exchange(
  dispatcher: Dispatcher,
  { url, method, headers, body }: Sendable,
  { signal, maxAnswerBytes, onSent }: Options,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let wasSent = false;
    let answer: Omit<Answer, 'body'> | undefined;
    let size = 0;
    const chunks: Buffer[] = [];
    let cancel: (reason: FailedTry) => void = () => undefined;
    const giveUp = () => fail(new FailedTry('late', 'there was no whole answer in time'));
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
        // While a connection was being made the time may have run out; nothing is sent after that.
        if (signal.aborted) return giveUp();
        wasSent = true;
        onSent();
      },
      onResponseStart(_controller, status, answered) {
        answer = { status, headers: answered };
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size > maxAnswerBytes)
          return fail(new FailedTry('tooLarge', `the answer is longer than ${maxAnswerBytes} bytes`));
        chunks.push(chunk);
      },
      onResponseEnd() {
        signal.removeEventListener('abort', giveUp);
        if (answer) resolve({ ...answer, body: Buffer.concat(chunks) });
        else fail(new FailedTry('cutOff', 'the answer ended before it began'));
      },
      onResponseError(_controller, cause) {
        fail(
          wasSent
            ? new FailedTry('cutOff', 'the connection broke before the answer was whole', { cause })
            : new FailedTry('unreachable', 'the backend could not be reached', { cause }),
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
