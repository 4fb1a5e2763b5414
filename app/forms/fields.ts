import { z } from 'zod';
import { isEmail } from '~/domain/email';
import { LENGTHS, type LengthLimit } from '~/domain/limits';
import { cleanPhone, isPhone, nationalDigits } from '~/domain/phone';
import { cleanLine, fitsLength, hasEmoji } from '~/domain/typed-text';
import { isCallingCode } from '~/reference/calling-codes';

/** The pieces that several forms share. A message is a key of `locales/en/errors.json`. */

export const REQUIRED = 'errors:required';

export const isFilled = (text: string) => text !== '';

/** A rule about what was typed, silent where nothing was. (`abort: true` instead would silence `WITH_THE_OTHERS` too.) */
export const ifFilled = (rule: (text: string) => boolean) => (text: string) => text === '' || rule(text);

/** A line of text, cleaned and maybe blank. */
export const line = () => z.string(REQUIRED).overwrite(cleanLine);

/** A line of text that must be filled in. */
export const filledLine = () => line().refine(isFilled, REQUIRED);

/** A line of text that may be left out; it is then `undefined`, also where only spaces were typed. */
export const optionalLine = () => orUndefined(line());

/** A line of text whose absence the rules over several fields judge; it is then empty. */
export const lineOrBlank = () =>
  line()
    .optional()
    .transform((text) => text ?? '');

/** A required line within a limit. */
export const lineOfLength = (limit: LengthLimit, message: string) =>
  filledLine().refine(
    ifFilled((text) => fitsLength(text, limit)),
    message,
  );

/** A line within a limit that may be left out. */
export const optionalLineOfLength = (limit: LengthLimit, message: string) =>
  orUndefined(line().refine((text) => fitsLength(text, limit), message));

/** A first or last name. */
export const name = () => withNameRules(filledLine());

/** An e-mail as typed, without stray spaces; compare it with `isSameEmail`. */
export const email = () => filledLine().refine(ifFilled(isEmail), 'errors:email');

/** An e-mail that may be left out. */
export const optionalEmail = () => orUndefined(line().refine(ifFilled(isEmail), 'errors:email'));

/** A calling code with its plus, out of the list. */
export const callingCode = () => z.string(REQUIRED).refine(isCallingCode, 'errors:countryCode');

/** A phone number as typed; `withDigitsOnly` makes digits of it once the calling code is known. */
export const phone = () =>
  z.string(REQUIRED).overwrite(cleanPhone).refine(isFilled, REQUIRED).refine(ifFilled(isPhone), 'errors:phoneLength');

/** A phone number that may be left out. */
export const optionalPhone = () =>
  orUndefined(z.string(REQUIRED).overwrite(cleanPhone).refine(ifFilled(isPhone), 'errors:phoneLength'));

/** A checkbox: true where it was sent at all. */
export const checkbox = () =>
  z
    .string(REQUIRED)
    .optional()
    .transform((value) => value !== undefined);

/** The form with the digits of its phone number, without a calling code typed before them. */
export function withDigitsOnly<Form extends { countryCode: string; phoneNumber: string }>(form: Form): Form {
  return { ...form, phoneNumber: nationalDigits(form.countryCode, form.phoneNumber) };
}

/**
 * For rules over several fields: they run although a field is missing or wrong by itself, so that everything is said at once.
 * Only where a forged form holds something that is no text they don't, so that each rule meets text or `undefined`.
 */
export const WITH_THE_OTHERS: z.core.$ZodSuperRefineParams = {
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
