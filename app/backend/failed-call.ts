/** Why a call came back without an answer that anyone could work with. */
export type CallFailure =
  /** No connection could be made. */
  | 'unreachable'
  /** The connection broke before the answer was whole. */
  | 'cutOff'
  /** The time for the call was over, its retries and the reading of its answer included. */
  | 'late'
  /** Status 5xx. */
  | 'serverError'
  /** Status 429. */
  | 'throttled'
  /** Status 3xx: redirects are not followed. */
  | 'redirected'
  /** The answer is longer than any that is expected. */
  | 'tooLarge'
  /** The answer is not the JSON it should be. */
  | 'unreadable'
  /** Too many calls failed shortly before: this one was not made. */
  | 'circuitOpen'
  /** Too many calls are under way: this one was not made. */
  | 'busy'
  /** Whoever asked does not wait for it any more. */
  | 'abandoned';

interface Details {
  /** The operation's name in the contract, such as `registrations.pay`. */
  call: string;
  reason: CallFailure;
  /** What happened, in words that hold nothing of what was sent or answered. */
  message: string;
  /** Whether any byte of it may have reached the backend. */
  wasSent: boolean;
  cause?: unknown;
}

/** A call of the backend that failed on its way. It names the call, and holds nothing of what was sent or answered. */
export class FailedCall extends Error {
  override readonly name = 'FailedCall';
  readonly call: string;
  readonly reason: CallFailure;
  /** False where the backend cannot know of the call: it did nothing, and the same may be asked again. */
  readonly wasSent: boolean;

  constructor({ call, reason, message, wasSent, cause }: Details) {
    super(`${call}: ${message}`, { cause });
    this.call = call;
    this.reason = reason;
    this.wasSent = wasSent;
  }
}

/** Whether the error says that the backend was never asked. */
export function wasNeverSent(error: unknown): boolean {
  return error instanceof FailedCall && !error.wasSent;
}
