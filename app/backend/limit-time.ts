import { withTimeout } from '~/lib/with-timeout';
import type { CallInterceptor } from '~/backend/call-interceptor';
import { FailedCall } from '~/backend/failed-call';

/**
 * The in-process equivalent of the HTTP sender's time limit. The operation itself continues; only its caller gets an error.
 *
 * @throws FailedCall `late`
 */
export function limitTime(limitMs: number): CallInterceptor {
  return ({ next, path }) =>
    withTimeout(
      limitMs,
      () => next(),
      () =>
        new FailedCall({
          call: path.join('.'),
          reason: 'late',
          message: `there was no answer within ${limitMs} ms`,
          wasSent: true,
        }),
    );
}
