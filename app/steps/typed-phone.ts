import { PHONE_DIGITS } from '~/domain/limits';
import { cleanPhone, isPhone } from '~/domain/phone';
import { isCallingCode } from '~/reference/calling-codes';
import { omitFields } from './omit-fields';

/** Set by `followTypedCode`, so that the schema asks the visitor to check the number. Never a field of a page. */
export const READ_AS = 'phoneReadAs';

/** The select of a form's calling code. */
export interface CodeField {
  codeField: string;
  /** Whether the select has this code. */
  isListed(code: string): boolean;
}

/**
 * Moves a calling code that was typed with the number to its select (docs/rules.md, "Names, e-mail and phone"). Sets `READ_AS` if that
 * changes the select. An unlisted code stays in the number, with its plus, so that the schema rejects it.
 *
 * @returns the same form if nothing changes
 */
export function followTypedCode(posted: FormData, { codeField, isListed }: CodeField): FormData {
  const [chosen, typed] = [posted.get(codeField), posted.get('phoneNumber')];
  if (typeof chosen !== 'string' || typeof typed !== 'string') return posted;
  const found = findTypedCode(chosen, cleanPhone(typed));
  if (!found) return posted;
  const form = omitFields(posted, READ_AS);
  if (found.code === chosen || isListed(found.code)) {
    form.set(codeField, found.code);
    form.set('phoneNumber', found.rest);
    if (found.code !== chosen) form.set(READ_AS, found.code);
  } else form.set('phoneNumber', found.whole);
  return form;
}

/**
 * Calling codes are prefix-free (ITU-T E.164), so the first match is the only one.
 *
 * @returns the whole number with its plus, and the rest without the code; both are equal if the rest would be too short
 */
function findTypedCode(chosen: string, cleaned: string): { code: string; whole: string; rest: string } | undefined {
  const prefix = INTERNATIONAL_PREFIXES.find(
    ({ starts, of }) => cleaned.startsWith(starts) && (of === undefined || of === chosen),
  );
  if (!prefix) return undefined;
  const digits = cleaned.slice(prefix.starts.length);
  const whole = `+${digits}`;
  for (const length of [1, 2, 3]) {
    const code = `+${digits.slice(0, length)}`;
    if (!isCallingCode(code)) continue;
    const rest = digits.slice(length);
    if (rest.length >= PHONE_DIGITS.min) return { code, whole, rest };
    // Some countries have shorter numbers.
    if (code !== chosen && cleaned === whole && isPhone(whole)) return { code, whole, rest: whole };
  }
  return undefined;
}

/** Prefixes of a calling code: a plus sign, or the digits that are dialled to call abroad. */
const INTERNATIONAL_PREFIXES: readonly { starts: string; of?: string }[] = [
  { starts: '+' },
  { starts: '00' },
  { starts: '011', of: '+1' },
];

/** A number with its extension at the end, such as `x12`, `ext. 12` or `#12`. */
const WITH_EXTENSION = /^(?<number>.*\d.*?)[\s,;]*(?:x|ext|extension|extensión|#)[.:]?\s*(?<extension>\d+)\s*$/iu;

/** Longer texts cannot be phone numbers, and the pattern takes time that grows with the cube of their length. */
const MAX_TYPED = 60;

/** Moves an extension typed after a professional's number to its own field, if that is empty. */
export function splitExtension(posted: FormData): FormData {
  const [typed, extension] = [posted.get('phoneNumber'), posted.get('phoneExtension')];
  if (typeof typed !== 'string' || typed.length > MAX_TYPED || extension) return posted;
  const found = WITH_EXTENSION.exec(typed)?.groups;
  if (!found) return posted;
  const form = omitFields(posted);
  form.set('phoneNumber', found.number ?? '');
  form.set('phoneExtension', found.extension ?? '');
  return form;
}
