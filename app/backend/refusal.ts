import { ORPCError } from '@orpc/client';
import { z } from 'zod';
import { validationErrors, type ValidationErrors } from './schemas/answers';
import type { PaymentAnswer, PaymentResponse, PaymentState } from './schemas/payments';

/** Why the backend did not do what it was asked (docs/rules.md, "Lost registration", "Refused payments"). */
export type Refusal =
  | { kind: 'duplicate'; whose: 'parent' | 'coParent' }
  /** The person can mend it; the texts are to be shown above the form. */
  | { kind: 'invalid'; texts: string[] }
  /** The invite does not open anything any more (docs/rules.md, "Invite calls"). */
  | { kind: 'deadInvite' }
  /** 403 or 404: the registration is not there any more, or not theirs. */
  | { kind: 'gone' }
  | { kind: 'unknown'; error: unknown };

/** What an answer can tell of a failure (docs/rules.md, "Refused payments"). */
export interface TellingAnswer {
  status?: number | null;
  statusCode?: number | null;
  message?: string | null;
  exception?: string | null;
  validationErrors?: ValidationErrors | null;
}

/** A call that failed although HTTP says 200. */
class RefusedAnswer extends Error {
  override readonly name = 'RefusedAnswer';

  constructor(readonly answer: TellingAnswer) {
    super(`The backend answered with status ${answer.status ?? answer.statusCode ?? 'unsaid'}`);
  }
}

/** @throws RefusedAnswer where the answer tells of a failure: by its status, its faults, or its words (docs/rules.md, "Refused payments") */
export function requireAccepted(answer: TellingAnswer): void {
  const isRefused = statusesOf(answer).some((status) => status < 200 || status >= 300);
  if (isRefused || (answer.validationErrors ?? []).length > 0 || /fail/i.test(answer.message ?? ''))
    throw new RefusedAnswer(answer);
}

function statusesOf({ status, statusCode }: TellingAnswer): number[] {
  return [status, statusCode].filter((given) => given != null);
}

/** What a payment call told: it was taken, or nobody can tell yet. */
export type PaymentOutcome = { state: 'paid'; answer: PaymentAnswer } | { state: 'pending' };
/** The same of a payment that was asked about; `none` was never begun. */
export type FoundPayment = PaymentOutcome | { state: 'none' } | { state: 'failed'; exception: string };

/**
 * Reads the answer of a payment call.
 *
 * @throws RefusedAnswer where it tells of a failure
 * @throws Error where a payment that was taken comes without its receipt or registration (docs/rules.md, "Refused payments")
 */
export function readPayment(response: PaymentResponse): PaymentOutcome {
  if (!('state' in response)) throw new RefusedAnswer(response);
  return response.state === 'pending' ? response : paid(response);
}

/** Reads the answer of a call that asks about a payment. @throws Error as `readPayment` */
export function readFoundPayment(response: PaymentState): FoundPayment {
  return response.state === 'paid' ? paid(response) : response;
}

function paid({ state, ...answer }: Extract<PaymentState, { state: 'paid' }>): PaymentOutcome {
  const { receipt, registration }: Partial<PaymentAnswer> = answer;
  if (!receipt || !registration) throw new Error('The answer to a payment lacks its receipt or its registration');
  return { state, answer };
}

/** Why a payment was not taken. Nothing was charged but where it is `unknown`, when nobody can tell. */
export type PaymentRefusal = Refusal | { kind: 'declined'; exception: string } | { kind: 'priceChanged' };

/** Reads an error of a payment call. */
export function readPaymentRefusal(error: unknown): PaymentRefusal {
  if (error instanceof RefusedAnswer) return readRefusedPayment(error);
  const known = findDefined(error);
  const declined = known?.code === 'DECLINED' ? declinedData.safeParse(known.data) : undefined;
  if (declined?.success) return { kind: 'declined', exception: declined.data.exception };
  return known?.code === 'PRICE_CHANGED' ? { kind: 'priceChanged' } : readRefusal(error);
}

/** Status and faults speak before the exception does. One that comes with a broken backend's status decides nothing. */
function readRefusedPayment(error: RefusedAnswer): PaymentRefusal {
  const refusal = readAnswer(error);
  const { exception } = error.answer;
  const isBroken = statusesOf(error.answer).some((status) => status >= 500);
  return refusal.kind === 'unknown' && exception && !isBroken ? { kind: 'declined', exception } : refusal;
}

const declinedData = z.object({ exception: z.string() });
const faultyData = z.object({ validationErrors });

/** An error that the contract knows. */
function findDefined(error: unknown): ORPCError<string, unknown> | undefined {
  return error instanceof ORPCError && error.defined ? error : undefined;
}

function faultsIn(data: unknown): ValidationErrors {
  const faulty = faultyData.safeParse(data);
  return faulty.success ? faulty.data.validationErrors : [];
}

/** Reads an error of a registration call. */
export function readRefusal(error: unknown): Refusal {
  if (error instanceof RefusedAnswer) return readAnswer(error);
  const { code, data } = findDefined(error) ?? {};
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return { kind: 'gone' };
  if (code !== 'INVALID') return { kind: 'unknown', error };
  return readFaults(faultsIn(data));
}

function readAnswer(error: RefusedAnswer): Refusal {
  const { message, validationErrors } = error.answer;
  const statuses = statusesOf(error.answer);
  if (statuses.includes(112) || message === 'auth.fail.message') return { kind: 'deadInvite' };
  if (statuses.includes(403)) return { kind: 'gone' };
  return validationErrors?.length ? readFaults(validationErrors) : { kind: 'unknown', error };
}

function readFaults(errors: ValidationErrors): Refusal {
  const duplicate = errors.find(({ field }) => field.includes('.duplicate'));
  if (duplicate) return { kind: 'duplicate', whose: /co-?parent/i.test(duplicate.field) ? 'coParent' : 'parent' };
  return { kind: 'invalid', texts: errors.map(({ text }) => text) };
}

/** The faults of a professional's step, where that is what the error says. */
export function readConflict(error: unknown): ValidationErrors | undefined {
  const known = findDefined(error);
  return known?.code === 'CONFLICT' ? faultsIn(known.data) : undefined;
}
