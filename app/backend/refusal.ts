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

/** Reads an error of a registration call. */
export function readRefusal(error: unknown): Refusal {
  if (!(error instanceof Error) || !isDefinedError(error)) return { kind: 'unknown', error };
  const { code, data } = error as unknown as { code: string; data?: { validationErrors?: ValidationErrors } };
  if (code === 'FORBIDDEN' || code === 'NOT_FOUND') return { kind: 'gone' };
  if (code !== 'INVALID') return { kind: 'unknown', error };
  const errors = data?.validationErrors ?? [];
  const duplicate = errors.find(({ field }) => field.includes('.duplicate'));
  if (duplicate) return { kind: 'duplicate', whose: /co-?parent/i.test(duplicate.field) ? 'coParent' : 'parent' };
  return { kind: 'invalid', texts: errors.map(({ text }) => text) };
}
