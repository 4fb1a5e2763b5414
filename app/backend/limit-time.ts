import { withTimeout } from '~/lib/with-timeout';
import type { CallInterceptor } from '~/backend/call-interceptor';
import { FailedCall } from '~/backend/failed-call';

/**
 * For the client in this process: the limit that the sender sets over HTTP. The operation goes on by itself; its caller alone is told that
 * there was no answer.
 *
 * @throws FailedCall `late`
 */
export function limitTime(limitMs: number): CallInterceptor {
  return ({ next, path }) =>
    withTimeout(
      limitMs,
      next,
      () =>
        new FailedCall({
          call: path.join('.'),
          reason: 'late',
          message: `there was no answer within ${limitMs} ms`,
          wasSent: true,
        }),
    );
}
