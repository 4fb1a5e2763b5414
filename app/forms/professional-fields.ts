import { z } from 'zod';
import { LENGTHS } from '~/domain/limits';
import { cleanPhone } from '~/domain/phone';
import { cleanLine, fitsLength } from '~/domain/typed-text';
import { ifFilled } from './fields';

/** The pieces of a professional's forms. Their messages are the error keys of the backend's validator. */

export const DROPDOWN = 'professional:signup_dropdown_error';
export const ONLY_NUMBERS = 'professional:signup_onlyNumbers_error';
const TOO_LONG = 'professional:signup_max100_error';

/** The message of a field that has none of its own kind: what to fill in. */
export const errorOf = <Field extends string>(field: Field) => `professional:signup_${field}_error` as const;

/** A line of text that must be filled in, of up to 100 characters. */
export const signupLine = (field: string) =>
  filled(field).refine(
    ifFilled((text) => fitsLength(text, LENGTHS.professionalLine)),
    TOO_LONG,
  );

/** A line that may be left out; it is then `undefined`. */
export const optionalSignupLine = () =>
  z
    .string(TOO_LONG)
    .overwrite(cleanLine)
    .refine((text) => fitsLength(text, LENGTHS.optionalProfessionalLine), TOO_LONG)
    .optional()
    .transform((text) => (text === '' ? undefined : text));

/** A choice out of a list that the backend knows. */
export const choice = () =>
  z
    .string(DROPDOWN)
    .overwrite(cleanLine)
    .refine((value) => value !== '', DROPDOWN);

/** Digits, however they are grouped. */
export const digits = (field: string) =>
  z
    .string(errorOf(field))
    .overwrite(cleanPhone)
    .refine((text) => text !== '', errorOf(field));

/** A cleaned line, with the field's own message where it is blank. */
export const filled = (field: string) =>
  z
    .string(errorOf(field))
    .overwrite(cleanLine)
    .refine((text) => text !== '', errorOf(field));
