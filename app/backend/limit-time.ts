import type { CallInterceptor } from '~/backend/call-interceptor';
import { FailedCall } from '~/backend/failed-call';

/**
 * Limits how long a caller waits for an operation, which continues. Makes no call without time left.
 *
 * @param findLimit returns milliseconds, or Infinity
 * @throws FailedCall `late`
 */
export function limitTime(findLimit: () => number): CallInterceptor {
  return async ({ next, path }) => {
    const limitMs = Math.ceil(findLimit());
    if (limitMs === Infinity) return await next();
    if (limitMs <= 0) {
      const message = 'not sent, because no time was left for it';
      throw new FailedCall({ call: path.join('.'), reason: 'late', message, wasSent: false });
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      const fail = () =>
        reject(
          new FailedCall({
            call: path.join('.'),
            reason: 'late',
            message: `no response within ${limitMs} ms`,
            wasSent: true,
          }),
        );
      timer = setTimeout(fail, limitMs);
    });
    try {
      return await Promise.race([next(), late]);
    } finally {
      clearTimeout(timer);
    }
  };
}
