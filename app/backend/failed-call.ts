/** Why a call returned no usable response. */
export type CallFailure =
  /** No connection could be made. */
  | 'unreachable'
  /** The connection broke before the response was complete. */
  | 'cutOff'
  /** The time limit for the whole call passed, including retries and reading the response. */
  | 'late'
  /** Status 5xx. */
  | 'serverError'
  /** Status 429. */
  | 'throttled'
  /** Status 3xx: redirects are not followed. */
  | 'redirected'
  /** The response exceeds the size limit. */
  | 'tooLarge'
  /** The response is not valid JSON. */
  | 'unreadable'
  /** The call was not made, because too many calls failed shortly before. */
  | 'circuitOpen'
  /** The call was not made, because too many calls are running. */
  | 'busy'
  /** The caller cancelled the call. */
  | 'abandoned';

interface Details {
  /** The operation's name in the contract, such as `registrations.pay`. */
  call: string;
  reason: CallFailure;
  /** Never quotes the request or the response. */
  message: string;
  /** Whether any byte of the request may have reached the backend. */
  wasSent: boolean;
  cause?: unknown;
}

/** A failed backend call. The error names the call and quotes nothing of the request or the response. */
export class FailedCall extends Error {
  override readonly name = 'FailedCall';
  readonly call: string;
  readonly reason: CallFailure;
  /** The message without the call. */
  readonly detail: string;
  /** If false, the backend did nothing and the call may be repeated. */
  readonly wasSent: boolean;

  constructor({ call, reason, message, wasSent, cause }: Details) {
    super(`${call}: ${message}`, { cause });
    this.call = call;
    this.reason = reason;
    this.detail = message;
    this.wasSent = wasSent;
  }
}

/** A response that does not match the contract. The error names the call and the fields, and never quotes the response. */
export class UnexpectedResponse extends Error {
  override readonly name = 'UnexpectedResponse';

  constructor(
    readonly call: string,
    message: string,
  ) {
    super(`${call}: ${message}`);
  }
}

/** Whether a call to the backend caused an error: it had no response in time, or one that violates the contract. */
export function isBackendError(error: unknown): boolean {
  if (error instanceof FailedCall || error instanceof UnexpectedResponse) return true;
  return error instanceof Error && isBackendError(error.cause);
}

export function wasNeverSent(error: unknown): error is FailedCall {
  return error instanceof FailedCall && !error.wasSent;
}
