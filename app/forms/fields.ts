import { z } from 'zod';
import { isEmail } from '~/domain/email';
import { LENGTHS, type LengthLimit } from '~/domain/limits';
import { cleanPhone, isPhone, nationalDigits } from '~/domain/phone';
import { cleanLine, fitsLength, hasEmoji } from '~/domain/typed-text';
import { isCallingCode } from '~/reference/calling-codes';

/** Building blocks of the forms. A message is a key of `locales/en/errors.json`. */

export const REQUIRED = 'errors:required';

export const isFilled = (text: string) => text !== '';

/** A rule that ignores an empty field. (`abort: true` would also silence `DESPITE_FIELD_ERRORS`.) */
export const ifFilled = (rule: (text: string) => boolean) => (text: string) => text === '' || rule(text);

export const line = () => z.string(REQUIRED).overwrite(cleanLine);

export const requiredLine = () => line().refine(isFilled, REQUIRED);

export const optionalLine = () => orUndefined(line());

/** Empty when missing: a rule over several fields decides whether it is required. */
export const lineOrBlank = () =>
  line()
    .optional()
    .transform((text) => text ?? '');

/** A required line within a limit. */
export const lineOfLength = (limit: LengthLimit, message: string) =>
  requiredLine().refine(
    ifFilled((text) => fitsLength(text, limit)),
    message,
  );

/** A line within a limit that may be left out. */
export const optionalLineOfLength = (limit: LengthLimit, message: string) =>
  orUndefined(line().refine((text) => fitsLength(text, limit), message));

export const name = () => withNameRules(requiredLine());

/** Kept as typed; compare with `isSameEmail`. */
export const email = () => requiredLine().refine(ifFilled(isEmail), 'errors:email');

export const optionalEmail = () => orUndefined(line().refine(ifFilled(isEmail), 'errors:email'));

export const callingCode = () => z.string(REQUIRED).refine(isCallingCode, 'errors:countryCode');

/** Kept as typed; `withDigitsOnly` normalises it once the calling code is known. */
export const phone = () =>
  z.string(REQUIRED).overwrite(cleanPhone).refine(isFilled, REQUIRED).refine(ifFilled(isPhone), 'errors:phoneLength');

export const optionalPhone = () =>
  orUndefined(z.string(REQUIRED).overwrite(cleanPhone).refine(ifFilled(isPhone), 'errors:phoneLength'));

export const checkbox = () =>
  z
    .string(REQUIRED)
    .optional()
    .transform((value) => value !== undefined);

/** Says whether `followTypedCode` changed the calling code. */
export const phoneReadAs = () => z.string().optional().catch(undefined);

/** Asks for a second look at a number whose calling code was read from what was typed. */
export function checkReadPhone(form: { phoneReadAs?: string }, context: z.RefinementCtx): void {
  if (form.phoneReadAs !== undefined)
    context.addIssue({ code: 'custom', path: ['phoneNumber'], message: 'errors:phoneReadAs' });
}

/** Digits only, without a calling code typed before them. */
export function withDigitsOnly<Form extends { countryCode: string; phoneNumber: string; phoneReadAs?: string }>({
  phoneReadAs: _readAs,
  ...form
}: Form): Omit<Form, 'phoneReadAs'> {
  return { ...form, phoneNumber: nationalDigits(form.countryCode, form.phoneNumber) };
}

/**
 * Runs a rule over several fields although a single field is wrong, so that all errors show at once. Skipped when a forged form holds a
 * non-text value, so each rule sees text or undefined.
 */
export const DESPITE_FIELD_ERRORS: z.core.$ZodSuperRefineParams = {
  when: ({ issues }) => !issues.some(({ code, input }) => code === 'invalid_type' && input !== undefined),
};

function withNameRules(text: z.ZodString) {
  return text
    .refine(
      ifFilled((typed) => fitsLength(typed, LENGTHS.name)),
      'errors:nameLength',
    )
    .refine((typed) => !hasEmoji(typed), 'errors:nameEmoji');
}

function orUndefined(text: z.ZodString) {
  return text.optional().transform((typed) => (typed === '' ? undefined : typed));
}
