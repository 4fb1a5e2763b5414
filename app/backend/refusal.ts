import { isDefinedError } from '@orpc/client';
import type { ValidationErrors } from './messages';

/** Why the backend did not do what it was asked, as the spec's section 8 tells them apart. */
export type Refusal =
  | { kind: 'duplicate'; whose: 'parent' | 'coParent' }
  /** The person can mend it; the texts are to be shown above the form. */
  | { kind: 'invalid'; texts: string[] }
  /** 403 or 404: the registration is not there any more, or not theirs. */
  | { kind: 'gone' }
  | { kind: 'unknown'; error: unknown };

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
  if (!isKnown(error)) return { kind: 'unknown', error };
  const { code, data } = error as unknown as { code: string; data?: { validationErrors?: ValidationErrors } };
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return { kind: 'gone' };
  if (code !== 'INVALID') return { kind: 'unknown', error };
  const errors = data?.validationErrors ?? [];
  const duplicate = errors.find(({ field }) => field.includes('.duplicate'));
  if (duplicate) return { kind: 'duplicate', whose: /co-?parent/i.test(duplicate.field) ? 'coParent' : 'parent' };
  return { kind: 'invalid', texts: errors.map(({ text }) => text) };
}
