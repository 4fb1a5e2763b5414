import { DelegateBackoff, handleWhen, retry, type IRetryBackoffContext, type RetryPolicy } from 'cockatiel';
import type { CallFailure } from '../failed-call';
import { FailedTry, hasReason } from './failed-try';

const MAX_TRIES = 3;
const FIRST_BACKOFF_MS = 100;

/** Failures that may be temporary. */
const PASSES: readonly CallFailure[] = ['unreachable', 'cutOff', 'serverError', 'throttled'];

/**
 * Allows three tries. Fails at once if the backend asks for a longer pause than the time left.
 *
 * @param endsAt the deadline, in `performance.now()` time
 */
export function retriesUntil(endsAt: number): RetryPolicy {
  const hasTime = ({ retryAfterMs = 0 }: FailedTry) => performance.now() + retryAfterMs < endsAt;
  return retry(
    handleWhen((error) => hasReason(error, PASSES) && hasTime(error)),
    { maxAttempts: MAX_TRIES - 1, backoff: new DelegateBackoff(waitOf) },
  );
}

/** Waits as long as the backend asked, or twice as long each time with half of it random. */
function waitOf({ attempt, result }: IRetryBackoffContext<unknown>): number {
  const asked = 'error' in result && result.error instanceof FailedTry ? (result.error.retryAfterMs ?? 0) : 0;
  return Math.max(asked, FIRST_BACKOFF_MS * 2 ** (attempt - 1) * (0.5 + Math.random() / 2));
}
