import { isDefinedError } from '@orpc/client';
import type { PaymentAnswer, StatusAnswer, ValidationErrors } from './messages';

/** Why the backend did not do what it was asked, as the spec's section 8 tells them apart. */
export type Refusal =
  | { kind: 'duplicate'; whose: 'parent' | 'coParent' }
  /** The person can mend it; the texts are to be shown above the form. */
  | { kind: 'invalid'; texts: string[] }
  /** The invite does not open anything any more (spec, section 8: status 112 or `auth.fail.message`). */
  | { kind: 'deadInvite' }
  /** 403 or 404: the registration is not there any more, or not theirs. */
  | { kind: 'gone' }
  | { kind: 'unknown'; error: unknown };

/** A call that failed although HTTP says 200. */
export class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer';

  constructor(readonly answer: StatusAnswer) {
    super(`The backend answered with status ${answer.status}`);
  }
}

/** @throws RefusedAnswer where the answer tells of a failure: by its status, its faults, or its words (spec, section 8) */
export function requireAccepted(answer: StatusAnswer): void {
  const { status, message, validationErrors = [] } = answer;
  if (status < 200 || status >= 300 || validationErrors.length > 0 || /fail/i.test(message))
    throw new RefusedAnswer(answer);
}

/**
 * The answer of a payment call, as it can be worked with.
 *
 * @throws Error where a payment that was taken comes without its receipt or registration (spec, section 8, "Invited payment")
 */
export function requireReceipt<Outcome extends { state: string; answer?: Partial<PaymentAnswer> }>(
  outcome: Outcome,
): Outcome {
  if (outcome.state === 'paid' && !(outcome.answer?.receipt && outcome.answer.registration))
    throw new Error('The answer to a payment lacks its receipt or its registration');
  return outcome;
}

/** Why a payment was not taken. Nothing was charged but where it is `unknown`, when nobody can tell. */
export type PaymentRefusal = Refusal | { kind: 'declined'; exception: string } | { kind: 'priceChanged' };

/** Reads an error of a payment call. */
export function readPaymentRefusal(error: unknown): PaymentRefusal {
  const { code, data } = (isKnown(error) ? error : {}) as { code?: string; data?: { exception: string } };
  if (code === 'DECLINED') return { kind: 'declined', exception: data!.exception };
  return code === 'PRICE_CHANGED' ? { kind: 'priceChanged' } : readRefusal(error);
}

/** Whether the backend says that there is no such thing. */
export function isNotFound(error: unknown): boolean {
  return isKnown(error) && (error as { code?: string }).code === 'NOT_FOUND';
}

function isKnown(error: unknown): error is Error {
  return error instanceof Error && isDefinedError(error);
}

/** Reads an error of a registration call. */
export function readRefusal(error: unknown): Refusal {
  if (error instanceof RefusedAnswer) return readAnswer(error);
  if (!isKnown(error)) return { kind: 'unknown', error };
  const { code, data } = error as unknown as { code: string; data?: { validationErrors?: ValidationErrors } };
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return { kind: 'gone' };
  if (code !== 'INVALID') return { kind: 'unknown', error };
  return readFaults(data?.validationErrors ?? []);
}

function readAnswer(error: RefusedAnswer): Refusal {
  const { status, message, validationErrors = [] } = error.answer;
  if (status === 112 || message === 'auth.fail.message') return { kind: 'deadInvite' };
  if (status === 403) return { kind: 'gone' };
  return validationErrors.length > 0 ? readFaults(validationErrors) : { kind: 'unknown', error };
}

function readFaults(errors: ValidationErrors): Refusal {
  const duplicate = errors.find(({ field }) => field.includes('.duplicate'));
  if (duplicate) return { kind: 'duplicate', whose: /co-?parent/i.test(duplicate.field) ? 'coParent' : 'parent' };
  return { kind: 'invalid', texts: errors.map(({ text }) => text) };
}

/** The faults of a professional's step, where that is what the error says. */
export function readConflict(error: unknown): ValidationErrors | undefined {
  if (!(error instanceof Error) || !isDefinedError(error)) return undefined;
  const { code, data } = error as unknown as { code: string; data?: { validationErrors?: ValidationErrors } };
  return code === 'CONFLICT' ? (data?.validationErrors ?? []) : undefined;
}
