import { DelegateBackoff, handleWhen, retry, type IRetryBackoffContext, type RetryPolicy } from 'cockatiel';
import type { CallFailure } from '../failed-call';
import { FailedTry, hasReason } from './failed-try';

const MAX_TRIES = 3;
const FIRST_BACKOFF_MS = 100;

/** What may be otherwise a moment later. */
const PASSES: readonly CallFailure[] = ['unreachable', 'cutOff', 'serverError', 'throttled'];

/**
 * Three tries in all. Where the backend wants to be left alone for longer than there is time, the person is told so at once.
 *
 * @param endsAt when nobody waits any more, as `performance.now()` tells it
 */
export function retriesUntil(endsAt: number): RetryPolicy {
  const hasTime = ({ retryAfterMs = 0 }: FailedTry) => performance.now() + retryAfterMs < endsAt;
  return retry(
    handleWhen((error) => hasReason(error, PASSES) && hasTime(error)),
    { maxAttempts: MAX_TRIES - 1, backoff: new DelegateBackoff(waitOf) },
  );
}

/** What to wait before the next try: what the backend asked for, or twice as long each time, half of it by chance. */
function waitOf({ attempt, result }: IRetryBackoffContext<unknown>): number {
  const asked = 'error' in result && result.error instanceof FailedTry ? (result.error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
}
