import type { ValidationErrors } from '~/backend/schemas/answers';
import { en } from '~/i18n/resources';

/** What a page with the step's form shows of it, as `formError` takes it. */
export interface ShownFaults {
  fieldErrors: Record<string, string[]>;
  formErrors: string[];
}

/**
 * Puts the validator's faults where they belong: on their field where the step has it, else above the form. One without a text says
 * `signup_{field}_error` (docs/rules.md, "Validator faults").
 *
 * @param fields the step's field names
 */
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

/** The message of a fault that has no text (docs/rules.md, "Validator faults"). */
export const GENERIC_FAULT = 'common:errors.generic';

/** The text of a fault, or the key of one where it brings none. */
export function faultMessage({ field, text }: ValidationErrors[number]): string {
  const key = `signup_${field}_error`;
  return text.trim() || fallbackOf(key);
}

function fallbackOf(key: string): string {
  return Object.hasOwn(en.professional, key) ? `professional:${key}` : GENERIC_FAULT;
}
