import type { CallFailure } from '../failed-call';

/** One try of a call that brought no usable answer. */
export class FailedTry extends Error {
  override readonly name = 'FailedTry';

  constructor(
    readonly reason: CallFailure,
    message: string,
    /** `retryAfterMs`: the pause that the backend asked for. */
    { cause, retryAfterMs }: { cause?: unknown; retryAfterMs?: number } = {},
  ) {
    super(message, { cause });
    this.retryAfterMs = retryAfterMs;
  }

  readonly retryAfterMs: number | undefined;
}

export function hasReason(error: unknown, reasons: readonly CallFailure[]): error is FailedTry {
  return error instanceof FailedTry && reasons.includes(error.reason);
}
