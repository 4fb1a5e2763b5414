import type { CallFailure } from '../failed-call';

/** One try of a call that brought no answer to work with. */
export class FailedTry extends Error {
  override readonly name = 'FailedTry';

  constructor(
    readonly reason: CallFailure,
    message: string,
    /** `retryAfterMs`: how long the backend wants to be left alone. */
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }

  readonly retryAfterMs: number | undefined;
}

/** Whether it is a try that failed for one of these reasons. */
export function hasReason(error: unknown, reasons: readonly CallFailure[]): error is FailedTry {
  return error instanceof FailedTry && reasons.includes(error.reason);
}
