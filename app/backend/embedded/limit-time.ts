import { withTimeout } from '~/lib/with-timeout';
import { FailedCall } from '../failed-call';

interface Call<Answer> {
  next(): Promise<Answer>;
  path: readonly string[];
}

/**
 * For the client in this process: the limit that the sender sets over HTTP. The operation goes on by itself; its caller alone is told that
 * there was no answer.
 *
 * @throws FailedCall `late`
 */
export function limitTime(limitMs: number) {
  return <Answer>({ next, path }: Call<Answer>): Promise<Answer> =>
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
