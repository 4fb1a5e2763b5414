import type { CallInterceptor } from '~/backend/call-interceptor';
import { FailedCall } from '~/backend/failed-call';

/**
 * The in-process equivalent of the HTTP sender's time limit. The operation continues; only its caller gets an error.
 *
 * @throws FailedCall `late`
 */
export function limitTime(limitMs: number): CallInterceptor {
  return async ({ next, path }) => {
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
