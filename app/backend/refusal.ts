import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import { isRecord } from '~/lib/is-record';
import { findOperation } from './contract/contract';
import { AUTH_FAILED, isAccessLost, isFailure, validationErrors, type ValidationErrors } from './schemas/answers';
import {
  mayReportFailure,
  paymentResponse,
  type PaymentAnswer,
  type PaymentResponse,
  type PaymentState,
} from './schemas/payments';

/** Why the backend rejected a call (docs/rules.md, "Lost registration", "Refused payments"). */
export type Refusal =
  | { kind: 'duplicate'; whose: 'parent' | 'coParent' }
  /** The visitor can correct this. The form shows the texts; there is at least one, or the key of a message. */
  | { kind: 'invalid'; texts: string[] }
  /** The invite is no longer valid (docs/rules.md, "Invite calls"). */
  | { kind: 'deadInvite' }
  /** 401, 403 or 404: the registration no longer exists, or belongs to another user. */
  | { kind: 'gone' }
  | { kind: 'unknown'; error: unknown };

/** Whether the sign-up no longer exists, or the invite is no longer valid. */
export function isEnded(refusal: PaymentRefusal): refusal is { kind: 'gone' } | { kind: 'deadInvite' } {
  return refusal.kind === 'gone' || refusal.kind === 'deadInvite';
}

/** The fields that can mark a response as a failure (docs/rules.md, "Refused payments"). */
export interface FailureMarks {
  status?: number | null;
  statusCode?: number | null;
  message?: string | null;
  exception?: string | null;
  validationErrors?: ValidationErrors | null;
}

/** A call that failed although its HTTP status is 200. */
class FailureResponse extends Error {
  override readonly name = 'FailureResponse';

  constructor(readonly answer: FailureMarks) {
    super(`The backend returned status ${answer.status ?? answer.statusCode ?? 'none'}`);
  }
}

/** @throws FailureResponse if the response reports a failure */
export function requireAccepted(answer: FailureMarks): void {
  if (reportsFailure(answer)) throw new FailureResponse(answer);
}

/** Whether status, faults or texts report a failure (docs/rules.md, "Refused payments"). An empty response is a success. */
function reportsFailure(answer: FailureMarks): boolean {
  const isRefused = statusesOf(answer).some(isFailure);
  return isRefused || (answer.validationErrors ?? []).length > 0 || /fail/i.test(answer.message ?? '');
}

/** The outcome of a call that returned HTTP 200. Only a few operations report failures this way (`mayReportFailure`). */
export function outcomeOfAnswer(path: readonly string[], answer: unknown): 'ok' | 'refused' | 'unknown' | 'failed' {
  const output = findOperation(path)?.outputSchema;
  if (!mayReportFailure(output) || !isRecord(answer)) return 'ok';
  // A payment response contains `state`, unless the payment was refused. Look-ups repeat, so only the payment itself counts as unknown.
  if ('state' in answer) return output === paymentResponse && answer.state === 'pending' ? 'unknown' : 'ok';
  if (isBroken(answer)) return 'failed';
  return reportsFailure(answer) || (answer as FailureMarks).exception ? 'refused' : 'ok';
}

/** Whether the backend rejected the call on purpose, so that nothing is broken. */
export function isRefusal(error: unknown): boolean {
  return error instanceof FailureResponse ? !isBroken(error.answer) : findDefined(error) !== undefined;
}

function isBroken(answer: FailureMarks): boolean {
  return statusesOf(answer).some((status) => status >= 500);
}

function statusesOf({ status, statusCode }: FailureMarks): number[] {
  return [status, statusCode].filter((given) => given != null);
}

interface Paid {
  state: 'paid';
  answer: PaymentAnswer;
  /** Another browser or tab paid. */
  isJoined: boolean;
}

/** `pending` means that the outcome is unknown. */
export type PaymentOutcome = Paid | { state: 'pending' };
/** The state of an earlier payment. `none` was never started. */
export type FoundPayment =
  PaymentOutcome | { state: 'none' } | { state: 'failed'; exception: string; isJoined?: boolean | null };

/**
 * @throws FailureResponse if the response reports a failure
 * @throws Error if a successful payment lacks its receipt or registration (docs/rules.md, "Refused payments")
 */
export function readPayment(response: PaymentResponse): PaymentOutcome {
  if (!('state' in response)) throw new FailureResponse(response);
  return response.state === 'pending' ? response : paid(response);
}

/** @throws Error as `readPayment` does */
export function readFoundPayment(response: PaymentState): FoundPayment {
  return response.state === 'paid' ? paid(response) : response;
}

function paid({ state, isJoined, ...answer }: Extract<PaymentState, { state: 'paid' }>): PaymentOutcome {
  const { receipt, registration }: Partial<PaymentAnswer> = answer;
  if (!receipt || !registration) throw new Error('The payment response is missing its receipt or registration');
  return { state, answer, isJoined: isJoined ?? false };
}

/** Why a payment failed. Nothing was charged, except possibly for `unknown`. */
export type PaymentRefusal = Refusal | { kind: 'declined'; exception: string } | { kind: 'priceChanged' };

export function readPaymentRefusal(error: unknown): PaymentRefusal {
  if (error instanceof FailureResponse) return readRefusedPayment(error);
  const known = findDefined(error);
  const declined = known?.code === 'DECLINED' ? declinedData.safeParse(known.data) : undefined;
  if (declined?.success) return { kind: 'declined', exception: declined.data.exception };
  return known?.code === 'PRICE_CHANGED' ? { kind: 'priceChanged' } : readRefusal(error);
}

/** Status and faults take precedence over the exception. An exception with a 5xx status leaves the outcome unknown. */
function readRefusedPayment(error: FailureResponse): PaymentRefusal {
  const refusal = readAnswer(error);
  const { exception } = error.answer;
  const isDecline = refusal.kind === 'unknown' && exception && !isBroken(error.answer);
  return isDecline ? { kind: 'declined', exception } : refusal;
}

const declinedData = z.object({ exception: z.string() });
const faultyData = z.object({ validationErrors });

function findDefined(error: unknown): ORPCError<string, unknown> | undefined {
  return error instanceof ORPCError && error.defined ? error : undefined;
}

function faultsIn(data: unknown): ValidationErrors {
  const faulty = faultyData.safeParse(data);
  return faulty.success ? faulty.data.validationErrors : [];
}

export function readRefusal(error: unknown): Refusal {
  if (error instanceof FailureResponse) return readAnswer(error);
  const { code, data } = findDefined(error) ?? {};
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return { kind: 'gone' };
  if (code !== 'INVALID') return { kind: 'unknown', error };
  return readFaults(faultsIn(data));
}

function readAnswer(error: FailureResponse): Refusal {
  const { message, validationErrors } = error.answer;
  const statuses = statusesOf(error.answer);
  if (statuses.includes(AUTH_FAILED.status) || message === AUTH_FAILED.message) return { kind: 'deadInvite' };
  if (statuses.some(isAccessLost)) return { kind: 'gone' };
  return validationErrors?.length ? readFaults(validationErrors) : { kind: 'unknown', error };
}

/** Shown for faults without a text. */
const DEFAULT_FAULT_TEXT = 'common:errors.tryAgain';

function readFaults(errors: ValidationErrors): Refusal {
  const duplicate = errors.find(({ field }) => field.includes('.duplicate'));
  if (duplicate) return { kind: 'duplicate', whose: /co-?parent/i.test(duplicate.field) ? 'coParent' : 'parent' };
  const texts = errors.map(({ text }) => text).filter((text) => text.trim() !== '');
  return { kind: 'invalid', texts: texts.length > 0 ? texts : [DEFAULT_FAULT_TEXT] };
}

/** Returns the faults of a professional's step, if the error reports any. */
export function readConflict(error: unknown): ValidationErrors | undefined {
  const known = findDefined(error);
  return known?.code === 'CONFLICT' ? faultsIn(known.data) : undefined;
}
