import type { CallInterceptor } from '~/backend/call-interceptor';
import { FailedCall } from '~/backend/failed-call';

/**
 * Limits how long a caller waits for an operation, and then aborts its signal. A sender sends nothing more, and hangs up on what it sent; a
 * payment that has not reached the provider takes no money. Makes no call without time left.
 *
 * @param findLimit returns milliseconds, or Infinity
 * @throws FailedCall `late`
 */
export function limitTime(findLimit: () => number): CallInterceptor {
  return async ({ next, ...call }) => {
    const { path, signal } = call;
    const limitMs = Math.ceil(findLimit());
    if (limitMs === Infinity) return await next();
    if (limitMs <= 0) {
      const message = 'not sent, because no time was left for it';
      throw new FailedCall({ call: path.join('.'), reason: 'late', message, wasSent: false });
    }
    const waiting = new AbortController();
    const stopWaiting = () => waiting.abort(signal?.reason);
    if (signal?.aborted) stopWaiting();
    signal?.addEventListener('abort', stopWaiting);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const fail = () => {
        const message = `no response within ${limitMs} ms`;
        const failure = new FailedCall({ call: path.join('.'), reason: 'late', message, wasSent: true });
        // First, so that the caller gets this failure instead of that of the aborted operation.
        reject(failure);
        waiting.abort(failure);
      };
      timer = setTimeout(fail, limitMs);
    });
    try {
      return await Promise.race([next({ ...call, signal: waiting.signal }), late]);
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stopWaiting);
    }
  };
}
