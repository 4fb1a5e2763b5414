/** Why a call brought no usable answer. */
export type CallFailure =
  /** No connection could be made. */
  | 'unreachable'
  /** The connection broke before the whole answer arrived. */
  | 'cutOff'
  /** The time for the whole call was over, including retries and reading the answer. */
  | 'late'
  /** Status 5xx. */
  | 'serverError'
  /** Status 429. */
  | 'throttled'
  /** Status 3xx: redirects are not followed. */
  | 'redirected'
  /** The answer exceeds the size limit. */
  | 'tooLarge'
  /** The answer is not valid JSON. */
  | 'unreadable'
  /** The call was not made, because too many calls failed shortly before. */
  | 'circuitOpen'
  /** The call was not made, because too many calls are under way. */
  | 'busy'
  /** The caller no longer waits for the answer. */
  | 'abandoned';

interface Details {
  /** The operation's name in the contract, such as `registrations.pay`. */
  call: string;
  reason: CallFailure;
  /** Never quotes the request or the answer. */
  message: string;
  /** Whether any byte of the request may have reached the backend. */
  wasSent: boolean;
  cause?: unknown;
}

/** A failed backend call. The error names the call and quotes nothing of the request or the answer. */
export class FailedCall extends Error {
  override readonly name = 'FailedCall';
  readonly call: string;
  readonly reason: CallFailure;
  /** If false, the backend did nothing and the call may be repeated. */
  readonly wasSent: boolean;

  constructor({ call, reason, message, wasSent, cause }: Details) {
    super(`${call}: ${message}`, { cause });
    this.call = call;
    this.reason = reason;
    this.wasSent = wasSent;
  }
}

export function wasNeverSent(error: unknown): boolean {
  return error instanceof FailedCall && !error.wasSent;
}
