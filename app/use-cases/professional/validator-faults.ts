import type { ValidationErrors } from '~/backend/schemas/answers';
import { en } from '~/i18n/resources';

/** Options for `formError`. */
export interface ShownFaults {
  fieldErrors: Record<string, string[]>;
  formErrors: string[];
}

/** Puts each fault on its field, or above the form when the step has no such field (docs/rules.md, "Validator faults"). */
export function placeFaults(faults: ValidationErrors, fields: readonly string[]): ShownFaults {
  const placed: ShownFaults = { fieldErrors: {}, formErrors: [] };
  for (const fault of faults) {
    const { field } = fault;
    const message = faultMessage(fault);
    if (fields.includes(field)) (placed.fieldErrors[field] ??= []).push(message);
    else placed.formErrors.push(message);
  }
  if (faults.length === 0) placed.formErrors.push(GENERIC_FAULT);
  return placed;
}

export const GENERIC_FAULT = 'common:errors.generic';

/** The fault's text, or the key of a message. */
export function faultMessage({ field, text }: ValidationErrors[number]): string {
  const key = `signup_${field}_error`;
  return text.trim() || fallbackOf(key);
}

function fallbackOf(key: string): string {
  return Object.hasOwn(en.professional, key) ? `professional:${key}` : GENERIC_FAULT;
}
